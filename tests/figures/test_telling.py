"""What the engine says reaches a Chinese reader in Chinese, but for terms, units and names of arguments."""

from __future__ import annotations

import re

import pytest

from drill.cards.card import Kind
from drill.cards.counting import with_unit
from drill.cards.decks import Decks, builtin, load_decks
from drill.cards.items import items
from drill.cards.quantity import read_quantity
from drill.figures.bind import recompute
from drill.figures.draw import draw
from drill.figures.telling import told

_ALLOWED = """
    min max exp prompt token batch worker decode mfu mbu FLOP KV GPU GB TB MB Zipf float64 vLLM issue June
    gate up selective shared salted none public A100 H100 H200 H20 B200 L40S SXM MI300X
    fp16 fp8 fp4 FP16 FP8 FP4 NVFP4 MXFP4 INT4 INT8 BF16 ms
"""
_TERMS = set(_ALLOWED.split())
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]+")


@pytest.fixture(scope="module")
def decks() -> Decks:
    return load_decks([builtin()])


def prose(line: str) -> list[str]:
    return [word for word in _WORD.findall(line) if word not in _TERMS and not re.fullmatch(r"e\d+", word)]


def test_the_way_to_every_drill_of_the_deck_is_chinese(decks: Decks) -> None:
    left = {}
    for card in decks.cards.values():
        for item in items(card):
            for seed in range(4) if item.kind is Kind.DRILL else ():
                drawn = draw(card, card.drills[item.name], item, "zh", seed)
                for line in (*drawn.working, *drawn.assumptions):
                    if words := prose(line):
                        left[line] = words
    assert left == {}


def test_what_every_figure_of_the_deck_assumes_is_chinese(decks: Decks) -> None:
    assumed = {line for card in decks.cards.values() for row in recompute(card) for line in row.assumptions}
    assert {line: words for line in assumed if (words := prose(told(line, "zh")))} == {}


def test_english_stays_as_the_engine_says_it() -> None:
    assert told("a queue that never runs dry", "en") == "a queue that never runs dry"
    assert told("80 GB per GPU, 0.9 of it used", "zh") == "每卡 80 GB，使用其中的 0.9"
    assert told("something new", "zh") == "something new"


@pytest.mark.parametrize(
    ("number", "unit", "english", "chinese"),
    [
        ("411,376", "token", "411,376 tokens", "411,376 token"),
        ("1", "token", "1 token", "1 token"),
        ("9", "slot", "9 slots", "9 个槽位"),
        ("26.3", "request", "26.3 requests", "26.3 个请求"),
        ("2", "pass", "2 passes", "2 遍"),
        ("40", "GiB", "40 GiB", "40 GiB"),
        ("16", "1/h", "16/h", "16/h"),
        ("3", "1", "3", "3"),
    ],
)
def test_units_that_count_are_words(number: str, unit: str, english: str, chinese: str) -> None:
    assert with_unit(number, unit, "en") == english
    assert with_unit(number, unit, "zh") == chinese
    for written in (english, chinese):
        read = read_quantity(written)
        assert read
        assert read.unit in (unit, "1")
