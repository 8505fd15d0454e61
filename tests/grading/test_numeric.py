"""A typed number: units, spellings, tolerance, and the wrong turns that are recognised.

Llama-3-70B at 128Ki tokens holds 40 GiB of KV, which is 42.95 GB (fact sheet, q01-c7); MHA would be 320 GiB.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.cards.card import ItemId, Tolerance
from drill.cards.numeric import NumericQuestion, Slip
from drill.grading.numeric import grade_numeric

KV = NumericQuestion(
    item=ItemId("kv-cache/drill/size"),
    question="How much KV do 131,072 tokens of Llama-3-70B take?",
    arguments={"tokens": "128Ki"},
    expected=40.0,
    unit="GiB",
    tolerance=Tolerance(0.03, relative=True),
    slips=(
        Slip("query-heads", 320.0, "K and V counted for every query head"),
        Slip("decimal-prefix", 42.95, "counted by 1000"),
    ),
    working=("KV per token = 2·80·8·128·2 = 327,680 B", "KV = 131,072·327,680 B"),
    assumptions=("FP16",),
)


def question(expected, unit, amount=0.03, *, relative=True):
    return NumericQuestion(
        ItemId("card/drill/x"), "?", {}, expected, unit, Tolerance(amount, relative=relative)
    )


@pytest.mark.parametrize(
    "answer",
    [
        "40 GiB", "40GiB", "42.9GB", "42.9 GB", "40960 MiB", "４０ ＧｉＢ", "4.29e10 B", "≈ 40 GiB",
        "40 gib", "40.5 GiB", "about 40 GiB",
        "2·80·8·128·2 B × 131072 = 40 GiB", "每个 token 320 KiB，乘 131072 等于 40 GiB",
        "40 GiB (42.9 GB)", "It is 40 GiB.", "答案是 40 GiB",
    ],
)  # fmt: skip
def test_the_right_value_in_any_spelling(answer):
    verdict = grade_numeric(KV, answer, "en")
    assert verdict.score == 1
    assert verdict.rating == "easy"
    assert verdict.misconceptions == ()


@pytest.mark.parametrize(
    ("expected", "unit", "answer"),
    [
        (40_000, "token", "4 万"),
        (40_000, "token", "4 万个 token"),
        (320_000, "B", "3.2e5 B"),
        (2.59, "s", "2590 ms"),
        (55e9, "B/s", "55 GB/s"),
        (0.9, "1", "90%"),
        (8, "×", "8 倍"),
        (8, "×", "8x"),
        (26, "request", "26"),
        (26, "request", "26 requests"),
        (131072, "token", "128K"),
        (128000, "token", "128K"),
    ],
)
def test_units_of_the_field(expected, unit, answer):
    assert grade_numeric(question(expected, unit), answer, "zh").score == 1


def test_the_tolerance_is_the_cards():
    assert grade_numeric(question(100, "s", 0.03), "103 s", "en").score == 1
    assert grade_numeric(question(100, "s", 0.03), "104 s", "en").score == 0
    assert grade_numeric(question(16, "block", 0, relative=False), "16", "en").score == 1
    assert grade_numeric(question(16, "block", 0, relative=False), "17", "en").score == 0


def test_a_missing_unit_is_taken_as_the_asked_one_and_said():
    verdict = grade_numeric(KV, "40", "en")
    assert verdict.score == 1
    assert any("GiB" in note and "unit" in note for note in verdict.notes)


@pytest.mark.parametrize(("answer", "slip"), [("320 GiB", "query-heads"), ("42.95", "decimal-prefix")])
def test_a_known_wrong_turn_is_named(answer, slip):
    verdict = grade_numeric(KV, answer, "en")
    assert verdict.score == 0
    (belief,) = verdict.misconceptions
    assert belief.id == slip
    assert belief.quote == answer
    assert belief.correction


def test_another_wrong_value_is_just_wrong():
    verdict = grade_numeric(KV, "7 GiB", "en")
    assert verdict.score == 0
    assert verdict.rating == "again"
    assert verdict.misconceptions == ()
    assert any("40 GiB" in note for note in verdict.notes)


def test_the_working_and_what_it_assumes_are_shown():
    notes = "\n".join(grade_numeric(KV, "1 GiB", "en").notes)
    assert "327,680 B" in notes
    assert "FP16" in notes


def test_a_unit_of_something_else_is_named():
    verdict = grade_numeric(KV, "40 seconds", "en")
    assert verdict.score == 0
    assert any("40 seconds" in note for note in verdict.notes)


@pytest.mark.parametrize("answer", ["", "no idea", "很多", "🙂"])
def test_no_number_is_no_answer_and_says_what_to_type(answer):
    verdict = grade_numeric(KV, answer, "zh")
    assert verdict.score == 0
    assert any("GiB" in note for note in verdict.notes)


@pytest.mark.parametrize(
    "answer", ["40 GiB or 320 GiB", "320 GiB or 40 GiB", "320 GiB 或者 40 GiB", "40 or 320"]
)
def test_naming_several_values_is_not_knowing_one(answer):
    verdict = grade_numeric(KV, answer, "en")
    assert verdict.score == 0
    assert verdict.confidence < 0.5


def test_the_number_that_was_read_is_named_where_there_are_several():
    verdict = grade_numeric(KV, "The weights take 141 GB, the KV 40 GiB.", "en")
    assert verdict.score == 1
    assert any("40 GiB" in note and "Several" in note for note in verdict.notes)


@pytest.mark.parametrize(
    "answer",
    [
        "512+64=576 个数，然后 40 GiB",
        "4×80=320, so the KV takes 40 GiB",
        "答案 40，因为 4 × 80 GiB 再除以 8",
        "80 GiB / 2 = 40",
        "4×80 = 320 GiB 是全部，除以 8 是 39.6，取整，要 40",
        "8 个头共 320 GiB = 327680 MiB，所以 40 个 GiB",
    ],
)
def test_a_step_of_the_working_is_not_the_answer(answer):
    assert grade_numeric(KV, answer, "zh").score == 1


def test_notes_speak_the_language_of_the_answer():
    assert any("正确" in note for note in grade_numeric(KV, "40 GiB", "zh").notes)
    assert any("Right" in note for note in grade_numeric(KV, "40 GiB", "en").notes)


@settings(max_examples=80, deadline=None)
@given(st.text() | st.lists(st.sampled_from("0123456789.,eE+-/%×GMKiB 万亿＝=~")).map("".join))
def test_any_text_gets_a_verdict(answer):
    assert grade_numeric(KV, answer, "en").score in {0, 1}
