"""The deck that is shipped: every figure holds, every drill can be drawn."""

import pytest

from drill.cards.card import Card, Kind
from drill.cards.decks import builtin, load_decks
from drill.cards.items import items
from drill.figures.bind import recompute
from drill.figures.draw import draw

CARDS = tuple(load_decks((builtin(),)).cards.values())


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_figure_of_the_deck_holds(card: Card):
    assert [(row.figure, row.fault) for row in recompute(card) if not row.ok] == []


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_drill_of_the_deck_draws_a_question_with_its_values_put_in(card: Card):
    for item in items(card):
        if item.kind is Kind.DRILL:
            for seed in range(20):
                for language in card.texts:
                    question = draw(card, card.drills[item.name], item, language, seed)
                    assert question.expected > 0
                    assert question.working
                    assert "{" not in question.question
