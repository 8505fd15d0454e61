"""The deck that comes with the program."""

import json
import re

import pytest

from drill.cards.card import Kind
from drill.cards.check import check
from drill.cards.decks import builtin, load_decks
from drill.cards.items import items

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


def test_no_says_line_is_a_labelled_answer_in_disguise(deck, shared):
    """The answers measure the grader, so a says-line that repeats one would make the measure worthless.

    A line repeats an answer when at least half of its runs of four characters, spaces and punctuation
    aside, stand in that answer.
    """
    lines = (shared / "answers" / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    answers = {each["id"]: _grams(each["answer"]) for each in map(json.loads, lines)}
    disguised = [
        (card.id, said, name)
        for card in deck.cards.values()
        for ways in card.says.values()
        for said in ways
        for name, answer in answers.items()
        if (runs := _grams(said)) and len(runs & answer) / len(runs) >= 0.5
    ]
    assert disguised == []
