"""Answers of earlier days come back as they were judged, and looking at them changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from drill.cards.card import Kind
from drill.errors import UsageError
from drill.practice.practice import Practice
from drill.store.interviews import MOCK
from tests.practice.studying import GOOD, Opener, study


def test_the_latest_answer_comes_first_with_its_score_and_rating(practice: Practice, clock):
    study(practice, "easy")
    clock.pass_by(hours=1)
    practice.answer(practice.prompt("ttft", in_turn=True), "own words")
    last, first = practice.past().all()
    assert (last.item, last.score, last.rating) == ("ttft", None, None)
    assert (first.item, first.rating) == ("alpha", "easy")
    assert first.score == pytest.approx(1, abs=0.3)
    assert last.at > first.at


def test_an_answer_opens_with_the_verdict_and_the_disputes_on_it(opener: Opener):
    one = opener()
    graded = one.answer(one.prompt("alpha", in_turn=True), GOOD)
    point = next(each.id for each in graded.verdict.points if each.verdict != "hit")
    one.disputes().toggle(graded, point)
    one.close()
    two = opener()
    (past,) = two.past().all()
    found = two.past().open(past.answer)
    assert found.text == GOOD
    assert found.verdict.points == graded.verdict.points
    assert found.verdict.dimensions == pytest.approx(graded.verdict.dimensions, abs=1e-4)
    assert found.disputed == {point}
    assert found.prompt.question == graded.prompt.question


def test_a_number_opens_with_the_values_it_was_asked_with(practice: Practice):
    prompt = practice.prompt("alpha/drill/size", in_turn=True)
    practice.answer(prompt, "1 GiB")
    (past,) = practice.past().all()
    found = practice.past().open(past.answer)
    assert found.prompt.item.kind is Kind.DRILL
    assert found.prompt.numeric == prompt.numeric


def test_judging_an_earlier_answer_anew_counts_and_rating_it_moves_no_schedule(practice: Practice):
    study(practice, "good")
    due = practice.today().next_due
    (past,) = practice.past().all()
    found = practice.past().open(past.answer)
    ticked = practice.ticked(found, ["kept"])
    assert practice.rate(ticked, "again").scheduled is False
    assert practice.today().next_due == due
    (again,) = practice.past().all()
    assert again.rating == "good"
    assert practice.past().open(past.answer).verdict.grader == "self"


def test_what_is_no_longer_in_the_decks_or_was_said_in_an_interview_is_not_listed(opener: Opener, deck: Path):
    one = opener()
    one.answer(one.prompt("beta", in_turn=True), GOOD)
    prompt = one.prompt("alpha", in_turn=True)
    object.__setattr__(prompt, "reason", MOCK)
    one.answer(prompt, GOOD)
    one.close()
    (deck / "beta.md").unlink()
    (deck / "deck.toml").write_text('cards = ["alpha", "gamma", "ttft"]\nlanguage = "en"\n')
    assert opener().past().all() == ()


def test_a_verdict_that_cannot_be_read_is_a_line_and_no_traceback(practice: Practice):
    graded = practice.answer(practice.prompt("alpha", in_turn=True), GOOD)
    with practice._collection.writing() as books:
        books.answers.add_verdict(graded.answer, practice._clock.now(), None, {"of": "another program"})
    (past,) = practice.past().all()
    with pytest.raises(UsageError, match="cannot be read"):
        practice.past().open(past.answer)
