"""Popular figures in an answer: they keep the credit of the reasoning, and their correction is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drill.cards.quantity import Quantity, find_quantities, read_quantity
from drill.grading.features import Features, phrase_features
from drill.grading.remarks import remark
from drill.grading.rubric import HeardFigure, Rubric
from drill.grading.text import Folded, Span, clauses, fold, sentences


def heard_notes(rubric: Rubric, answer: Folded, denied: Sequence[Span], language: str) -> tuple[str, ...]:
    """A remark for each popular figure that the answer gives, in the order of the card."""
    found = (
        (figure, said)
        for figure in rubric.heard
        if (said := next(_mentions(figure, rubric, answer, denied), None)) is not None
    )
    return tuple(
        remark("heard", language, said=said, correction=_correction(figure, language, rubric.base))
        for figure, said in found
    )


def _correction(figure: HeardFigure, language: str, base: str) -> str:
    return figure.corrections.get(language) or figure.corrections[base]


def _mentions(figure: HeardFigure, rubric: Rubric, answer: Folded, denied: Sequence[Span]) -> Iterator[str]:
    about = _about(figure, rubric)
    for said in figure.said:
        quantity = read_quantity(said)
        for span in _quantity_spans(answer, quantity) if quantity else _text_spans(answer, said):
            if any(each.start < span.end and span.start < each.end for each in denied):
                continue
            if quantity is None or about & _around(answer, span).signs.keys():
                evidence = answer.evidence(span)
                if evidence:
                    yield evidence.quote


def _about(figure: HeardFigure, rubric: Rubric) -> set[str]:
    """The concepts that the card names with the figure: a bare number means the figure only among them."""
    told = [text for texts in rubric.passages.values() for text in texts]
    told += [text for belief in rubric.misconceptions for text in belief.claims.values()]
    told += [text for point in rubric.points for text in point.texts.values()]
    with_it = (
        sentence
        for text in told
        for sentence in (text[span.start : span.end] for span in sentences(text))
        if any(said in sentence for said in figure.said)
    )
    return {
        name
        for text in (*with_it, *figure.corrections.values())
        for name in phrase_features(text).signs
        if not name.startswith("#")
    }


def _around(answer: Folded, span: Span) -> Features:
    for sentence in sentences(answer.text):
        for clause in clauses(answer.text, sentence):
            if clause.start <= span.start < clause.end:
                return phrase_features(answer.text[clause.start : clause.end])
    return Features()


def _quantity_spans(answer: Folded, wanted: Quantity) -> Iterator[Span]:
    for found in find_quantities(answer.given):
        if found.quantity.unit == wanted.unit and _close(found.quantity, wanted):
            yield answer.span(found.start, found.end)


def _close(one: Quantity, other: Quantity) -> bool:
    """Equal up to rounding, with the range of one inside the range of the other."""
    lower, upper = other.value, other.value if other.upper is None else other.upper
    ends = (one.value, one.value if one.upper is None else one.upper)
    slack = 0.005 * max(abs(lower), abs(upper))
    return all(lower - slack <= end <= upper + slack for end in ends)


def _text_spans(answer: Folded, said: str) -> Iterator[Span]:
    needle = fold(said).text.strip()
    at = answer.text.find(needle) if needle else -1
    if at >= 0:
        yield Span(at, at + len(needle))
