"""Reading keys on Linux and macOS: Escape without delay, and no input that kills or commands the program.

Textual's own loop polls every 100 ms, so Escape always takes that long; it dies of one byte that is not
UTF-8 (an X10 mouse report, sent after tmux is attached again); where the terminal does not bracket a
paste, each line feed in it would be taken for Ctrl+J; and it spins for ever on a terminal that has gone.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from drill.tui.ending import leave_within

if TYPE_CHECKING:
    from textual.driver import Driver

_IDLE = 0.1
"""Seconds between looks at whether the program ends."""
_BURST = 4
"""Printable characters that arrive in one read with a line feed or a tab, and so were not typed."""


def prefer_quick_escape() -> None:
    """Set how long a lone escape byte waits for the rest of a sequence; before Textual is imported."""
    os.environ.setdefault("ESCDELAY", "100" if os.environ.get("SSH_TTY") else "25")


class Brackets:
    """Whether the input stands within a bracketed paste, which may be longer than any one read."""

    START, END = "\x1b[200~", "\x1b[201~"

    def __init__(self) -> None:
        self._inside = False
        self._tail = ""

    def hold(self, data: str) -> bool:
        """Take in what was read next; whether any of it belongs to such a paste, marks included."""
        before = self._inside
        text = self._tail + data
        start, end = text.rfind(self.START), text.rfind(self.END)
        marked = start != end
        if marked:
            self._inside = start > end
        self._tail = text[1 - len(self.START) :]  # a mark may come in two reads
        return before or marked


def is_unbracketed_paste(data: str) -> bool:
    """Whether input read at once, outside brackets, is text that was pasted rather than keys pressed."""
    broken = any(mark in data for mark in "\n\r\t")
    return broken and "\x1b" not in data and sum(each.isprintable() for each in data) >= _BURST


def repaired(stock: type[Driver]) -> type[Driver]:
    """`stock` with its input loop replaced, or `stock` itself where it is not the loop we know."""
    loop = getattr(stock, "run_input_thread", None)
    known = {"SelectSelector", "XTermParser", "getincrementaldecoder", "exit_event"}
    if stock.__name__ != "LinuxDriver" or loop is None or not known <= set(loop.__code__.co_names):
        return stock

    import selectors
    import signal
    from codecs import getincrementaldecoder

    from textual import constants, events
    from textual._parser import ParseError
    from textual._xterm_parser import XTermParser
    from textual.drivers.linux_driver import LinuxDriver

    class QuickDriver(LinuxDriver):
        def run_input_thread(self) -> None:
            decode = getincrementaldecoder("utf-8")(errors="replace").decode
            parser = XTermParser(self._debug)
            brackets = Brackets()
            with selectors.SelectSelector() as selector:
                selector.register(self.fileno, selectors.EVENT_READ)
                wait = _IDLE
                while not self.exit_event.is_set():
                    ready = selector.select(wait)
                    wait = min(_IDLE, constants.ESCAPE_DELAY + 0.002) if ready else _IDLE
                    if ready:
                        try:
                            read = os.read(self.fileno, 4096)
                        except OSError:
                            read = b""
                        if not read:  # the terminal has gone, and no signal need have said so
                            leave_within(signal.SIGHUP)
                            signal.raise_signal(signal.SIGHUP)
                            break
                        data = decode(read)
                        if not brackets.hold(data) and is_unbracketed_paste(data):
                            self.process_message(events.Paste(data))
                        elif data:
                            for message in parser.feed(data):
                                self.process_message(message)
                    for message in parser.tick():
                        self.process_message(message)
            try:
                for _ in parser.feed(""):
                    pass
            except (EOFError, ParseError):
                pass

    return QuickDriver
