"""What is scheduled on a card, under names that last, and what each item asks and answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.cards.card import Kind
from drill.cards.cloze import gaps, hide, reveal
from drill.cards.items import items, model_answer, question

FULL = """---
id: kv
---
# 题

## 是什么
文
- **a** 点
## 追问
### 问 {#gqa}
- **b** 答
## 计算题
### {tokens} 个多大？ {#size}
`kv.size tokens=1..4 -> GiB ±3%`
### 没有式子 {#none}
"""


def test_an_explained_card_yields_itself_its_followups_and_its_drills(read):
    card, _ = read(FULL)
    assert [(each.id, each.kind, each.name) for each in items(card)] == [
        ("kv", Kind.EXPLAIN, ""),
        ("kv/followup/gqa", Kind.FOLLOWUP, "gqa"),
        ("kv/drill/size", Kind.DRILL, "size"),
    ]


def test_each_item_asks_in_the_language_and_falls_back_to_the_base(read):
    card, _ = read(FULL, en="# Title\n\n## What\ntext\n## Follow-ups\n### ask {#gqa}\n- **b** answer\n")
    explain, followup, drill = items(card)
    assert [question(card, each, "en") for each in (explain, followup, drill)] == [
        "Title",
        "ask",
        "{tokens} 个多大？",
    ]
    assert [model_answer(card, each, "en") for each in (explain, followup, drill)] == ["text", "- answer", ""]
    assert question(card, followup, "zh") == "问"


def test_a_plain_card_asks_its_front_and_answers_its_back(card_of):
    card = card_of("# Front\n\nBack **x**\n")
    (item,) = items(card)
    assert (item.id, item.kind) == ("fallback", Kind.PLAIN)
    assert (question(card, item, "en"), model_answer(card, item, "en")) == ("Front", "Back **x**")


def test_a_card_with_gaps_asks_each_of_them(card_of):
    card = card_of("# T\n\n{{K}} and {{V}} per {{layer::layer}}.\n")
    found = items(card)
    assert [each.kind for each in found] == [Kind.CLOZE] * 3
    assert found[2].id == "fallback/cloze/layer"
    assert question(card, found[0], "en") == "[…] and V per layer."
    assert model_answer(card, found[1], "en") == "K and **V** per layer."


def keys(text):
    return [gap.key for gap in gaps(text)]


def test_inserting_and_moving_gaps_keeps_the_others(card_of):
    before = keys("{{a}} {{b}}")
    assert keys("{{x}} {{a}} {{b}}")[1:] == before
    assert keys("{{b}} then {{a}}") == before[::-1]
    assert keys("{{a}} {{b}} {{x}}")[:2] == before


def test_a_named_gap_may_be_reworded():
    assert keys("{{c1::recieve}}") == keys("{{c1::receive}}") == ["c1"]


def test_gaps_of_one_key_are_asked_together():
    assert hide("{{c1::a}} b {{c1::c}} {{d}}", "c1") == "[…] b […] d"
    assert reveal("{{c1::a}} b {{c1::c}} {{d}}", "c1") == "**a** b **c** d"


@pytest.mark.parametrize(
    "text",
    [
        "`{{ jinja }}`",
        "``a `{{b}}` c``",
        "```\n{{x}}\n```",
        "~~~\n{{x}}\n\n{{y}}",
        "$\\frac{{a}}{b}$",
        "$$\n{{x}}\n$$",
        "\\{{x}}",
        "{{}}",
        "{{ }}",
        "{x}",
        "{{x}",
    ],
)
def test_code_maths_and_loose_braces_hold_no_gaps(text):
    assert keys(text) == []


def test_a_gap_after_code_is_found():
    assert [gap.answer for gap in gaps("`{{a}}` {{b}}\n```\n{{c}}\n```\n{{d}}")] == ["b", "d"]


@given(
    st.lists(st.text("abc漢 ", min_size=1).filter(str.strip), unique_by=lambda each: " ".join(each.split()))
)
def test_keys_are_distinct_and_filling_gives_the_plain_text(words):
    text = " ".join(f"{{{{{word}}}}}" for word in words)
    assert len(set(keys(text))) == len(words)
    assert hide(text, "no such key") == " ".join(word.strip() for word in words)
