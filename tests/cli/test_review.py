"""`drill review --plain`: a review through a pipe, for scripts and screen readers."""

import os
import subprocess
import sys

import pytest

ANSWER = "Every layer keeps the keys and values of past tokens in GPU memory for later tokens to read."


def review(script: str, language: str = "en_US.UTF-8", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the verb with `script` on its standard input."""
    environment = {**os.environ, "LC_ALL": language, "PYTHONUTF8": "1", **variables}
    program = "import sys; sys.argv = ['drill', 'review', '--plain']; from drill.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program],
        input=script,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


@pytest.mark.parametrize(
    ("language", "score", "rated"), [("en_US.UTF-8", "Score", "Good · "), ("zh_CN.UTF-8", "得分", "良好 · ")]
)
def test_an_answer_is_judged_and_rated_line_by_line(language, score, rated):
    done = review(f"{ANSWER}\n.\n3\n", language)
    assert done.returncode == 0, done.stderr
    assert score in done.stdout
    assert rated in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("end", ["", ".", " "])
def test_an_answer_ends_with_an_empty_line_or_a_full_stop(end):
    done = review(f"\n{ANSWER}\n{end}\n3\nq\n")
    assert done.returncode == 0, done.stderr
    assert "Good · " in done.stdout


def test_the_end_of_the_input_rates_nothing_and_keeps_the_question_open():
    first = review(f"{ANSWER}\n.\n")
    assert first.returncode == 0, first.stderr
    second = review("")
    assert first.stdout.splitlines()[1:3] == second.stdout.splitlines()[1:3]


def test_the_model_answer_is_a_letter_away_and_q_leaves():
    done = review("no idea\n.\nm\nq\n")
    assert done.returncode == 0, done.stderr
    assert "What\n" in done.stdout
    assert "## " not in done.stdout
    assert "**" not in done.stdout


def test_aloud_reads_the_points_out_and_takes_their_numbers(drill_home):
    drill_home.mkdir(parents=True)
    (drill_home / "settings.toml").write_text('mode = "aloud"\n', encoding="utf-8")
    done = review("\n1, 2 99\n3\n")
    assert done.returncode == 0, done.stderr
    assert "1. Every layer keeps" in done.stdout
    assert "Good · " in done.stdout
