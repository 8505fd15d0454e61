"""Calls that go wrong in the shell: names that are slightly off, pipes that close, the language of lines."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from drill.settings import settings_path
from tests.cli.test_learning import Run, run

__all__ = ["run"]


@pytest.mark.parametrize(
    ("call", "near"),
    [
        (("reviw",), "review"),
        (("next", "kvcache"), "kv-cache"),
        (("undo", "kv-cache/drill/siz"), "kv-cache/drill/size"),
        (("grade", "kvcache"), "kv-cache"),
        (("figures", "kvcache"), "kv-cache"),
        (("lab", "kv.sze"), "kv.size"),
    ],
)
def test_a_name_that_is_slightly_off_is_told_the_nearest(run: Run, call: tuple[str, ...], near: str) -> None:
    told = run(*call)
    assert told.code == 2
    (line,) = told.err.splitlines()
    assert f"did you mean {near}" in line


def test_every_verb_speaks_the_language_of_the_interface(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "是不是 kv-cache" in run("figures", "kvcache").err
    assert "个数字：全部相符" in run("figures", "eplb").out


def test_the_doctor_tells_settings_that_cannot_hold_with_their_lines(run: Run) -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text(
        'question_language = "fr"\ntheme = "drak"\n[keys]\n# a remark\nsubmitt = "f5"\n', encoding="utf-8"
    )
    told = run("doctor").out
    assert f"{settings_path()}:1: question_language 'fr'" in told
    assert f"{settings_path()}:2: there is no theme 'drak'" in told
    assert f"{settings_path()}:5: keys.submitt" in told


def test_figures_are_said_as_the_card_says_them_in_the_language_of_the_interface(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "9 slots" in run("figures", "eplb").out
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "9 个槽位" in run("figures", "eplb").out


@pytest.mark.parametrize(
    "call", [("figures",), ("lab", "--list"), ("cards", "list"), ("doctor",), ("--help",), ("report",)]
)
@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGPIPE")
def test_a_pipe_that_closes_ends_a_verb_as_it_ends_other_tools(call: tuple[str, ...]) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-m", "drill", *call], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert writer.stdout
    assert writer.stderr
    writer.stdout.close()
    assert writer.stderr.read() == b""
    writer.stderr.close()
    assert writer.wait() == -signal.SIGPIPE
