"""The one thread that the collection lives on.

Opening and using it takes milliseconds to seconds (imports, disk, a migration), and its session may not
change threads; so everything goes through `Desk.ask`, in order, and the screen never waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from drill.practice.practice import Practice

T = TypeVar("T")


class Desk:
    """Opens a `Practice` on its own thread at first use and runs what it is asked there, one at a time."""

    def __init__(self, open_practice: Callable[[], Practice]) -> None:
        self._open = open_practice
        self._practice: Practice | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="practice")

    @property
    def opened(self) -> bool:
        """Whether the practice is open by now."""
        return self._practice is not None

    async def ask(self, use: Callable[[Practice], T]) -> T:
        """What `use` returns for the open practice. Raises what opening or using it raises.

        It is done even where nobody waits for it any more: a draft is not lost to a quick end.
        """
        done = asyncio.get_running_loop().run_in_executor(self._thread, self._used, use)
        return await asyncio.shield(done)

    async def put_away(self) -> None:
        """Close the practice; the next use opens it again, with the settings of then."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)

    def leave(self) -> None:
        """Close everything and end the thread, after what it still has to do."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=True)

    def _used(self, use: Callable[[Practice], T]) -> T:
        if self._practice is None:
            self._practice = self._open()
        return use(self._practice)

    def _close(self) -> None:
        if self._practice is not None:
            self._practice.close()
            self._practice = None
