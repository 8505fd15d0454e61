"""A free question about a card is answered by the passages that speak of it."""

import pytest

from drill.cards.decks import builtin, load_decks
from drill.cards.passages import best, likeness, passages, sentences, tokens


@pytest.fixture(scope="module")
def card():
    return load_decks([builtin()]).cards["kv-cache"]


@pytest.mark.parametrize(
    ("question", "language", "section"),
    [
        ("why is Q not cached?", "en", "Why cache K and V but not Q?"),
        ("为什么不缓存 Q？", "zh", "为什么只缓存 K 和 V，不缓存 Q？"),
        ("how can I verify it?", "en", "verification"),
        ("怎么验证？", "zh", "verification"),
        ("what happens without it?", "en", "counterfactual"),
        ("is the size quadratic in the context?", "en", "misconceptions"),
        ("nvidia-smi 能看出来吗", "zh", "verification"),
    ],
)
def test_the_place_that_answers_is_among_the_best(card, question, language, section):
    assert section in {each.section for each in best(question, passages(card, language))}


def test_what_the_card_does_not_speak_of_finds_nothing(card):
    assert best("zebras in winter", passages(card, "en")) == ()
    assert best("", passages(card, "en")) == ()
    assert best("why is that so?", ()) == ()


def test_forms_of_a_word_are_one_word():
    assert tokens("cache") == tokens("cached") == tokens("caching") == tokens("The caches")


def test_headings_and_marks_of_lists_are_no_sentences():
    assert sentences("### A topic\n\nIt is kept. It grows!\n- a row a token\n1. and so on") == (
        "It is kept.",
        "It grows!",
        "a row a token",
        "and so on",
    )


def test_likeness_goes_from_nothing_to_one():
    one, other = tokens("K and V are cached"), tokens("Q is never cached")
    assert likeness(one, one) == 1
    assert 0 < likeness(one, other) < 1
    assert likeness(one, tokens("")) == 0
