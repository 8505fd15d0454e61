"""The program as it is used: in a terminal, on the deck that comes with it."""

import os
import signal
import sqlite3
import sys
import time

import pytest

from tests.tui.terminal import DRILL, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

REVIEW = [*DRILL, "review"]
ALT_SCREEN_OFF, MOUSE_OFF, CURSOR_ON = b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h"
FIRST = {
    "en": (
        "Why does LLM inference need a KV cache",
        "Your answer",
        "(p)",
        "Follow-up",
        "1 answer reviewed",
    ),
    "zh": ("LLM 推理为什么需要", "你的回答", "(p)", "追问", "复习了 1 题"),
}
ANSWERS = {
    "en": "Every layer keeps the keys and values of past tokens in GPU memory for later tokens to read.",
    "zh": "每一层都把过去 token 的 K 和 V 存在显存里，这样每一步只算新 token，不用重算整个前缀。",
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_whole_review(home, language):
    question, box, score, followup, summary = FIRST[language]
    variables = {"LC_ALL": {"en": "en_US.UTF-8", "zh": "zh_CN.UTF-8"}[language]}
    with Terminal(REVIEW, home, variables=variables) as terminal:
        terminal.see(question)
        terminal.see(box)
        terminal.settle()
        terminal.paste(ANSWERS[language])
        terminal.settle()
        terminal.send("\n")  # Ctrl+J
        terminal.see(score)
        terminal.settle()
        terminal.send("3")
        terminal.see(followup)
        terminal.settle()
        terminal.send("\x1b")
        terminal.see(summary)
        terminal.send("\x11")  # Ctrl+Q
        assert terminal.wait() == 0
    assert ALT_SCREEN_OFF in terminal.raw
    with sqlite3.connect(home / "collection.db") as collection:
        tables = {name for (name,) in collection.execute("select name from sqlite_master where type='table'")}
    assert tables


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_keeps_the_draft_and_restores_the_terminal(home, number):
    with Terminal(REVIEW, home) as terminal:
        terminal.see("Your answer")
        terminal.settle()
        terminal.send("half a thought")
        terminal.see("half a thought")
        terminal.kill(number)
        assert terminal.wait() == 128 + number
    for sequence in (ALT_SCREEN_OFF, MOUSE_OFF, CURSOR_ON):
        assert sequence in terminal.raw
    with Terminal(REVIEW, home) as terminal:
        terminal.see("half a thought")
        terminal.see("draft restored")


@pytest.mark.parametrize("hung_up", [True, False], ids=["with a signal", "without one"])
def test_a_terminal_that_goes_away_ends_the_program_and_keeps_the_draft(home, hung_up):
    command = REVIEW if hung_up else ["/bin/sh", "-c", 'trap "" HUP; exec setsid -w "$@"', "sh", *REVIEW]
    with Terminal(command, home) as terminal:
        terminal.see("Your answer")
        terminal.settle()
        terminal.send("half a thought")
        terminal.see("half a thought")
        assert terminal.vanish() == 128 + signal.SIGHUP
    with Terminal(REVIEW, home) as terminal:
        terminal.see("half a thought")


def test_a_kill_loses_at_most_the_last_second(home):
    with Terminal(REVIEW, home) as terminal:
        terminal.see("Your answer")
        terminal.settle()
        for letter in "a thought that is worth keeping":
            terminal.send(letter)
            time.sleep(0.02)
        terminal.see("worth keeping")
        time.sleep(2.0)  # a second, and one more for a busy machine
        terminal.kill(signal.SIGKILL)
        assert terminal.wait() == -signal.SIGKILL
    with Terminal(REVIEW, home) as terminal:
        terminal.see("a thought that is worth keeping")


def test_a_kill_leaves_the_newest_words_and_not_those_of_the_last_good_end(home):
    with Terminal(REVIEW, home) as terminal:
        terminal.see("Your answer")
        terminal.settle()
        terminal.send("old")
        terminal.see("old")
        terminal.send("\x11")  # Ctrl+Q
        assert terminal.wait() == 0
    with Terminal(REVIEW, home) as terminal:
        terminal.see("old")
        terminal.settle(0.5)
        terminal.send(" and new words")
        terminal.see("old and new words")
        time.sleep(2.0)
        terminal.kill(signal.SIGKILL)
        terminal.wait()
    with Terminal(REVIEW, home) as terminal:
        terminal.see("old and new words")


def test_a_paste_without_brackets_submits_nothing(home):
    with Terminal(REVIEW, home) as terminal:
        terminal.see("Your answer")
        terminal.settle()
        terminal.send("\n".join(f"line {number}\tof twenty" for number in range(1, 11)) + "\r\nlast")
        terminal.see("line 10    of twenty")
        terminal.see("last")
        assert "Your answer" in terminal.text


def test_a_long_paste_arrives_whole_and_in_order(home):
    text = "\n".join(f"line {number} 连续批处理" for number in range(1, 1501))
    with Terminal(REVIEW, home) as terminal:
        terminal.see("Your answer")
        terminal.settle()
        terminal.paste(text)
        terminal.see("line 1500")
        terminal.settle()
        terminal.send("\x11")  # Ctrl+Q
        assert terminal.wait() == 0
    with sqlite3.connect(home / "collection.db") as collection:
        assert collection.execute("select text from drafts").fetchall() == [(text,)]


def test_wide_characters_are_deleted_whole_and_the_cursor_stands_after_them(home):
    with Terminal(REVIEW, home) as terminal:
        terminal.see("Your answer")
        terminal.settle()
        terminal.send("你好a")
        terminal.see("你好a")
        terminal.settle()
        left = terminal.screen.cursor.x
        terminal.send("\x7f")
        terminal.see_cursor_at(left - 1)
        terminal.send("\x7f")
        terminal.see_cursor_at(left - 3)
        terminal.send("你\x17")  # Ctrl+W: one Han character, not the clause
        terminal.see_cursor_at(left - 3)


def test_the_window_can_be_resized(home):
    with Terminal(REVIEW, home) as terminal:
        terminal.see("Your answer")
        for columns, rows in ((160, 45), (40, 12), (80, 24)):
            terminal.resize(columns, rows)
            terminal.settle(0.4)
            terminal.see("Your answer")


def test_one_byte_that_is_not_utf8_does_not_end_the_program(home):
    with Terminal(REVIEW, home) as terminal:
        terminal.see("Your answer")
        terminal.settle()
        terminal.send(b"\x1b[M" + bytes([32, 200, 60]))  # an X10 mouse report
        terminal.settle(0.3)
        terminal.send("alive")
        terminal.see("alive")


def test_home_quits_on_q(home):
    with Terminal(DRILL, home) as terminal:
        terminal.see("Enter")
        terminal.see("5 new")
        terminal.send("q")
        assert terminal.wait() == 0


def test_no_color_uses_none(home):
    with Terminal(DRILL, home, variables={"NO_COLOR": "1"}) as terminal:
        terminal.see("5 new")
        colours = {cell.fg for row in terminal.screen.buffer.values() for cell in row.values()}
        greys = [each for each in colours if each == "default" or each[0:2] == each[2:4] == each[4:6]]
        assert set(greys) == colours


def test_a_dumb_terminal_is_told_where_to_go(home):
    with Terminal(DRILL, home, variables={"TERM": "dumb"}) as terminal:
        assert terminal.wait() == 2
        assert "drill review --plain" in terminal.text.replace("\n", "")


def test_without_a_terminal_one_line_names_what_works(home):
    import subprocess

    done = subprocess.run(DRILL, capture_output=True, text=True, env=os.environ, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "drill review --plain" in done.stderr
