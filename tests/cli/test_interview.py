"""`drill interview --plain`: the conversation through a pipe, and what is left after a kill."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = """
import sys
sys.argv = ["drill", "interview", *{arguments}]
{before}
from drill.cli import main
main()
"""
ANSWER = "Every layer keeps the keys and values of past tokens in GPU memory for later tokens to read."


def start(
    *arguments: str, language: str = "en_US.UTF-8", before: str = "pass", stdin: int = subprocess.PIPE
) -> subprocess.Popen[str]:
    environment = {**os.environ, "LC_ALL": language, "PYTHONUTF8": "1"}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(arguments=["--plain", *arguments], before=before)],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def interview(script: str, *arguments: str, language: str = "en_US.UTF-8") -> tuple[int, str, str]:
    running = start(*arguments, language=language)
    out, err = running.communicate(script)
    return running.returncode, out, err


@pytest.mark.parametrize(
    ("language", "answer", "said"),
    [
        ("en", ANSWER, ("Question 1 of 2", "hint:", "Would one hire?", "To fix first:")),
        ("zh", "每一层都把过去 token 的 K 和 V 留在显存里。", ("第 1 题", "提示", "分")),
    ],
)
def test_a_conversation_in_either_language(language, answer, said):
    script = f"? hint\n{answer}\n\n" + f"{answer}\n\n" * 7
    code, out, err = interview(
        script, "--questions", "2", "--lang", language, "--tag", "kv", "--style", "neutral",
        language={"en": "en_US.UTF-8", "zh": "zh_CN.UTF-8"}[language],
    )  # fmt: skip
    assert code == 0, err
    for each in said if language == "en" else said[1:2]:
        assert each in out
    assert "\x1b" not in out


def test_the_end_of_the_input_ends_the_interview_with_its_debrief():
    code, out, err = interview(f"{ANSWER}\n", "--questions", "1", "--tag", "kv")
    assert code == 0, err
    assert "ended by you" in out
    assert "Would one hire?" in out


def test_nothing_answered_is_told_as_that():
    code, out, _ = interview("", "--questions", "1")
    assert code == 0
    assert "Nothing was answered" in out


def test_a_killed_interview_is_resumed_with_what_was_typed(drill_home: Path):
    running = start("--questions", "2", "--lang", "en")
    half_typed(running, drill_home)
    running.send_signal(signal.SIGKILL)
    first, _ = running.communicate()
    assert "Would one hire?" not in first

    code, _, err = interview("", "--questions", "2")
    assert code == 2
    assert "--resume" in err
    code, out, err = interview("and the second half\n\n", "--resume")
    assert code == 0, err
    assert "> The first half of an answer" in out
    question = next(line for line in first.splitlines() if line.endswith("?"))
    assert question in out
    with sqlite3.connect(drill_home / "collection.db") as connection:
        (text,) = connection.execute("SELECT text FROM answers ORDER BY number LIMIT 1").fetchone()
    connection.close()
    assert text == "The first half of an answer\nand the second half"


@pytest.mark.parametrize(
    ("sent", "left"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_told_to_stop_it_keeps_all_and_says_in_a_line_how_to_go_on(sent, left, drill_home: Path):
    running = start("--questions", "2", "--lang", "en")
    half_typed(running, drill_home)
    running.send_signal(sent)
    out, err = running.communicate()
    assert running.returncode == left
    assert [line for line in err.splitlines() if line] == [
        "The interview is kept; `drill interview --plain --resume` goes on with it"
    ]
    assert "Would one hire?" not in out
    code, out, err = interview("", "--resume")
    assert code == 0, err
    assert "> The first half of an answer" in out


def test_no_time_goes_by_while_it_is_stopped(drill_home: Path):
    quick = "import drill.cli.conversation as c; c._TICK, c._STOPPED = 0.05, 0.5"
    running = start("--questions", "1", before=quick)
    half_typed(running, drill_home)
    running.send_signal(signal.SIGSTOP)  # as Ctrl-Z does
    began = time.monotonic()
    time.sleep(2)
    running.send_signal(signal.SIGCONT)
    time.sleep(0.5)
    running.send_signal(signal.SIGTERM)
    running.communicate()
    assert time.monotonic() - began > 2.4
    assert 0 < _draft(drill_home / "collection.db")[1] < 2


def test_the_line_that_is_typed_when_time_is_up_still_counts(drill_home: Path):
    fast = (
        "from time import monotonic; from drill.practice.clock import SystemClock; "
        "SystemClock.monotonic = lambda _: 100 * monotonic()"
    )
    ours, theirs = os.openpty()
    running = start("--questions", "1", "--minutes", "5", "--tag", "kv", before=fast, stdin=theirs)
    assert running.stdout is not None
    seen = ""
    os.write(ours, b"Keys and values of all earlier")
    while "End your line" not in seen:
        seen += running.stdout.readline()
    os.write(ours, b" tokens stay in memory\n")
    os.write(ours, b"\x04")
    out, err = running.communicate()
    os.close(ours)
    os.close(theirs)
    assert running.returncode == 0, err
    assert "(time up)" in out
    with sqlite3.connect(drill_home / "collection.db") as connection:
        (text,) = connection.execute("SELECT text FROM answers ORDER BY number LIMIT 1").fetchone()
    connection.close()
    assert text == "Keys and values of all earlier tokens stay in memory"


def half_typed(running: subprocess.Popen[str], drill_home: Path) -> None:
    """Type half an answer, and wait until it is kept."""
    assert running.stdin is not None
    running.stdin.write("The first half of an answer\n")
    running.stdin.flush()
    for _ in range(600):
        if (drill_home / "collection.db").exists() and _draft(drill_home / "collection.db")[0]:
            return
        time.sleep(0.05)


def test_afterwards_the_fixes_are_scheduled_and_questions_answered():
    code, out, err = interview(
        "no idea about it\n\n? end\ns\n1 how can I verify it?\n\n",
        "--questions", "1", "--tag", "kv", "--lang", "en",
    )  # fmt: skip
    assert code == 0, err
    assert "in 10 min" in out or "tomorrow" in out or "now" in out
    assert "How to verify: " in out.split("drill undo", 1)[1]


@pytest.mark.parametrize("arguments", [("--questions", "0"), ("--tag", "nothing"), ("--resume",)])
def test_a_wrong_call_is_told_in_a_line(arguments):
    code, out, err = interview("", *arguments)
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1


def _draft(file: Path) -> tuple[str | None, float]:
    connection = sqlite3.connect(file)
    try:
        row = connection.execute("SELECT draft, draft_seconds FROM interviews").fetchone()
    except sqlite3.OperationalError:  # not made yet
        row = None
    finally:
        connection.close()
    return row or (None, 0.0)
