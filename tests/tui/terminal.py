"""The program in a real pseudo-terminal, its screen read through an emulator."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

pyte = pytest.importorskip("pyte", reason="pyte is in the dev group: uv sync")

# What pyte would print: device strings, keyboard protocol, mode queries.
_UNKNOWN = re.compile(rb"\x1b[P_^X][^\x1b]*\x1b\\|\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1b\[\?u")
_UNFINISHED = re.compile(rb"\x1b(\[[0-9;?<>=$ ]*|[P_^X\]][^\x1b\x07]{0,4000}\x1b?)?$")
DRILL = [sys.executable, "-c", "import sys; sys.argv[0] = 'drill'; from drill.cli import main; main()"]


class Terminal:
    """A child in a terminal of `columns` by `rows`. `raw` keeps every byte that it wrote."""

    def __init__(
        self,
        command: Sequence[str],
        home: Path,
        *,
        columns: int = 80,
        rows: int = 24,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._pending = b""
        self.raw = b""
        self.ended = False
        environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TMUX")}
        environment |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "DRILL_HOME": str(home)}
        environment |= {"LC_ALL": "en_US.UTF-8", "PYTHONUTF8": "1", **(variables or {})}
        self.started = time.perf_counter()
        self.pid, self._file = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(command[0], list(command), environment)
        self.resize(columns, rows)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_error: object) -> None:
        if not self.ended:
            self.kill(signal.SIGKILL)
            self.wait()
        if self._file >= 0:
            os.close(self._file)

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.screen.display)

    def read(self, timeout: float) -> bool:
        """Take in what the child wrote within `timeout` seconds; False if there was nothing."""
        if not select.select([self._file], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self._file, 1 << 16)
        except OSError:  # the child has gone, and its side of the terminal with it
            data = b""
        if not data:
            self.ended = True
            return False
        self.raw += data
        data = self._pending + data
        cut = _UNFINISHED.search(data)
        self._pending = data[cut.start() :] if cut else b""
        self._stream.feed(_UNKNOWN.sub(b"", data[: cut.start()] if cut else data))
        return True

    def see(self, wanted: str, timeout: float = 30.0) -> float:
        """Wait until `wanted` is on the screen; returns the seconds since the child was started."""
        return self.until(lambda: wanted in self.text, repr(wanted), timeout)

    def until(self, holds: Callable[[], bool], what: str, timeout: float = 30.0) -> float:
        """Wait until something holds of the screen; returns the seconds since the child was started."""
        until = time.perf_counter() + timeout
        while not holds():
            left = until - time.perf_counter()
            assert left > 0, f"{what} never came up:\n{self.text}"
            assert not self.ended, f"the program ended before {what}:\n{self.text}"
            self.read(min(left, 0.2))
        return time.perf_counter() - self.started

    def see_cursor_at(self, column: int) -> None:
        """Wait until the cursor stands in a column."""
        self.until(lambda: self.screen.cursor.x == column, f"the cursor at {column}")

    def settle(self, quiet: float = 0.15) -> None:
        """Read until nothing comes for `quiet` seconds."""
        while self.read(quiet):
            pass

    def send(self, data: str | bytes) -> None:
        """Type."""
        os.write(self._file, data.encode() if isinstance(data, str) else data)

    def paste(self, text: str) -> None:
        """Paste as a terminal with bracketed paste does."""
        self.send(f"\x1b[200~{text}\x1b[201~")

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size."""
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def kill(self, number: int) -> None:
        """Send the child a signal."""
        os.kill(self.pid, number)

    def vanish(self, within: float = 20.0) -> int:
        """Close the terminal under the child; returns its exit code."""
        os.close(self._file)
        self._file = -1
        until = time.perf_counter() + within
        while (done := os.waitpid(self.pid, os.WNOHANG))[0] == 0:
            assert time.perf_counter() < until, "the program outlives its terminal"
            time.sleep(0.05)
        self.ended = True
        return os.waitstatus_to_exitcode(done[1])

    def wait(self) -> int:
        """Read to the end; returns the exit code, or minus the signal that ended the child."""
        until = time.perf_counter() + 20
        while not self.ended and time.perf_counter() < until:
            self.read(0.1)
        self.ended = True
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
