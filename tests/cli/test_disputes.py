"""`drill cards disputes`: what programs and people read of disputed verdicts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from drill.practice.practice import open_practice
from drill.settings import load_settings
from tests.cli.test_learning import Run, run  # noqa: F401 - a fixture

ANSWER = "Each layer stores keys and values. Labour spent once need not be spent anew."


@pytest.fixture
def disputed(run: Run) -> None:  # noqa: F811
    with open_practice(load_settings()) as practice:
        for item, point in (("kv-cache/followup/gqa", "quality"), ("kv-cache", "reuse")):
            graded = practice.answer(practice.prompt(item, "en", in_turn=True), ANSWER)
            practice.disputes().toggle(graded, point)


def test_without_disputes_it_says_so(run: Run) -> None:  # noqa: F811
    told = run("cards", "disputes")
    assert (told.code, told.out) == (0, "Nothing is disputed.\n")
    assert json.loads(run("cards", "disputes", "--json").out) == []


def test_disputes_are_listed_by_item_and_point_for_programs(run: Run, disputed: None) -> None:  # noqa: F811
    told = json.loads(run("cards", "disputes", "--json").out)
    assert [(each["item"], each["point"], each["verdict"]) for each in told] == [
        ("kv-cache", "reuse", "miss"),
        ("kv-cache/followup/gqa", "quality", "miss"),
    ]
    assert told[0]["answer"] == ANSWER
    assert told[0]["dimension"] == "why"
    assert told[0]["must"] is True
    assert "otherwise you'd do the same projections over and over" in told[0]["says"]


def test_people_read_the_words_and_the_lines_that_did_not_catch_them(run: Run, disputed: None) -> None:  # noqa: F811
    told = run("cards", "disputes", "kv-cache")
    assert told.code == 0
    assert "not counted" in told.out
    assert "reuse" in told.out
    assert "Labour spent once" in " ".join(told.out.split())
    assert "2 verdicts disputed" in told.out
    assert run("cards", "disputes", "mla").out == "Nothing is disputed.\n"
    assert run("cards", "disputes", "no-such-card").code == 2


def test_a_point_that_is_disputed_twice_stands_once_with_both_answers(run: Run) -> None:  # noqa: F811
    with open_practice(load_settings()) as practice:
        for answer in ("Labour spent once need not be spent anew.", "No toil twice over."):
            graded = practice.answer(practice.prompt("kv-cache", "en", in_turn=True), answer)
            practice.disputes().toggle(graded, "reuse")
    told = " ".join(run("cards", "disputes").out.split())
    assert told.count("reuse") == 1
    assert "“Labour spent once need not be spent anew.”" in told
    assert "“No toil twice over.”" in told
    assert "2 verdicts disputed" in told


def test_what_an_answer_holds_drives_no_terminal(run: Run, tmp_path: Path) -> None:  # noqa: F811
    with open_practice(load_settings()) as practice:
        graded = practice.answer(
            practice.prompt("kv-cache", "en", in_turn=True), "x \x1b]0;owned\x07 [red]y[/]"
        )
        practice.disputes().toggle(graded, "reuse")
    told = run("cards", "disputes")
    assert "\x1b" not in told.out
    assert "[red]y[/]" in told.out
