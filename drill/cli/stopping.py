"""Being told to stop from outside: Ctrl-C, a terminal that closes, a system that shuts down."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def stoppable(stop: Callable[[int], None]) -> Iterator[None]:
    """Within, what would end the program calls `stop` with the exit code instead; told twice, it ends.

    A signal may come in the middle of a transaction: `stop` only notes it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's
        return
    told: list[int] = []

    def handle(number: int, _frame: FrameType | None) -> None:
        told.append(number)
        if len(told) > 1:
            raise SystemExit(128 + number)
        stop(128 + number)

    before = {each: signal.signal(each, handle) for each in _SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
