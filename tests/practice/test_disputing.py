"""Disputing a verdict: what is kept, what an author reads of it, and what ticking makes of it."""

from __future__ import annotations

from pathlib import Path

from drill.practice.practice import Practice
from drill.practice.views import Graded
from tests.practice.studying import Opener

ANSWER = "The keys and values of earlier tokens are kept in memory. Labour spent once need not be spent anew."


def answered(practice: Practice, text: str = ANSWER) -> Graded:
    return practice.answer(practice.prompt("alpha", in_turn=True), text)


def marks(graded: Graded) -> dict[str, str]:
    return {point.id: point.verdict for point in graded.verdict.points}


def test_a_dispute_is_listed_with_the_words_and_the_lines_that_did_not_catch_them(practice: Practice):
    graded = answered(practice)
    assert marks(graded)["saves"] == "miss"
    graded = practice.disputes().toggle(graded, "saves")
    assert graded.disputed == {"saves"}
    (found,) = practice.disputes().all()
    assert (found.card, found.item, found.point, found.verdict, found.now) == (
        *("alpha", "alpha", "saves", "miss"),
        "miss",
    )
    assert found.text == "Work that was done once is not repeated"
    assert found.says == (found.text,)
    assert found.answer == ANSWER
    assert found.must


def test_the_same_key_takes_it_back(practice: Practice):
    graded = practice.disputes().toggle(answered(practice), "saves")
    graded = practice.disputes().toggle(graded, "saves")
    assert graded.disputed == frozenset()
    assert practice.disputes().all() == ()


def test_disputes_come_by_card_and_point_and_outlive_the_program(opener: Opener):
    first = opener()
    for card, point in (("beta", "saves"), ("alpha", "slow"), ("alpha", "again")):
        graded = first.answer(first.prompt(card, in_turn=True), ANSWER)
        first.disputes().toggle(graded, point)
    first.close()
    found = opener().disputes().all()
    assert [(each.card, each.point) for each in found] == [
        ("alpha", "again"),
        ("alpha", "slow"),
        ("beta", "saves"),
    ]


def test_a_mended_card_counts_the_point_today(opener: Opener, deck: Path):
    practice = opener()
    practice.disputes().toggle(answered(practice), "saves")
    practice.close()
    (deck / "alpha.says.md").write_text("## saves\n- labour spent once need not be spent anew\n")
    (found,) = opener().disputes().all()
    assert (found.verdict, found.now) == ("miss", "hit")
    assert found.quote == "Labour spent once need not be spent anew."


def test_a_dispute_of_a_point_that_is_gone_is_still_listed(opener: Opener, deck: Path):
    practice = opener()
    practice.disputes().toggle(answered(practice), "slow")
    practice.close()
    card = deck / "alpha.md"
    card.write_text(card.read_text().replace("- **slow** Each token takes longer than the one before\n", ""))
    (found,) = opener().disputes().all()
    assert (found.point, found.text, found.now, found.answer) == ("slow", "", "", ANSWER)


def test_ticking_a_disputed_point_makes_the_verdict_ones_own_and_keeps_the_words(practice: Practice):
    graded = practice.disputes().toggle(answered(practice), "saves")
    again = practice.ticked(graded, ["kept", "saves"])
    assert again.answer == graded.answer
    assert again.text == ANSWER
    assert again.verdict.grader == "self"
    assert again.disputed == {"saves"}
    points = {point.id: point for point in again.verdict.points}
    assert points["saves"].verdict == "hit"
    (quoted,) = points["kept"].evidence
    assert ANSWER[quoted.start : quoted.end] == quoted.quote


def test_nothing_typed_is_no_score_and_no_rating_of_its_own(practice: Practice):
    for item in ("alpha", "alpha/drill/size", "ttft"):
        for text in ("", " \n", "...", "。"):
            verdict = practice.answer(practice.prompt(item, in_turn=True), text).verdict
            assert (verdict.status, verdict.score, verdict.rating) == ("ungraded", None, None)
