import pytest

from drill.cards.card import Card, CardId, CardText, Item, ItemId, Kind
from drill.grading.checklist import grade_checklist
from drill.grading.rubric import rubric_for


def test_what_was_ticked_was_said(rubric):
    verdict = grade_checklist(rubric, {"blocks", "demand", "unknown"}, "en")
    assert {point.id for point in verdict.points if point.verdict == "hit"} == {"blocks", "demand", "unknown"}
    assert [verdict.dimensions[each] for each in verdict.dimensions] == [1.0, 0.5, 0.0, 0.0]
    assert verdict.score == pytest.approx(0.375)
    assert (verdict.grader, verdict.status, verdict.confidence) == ("self", "graded", 1.0)


def test_everything_ticked_is_easy_and_nothing_is_again(rubric):
    assert grade_checklist(rubric, {point.id for point in rubric.points}, "en").rating == "easy"
    assert grade_checklist(rubric, (), "en").rating == "again"


def test_a_missed_must_is_again_since_the_user_knows(rubric):
    but_one = {point.id for point in rubric.points} - {"blocks"}
    assert grade_checklist(rubric, but_one, "en").rating == "again"


def test_a_card_without_points_is_left_ungraded():
    card = Card(CardId("plain"), "mine", "plain.md", "en", {"en": CardText("en", "Q?", body="A.")})
    verdict = grade_checklist(rubric_for(card, Item(ItemId("plain"), card.id, Kind.PLAIN)), (), "en")
    assert verdict.status == "ungraded"
    assert verdict.score is None
    assert verdict.rating is None
