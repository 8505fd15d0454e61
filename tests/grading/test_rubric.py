from dataclasses import replace

from drill.cards.card import Card, CardId, CardText, Item, ItemId, Kind
from drill.cards.items import items
from drill.grading.rubric import rubric_for


def test_a_point_brings_both_languages_and_its_says(rubric):
    blocks = next(point for point in rubric.points if point.id == "blocks")
    assert set(blocks.texts) == {"zh", "en"}
    assert blocks.must
    assert any("page table" in line for line in blocks.says)


def test_a_followups_points_take_their_says_under_its_name(followup):
    assert [point.id for point in followup.points] == ["small", "large"]
    assert all(point.dimension is None for point in followup.points)
    assert any("lookups" in line for line in followup.points[0].says)
    assert followup.questions == ("块大小怎么权衡？", "How do you choose the block size?")


def test_a_heard_figure_has_its_correction_in_each_language(rubric):
    (heard,) = rubric.heard
    assert heard.said == ("60%",)
    assert heard.corrections["en"].startswith("60% is what was wasted")
    assert heard.corrections["zh"].startswith("60% 是被浪费")


def test_editing_a_card_makes_another_rubric(card, rubric):
    changed = replace(card, says={})
    item = Item(ItemId("paging"), card.id, Kind.EXPLAIN)
    assert rubric_for(card, item) == rubric
    assert hash(rubric_for(changed, item)) != hash(rubric)


def test_a_gap_is_held_against_its_own_words():
    text = CardText("en", "Ports", body="SSH listens on {{22}} and HTTPS on {{443}}.")
    card = Card(CardId("ports"), "mine", "ports.md", "en", {"en": text})
    assert [rubric_for(card, item).back["en"] for item in items(card)] == ["22", "443"]
