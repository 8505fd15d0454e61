"""Whatever an answer is made of, a span found in its folded form leads back to the very words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.grading.text import Span, clauses, fold, language_of, sentences


@pytest.mark.parametrize(
    ("given_text", "wanted"),
    [
        ("ＫＶ　Ｃａｃｈｅ", "KV cache".lower()),
        ("４０ＧｉＢ", "40gib"),
        ("naïve", "naive"),
        ("nai\u0308ve", "naive"),
        ("pre\u200bfill", "prefill"),
        ("\ufb01ll", "fill"),
        ("顯存不夠時會搶佔", "显存不够时会抢占"),
        ("don\u2019t", "don't"),
        ("іgnоrе", "ignore"),  # Cyrillic letters among Latin ones
    ],
)
def test_folding_brings_spellings_together(given_text, wanted):
    assert fold(given_text).text == wanted


def test_a_quote_takes_the_marks_and_forms_that_folding_removed():
    text = "前文 ﬁlled cafe\u0301🙂，然后"
    folded = fold(text)
    start = folded.text.index("filled")
    quote = folded.evidence(Span(start, start + len("filled cafe")))
    assert quote is not None
    assert quote.quote == "ﬁlled cafe\u0301"
    assert text[quote.start : quote.end] == quote.quote


def test_blanks_around_a_span_are_not_quoted_and_a_blank_span_quotes_nothing():
    folded = fold("  KV ，  \n")
    assert folded.evidence(Span(0, 4)).quote == "KV"  # type: ignore[union-attr]
    assert folded.evidence(Span(0, 2)) is None


@given(st.text(), st.integers(0, 200), st.integers(0, 200))
def test_every_span_of_any_text_quotes_it_exactly(text, one, other):
    folded = fold(text)
    start, end = sorted((min(one, len(folded.text)), min(other, len(folded.text))))
    evidence = folded.evidence(Span(start, end))
    if evidence is not None:
        assert text[evidence.start : evidence.end] == evidence.quote != ""


@given(st.text(), st.integers(0, 50), st.integers(0, 50))
def test_blanking_a_span_moves_nothing_else(text, one, other):
    folded = fold(text)
    start, end = sorted((min(one, len(folded.text)), min(other, len(folded.text))))
    left = folded.without([Span(start, end)])
    assert len(left.text) == len(folded.text)
    assert left.text[:start] == folded.text[:start]
    assert left.text[end:] == folded.text[end:]


@given(st.text(alphabet=st.sampled_from("ab字，。,.!? \n→")))
def test_sentences_and_their_clauses_hold_every_letter_once(text):
    letters = [
        index
        for sentence in sentences(text)
        for clause in clauses(text, sentence)
        for index in range(clause.start, clause.end)
        if text[index].isalnum()
    ]
    assert letters == [index for index, character in enumerate(text) if character.isalnum()]


def test_a_number_with_a_point_is_not_two_sentences():
    text = "It takes 2.29 ms. Then it stops."
    assert [text[span.start : span.end].strip() for span in sentences(text)] == [
        "It takes 2.29 ms.",
        "Then it stops.",
    ]


@pytest.mark.parametrize(
    ("text", "claimed", "language"),
    [
        ("KV cache 存在显存里", "mixed", "zh"),
        ("the KV cache of a 显存 pool is reserved at start", "mixed", "en"),
        ("anything", "zh", "zh"),
        ("", "mixed", "zh"),
    ],
)
def test_remarks_are_made_in_the_language_of_the_answer(text, claimed, language):
    assert language_of(text, claimed) == language
