"""The mock interview in a terminal, on the deck that comes with drill: killed, stopped, gone on with."""

from __future__ import annotations

import os
import re
import signal
import sys
import time

import pytest

from tests.tui.terminal import DRILL, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

ALT_SCREEN_OFF, MOUSE_OFF, CURSOR_ON = b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h"
INTERVIEW = [*DRILL, "interview", "--questions", "2", "--minutes", "10", "--lang", "en"]
_TIME = re.compile(r"in all (\d+):(\d\d)")


def begin(terminal: Terminal) -> str:
    """Into the first question; returns what it says."""
    terminal.see("Weak and due topics come first")
    terminal.settle()
    terminal.send("\r")
    terminal.see("Question 1 of 2")
    terminal.see("Your answer")
    terminal.settle(0.3)
    return question(terminal)


def question(terminal: Terminal) -> str:
    """The last words of the question that stands open."""
    above = terminal.text[: terminal.text.index("Your answer")].splitlines()[:-1]
    return [line.strip() for line in above if line.strip()][-1]


def left(terminal: Terminal) -> int:
    """Seconds that are left in all."""
    found = _TIME.search(terminal.text)
    assert found, terminal.text
    return 60 * int(found[1]) + int(found[2])


def resume(terminal: Terminal) -> None:
    """From Home to the question that stands open."""
    terminal.see("Go on with the interview")
    terminal.settle()
    terminal.send("i")
    terminal.see("An interview is unfinished")
    terminal.settle()
    terminal.send("\r")
    terminal.see("Your answer")
    terminal.settle(0.3)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_ended_by_a_signal_it_goes_on_at_the_same_question_with_the_same_time_left(home, number):
    with Terminal(INTERVIEW, home) as terminal:
        asked = begin(terminal)
        terminal.send("half a thought 半句")
        terminal.see("half a thought 半句")
        time.sleep(2.0)  # a second, and one more for a busy machine
        terminal.settle()
        before = left(terminal)
        terminal.kill(number)
        code = terminal.wait()
    if number != signal.SIGKILL:
        assert code == 128 + number
        for sequence in (ALT_SCREEN_OFF, MOUSE_OFF, CURSOR_ON):
            assert sequence in terminal.raw
    time.sleep(3.0)  # time that does not count
    with Terminal(DRILL, home) as terminal:
        resume(terminal)
        terminal.see("half a thought 半句")
        assert question(terminal) == asked
        assert before - 2 <= left(terminal) <= before + 2


def test_ctrl_c_twice_leaves_and_keeps_it(home):
    with Terminal(INTERVIEW, home) as terminal:
        begin(terminal)
        terminal.send("kept")
        terminal.see("kept")
        terminal.send("\x03")
        terminal.see("Once more to quit")
        terminal.send("\x03")
        assert terminal.wait() == 0
    assert ALT_SCREEN_OFF in terminal.raw
    with Terminal(DRILL, home) as terminal:
        resume(terminal)
        terminal.see("kept")


def test_while_the_program_is_stopped_no_time_goes_by(home):
    with Terminal(INTERVIEW, home) as terminal:
        begin(terminal)
        before = left(terminal)
        terminal.send("\x1a")  # Ctrl+Z: nothing is typed
        terminal.until(lambda: ALT_SCREEN_OFF in terminal.raw, "the terminal given back")
        _pid, status = os.waitpid(terminal.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        time.sleep(8.0)
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.see("Your answer")
        time.sleep(2.5)
        terminal.settle()
        assert before - 7 <= left(terminal) <= before
        terminal.send("alive")
        terminal.see("alive")
