"""A call to the model of the settings: opened at the first question, and entered in the books at its end.

The collection is used only through `on`, which runs what it is given on the collection's thread; the call
runs on the caller's event loop, where cancelling the task ends it at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from drill.practice.ledger import Ledger

if TYPE_CHECKING:
    from drill.llm.client import Model
    from drill.llm.endpoints import Endpoint
    from drill.llm.usage import Usage

T = TypeVar("T")


class On(Protocol):
    """Runs something on the thread that the collection lives on."""

    def __call__(self, use: Callable[[Ledger], T], /) -> Awaitable[T]:
        """What `use` returns for the ledger."""


class Told(Protocol):
    """What a model is told, and the JSON schema of its reply."""

    @property
    def system(self) -> str:
        """The rules."""

    @property
    def user(self) -> str:
        """The matter."""

    @property
    def schema(self) -> Mapping[str, Any]:
        """The form of the reply."""


def here(ledger: Ledger) -> On:
    """For those who are on that thread themselves."""

    async def on(use: Callable[[Ledger], T]) -> T:
        return use(ledger)

    return on


class Call:
    """Asks a model, within `seconds` over all; `seconds` None: as long as grading may take."""

    def __init__(self, on: On, endpoint: Endpoint, seconds: float | None = None) -> None:
        self.endpoint = endpoint
        self._on = on
        self._seconds = seconds
        self._model: Model | None = None
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._open.aclose()
        if model := self._model:
            name, usage, dialect = self.endpoint.name, model.usage, model.dialect.as_json()
            await self._on(lambda ledger: ledger.spend(name, usage))
            await self._on(lambda ledger: ledger.keep_dialect(name, dialect))

    @property
    def usage(self) -> Usage:
        """What was used so far; nothing where nothing was asked."""
        from drill.llm.usage import Usage

        return self._model.usage if self._model else Usage()

    async def ask(
        self,
        told: Told,
        read: Callable[[Mapping[str, Any]], T],
        hear: Callable[[str], None] | None = None,
    ) -> T:
        """What `read` makes of the reply; `hear` gets its text as it grows. Raises `DrillError`."""
        await self._on(Ledger.check_budget)
        if self._model is None:
            # The SDK takes 0.4 s to import, which an event loop that paints a screen cannot spare.
            await asyncio.to_thread(import_module, "openai")
            from drill.llm.client import opened

            dialect = await self._on(lambda ledger: ledger.dialect(self.endpoint.name))
            self._model = await self._open.enter_async_context(opened(self.endpoint, dialect, self._seconds))
        from drill.llm.wire import Question

        return await self._model.ask(Question(told.system, told.user, told.schema), read, hear)
