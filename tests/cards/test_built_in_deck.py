"""The deck that comes with the program."""

import json
import re

import pytest

from drill.cards.card import Kind
from drill.cards.check import check
from drill.cards.decks import builtin, load_decks
from drill.cards.items import items
from drill.cards.page import page

QUESTIONS = (
    "kv-cache",
    "continuous-batching",
    "paged-attention",
    "prefix-cache-and-chunked-prefill",
    "speculative-decoding-and-quantization",
    "ttft-tpot-and-utilization",
    "batch-size-and-long-context",
    "gpu-sharing-queues-and-quotas",
    "mla",
    "eplb",
    "pd-disaggregation",
    "tiered-kv",
    "prompt-stability",
    "max-model-len",
    "scale-to-zero",
    "fp4-vs-int4",
    "cross-tenant-cache",
)


@pytest.fixture(scope="module")
def deck():
    return load_decks([builtin()])


def test_it_lints_clean():
    assert [str(fault) for fault in check([builtin()])] == []


def test_it_has_all_questions_in_order_in_both_languages(deck):
    assert tuple(deck.cards) == QUESTIONS
    assert {tuple(card.texts) for card in deck.cards.values()} == {("zh", "en")}
    assert set(deck.titles["llm-inference"]) == {"zh", "en"}


def test_every_card_yields_an_explanation_two_followups_and_two_drills(deck):
    for card in deck.cards.values():
        kinds = [item.kind for item in items(card)]
        assert kinds[0] is Kind.EXPLAIN
        assert kinds.count(Kind.FOLLOWUP) >= 2
        assert kinds.count(Kind.DRILL) >= 2


def _grams(text: str) -> set[str]:
    letters = re.sub(r"[\W_]+", "", text.casefold())
    return {letters[at : at + 4] for at in range(len(letters) - 3)}


def test_no_says_line_is_lifted_from_a_labelled_answer(deck, shared):
    """The answers measure the grader, so a says-line that repeats one would make the measure worthless.

    Runs of four letters that the deck itself has somewhere are the field's vocabulary and show nothing:
    with them, lines resemble answers to other cards as often as those to their own.
    """
    lines = (shared / "answers" / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    answers = [(each["card"], each["id"], _grams(each["answer"])) for each in map(json.loads, lines)]
    pages = (page(card, language) for card in deck.cards.values() for language in card.texts)
    vocabulary = set().union(*map(_grams, pages))
    lifted = [
        (said, name)
        for card in deck.cards.values()
        for ways in card.says.values()
        for said in ways
        for about, name, answer in answers
        if about == card.id
        and len(own := _grams(said) - vocabulary) >= 8
        and len(own & answer) / len(own) >= 0.5
    ]
    assert lifted == []
