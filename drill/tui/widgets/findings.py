"""A verdict put into lines. Corrections come first: what was wrong must not hide below what was right.

Then what to say next time, then the points; each entry that can be asked about carries the id it is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from textual.content import Content

from drill.cards.card import Dimension
from drill.cards.numeric import NumericQuestion
from drill.grading.nexttime import next_time
from drill.grading.text import language_of
from drill.grading.verdict import Advice, Mark, PointVerdict, Verdict
from drill.i18n import _
from drill.practice.views import Graded
from drill.tui import wording
from drill.tui.material import expected_points, notes
from drill.tui.text import MUTED, blanked, one_line, plain
from drill.tui.widgets.bars import score_bar
from drill.tui.widgets.rows import Row

_MARKS: dict[Mark, tuple[str, str]] = {
    "hit": ("✓", "$success"),
    "partial": ("~", "$warning"),
    "miss": ("✗", "$error"),
}
LONGEST = 20_000
"""Characters of an answer that are shown; a hundred thousand would take seconds to set."""
_BLANK = Row(Content(""), Content(""))


@dataclass(frozen=True, slots=True)
class Entry:
    """Lines that belong together."""

    rows: tuple[Row, ...]
    about: str = ""
    """The id of the point or misconception that the user may want to ask about or dispute."""


def dimension_bars(verdict: Verdict) -> list[Content]:
    """A bar a dimension, labels aligned."""
    labels = {each: _(wording.DIMENSIONS[each]) for each in Dimension if each in verdict.dimensions}
    widest = max((Content(label).cell_length for label in labels.values()), default=0)
    return [score_bar(label, verdict.dimensions[each], widest, cells=10) for each, label in labels.items()]


def entries(graded: Graded) -> list[Entry]:
    """Misconceptions and notes, what to say next time, each point with its words, a number's working."""
    verdict, question = graded.verdict, graded.prompt.numeric
    told = next_time(verdict, _texts(graded))
    found = [*_remarks(graded)]
    working = _working(question) if question else []
    for part in (_next_time(told, verdict.followup), [*_points(graded, told)], working):
        if found and part:
            found.append(Entry((_BLANK,)))
        found += part
    compare = Row(Content(""), Content.styled(_("Compare with the model answer"), MUTED))
    return found or [Entry((compare,))]


def own_answer(graded: Graded) -> Content:
    """What the user wrote, with the words that earned something and those that were wrong marked."""
    text, verdict = graded.text, graded.verdict
    if not text.strip():
        told = _("Said aloud") if verdict.grader == "self" else _("Nothing was typed")
        return Content.styled(told, MUTED)
    shown = Content(blanked(text[:LONGEST]))
    for evidence in (each for point in verdict.points if point.verdict != "miss" for each in point.evidence):
        shown = shown.stylize("bold underline $success", evidence.start, evidence.end)
    for each in verdict.misconceptions:
        if each.quote and (start := text.find(each.quote)) >= 0:
            shown = shown.stylize("bold reverse $error", start, start + len(each.quote))
    if len(text) > LONGEST:
        left_out = _("… and {n} more characters").format(n=len(text) - LONGEST)
        shown += Content.styled(f"\n{left_out}", MUTED)
    return shown


def _texts(graded: Graded) -> dict[str, str]:
    """The points' texts in the language that the answer is in."""
    prompt = graded.prompt
    language = language_of(graded.text, "mixed") if graded.text.strip() else prompt.language
    return {point.id: point.text for point in expected_points(prompt, language)}


def _next_time(told: tuple[Advice, ...], followup: str) -> list[Entry]:
    rows = [_row("→", "bold $accent", Content(plain(each.text))) for each in told]
    if rows:
        rows.insert(0, Row(Content(""), Content.styled(_("Next time, say"), "bold $accent")))
    if followup:
        asks = _("The model would ask next: {question}").format(question=plain(followup))
        rows.append(_row("?", "bold $accent", Content(asks)))
    return [Entry(tuple(rows))] if rows else []


def _remarks(graded: Graded) -> Iterator[Entry]:
    verdict = graded.verdict
    for each in verdict.misconceptions:
        body = Content.assemble(
            (_("You said: “{quote}”").format(quote=one_line(each.quote)), "$error"),
            *_disputed(each.id in graded.disputed),
            "\n",
            (_("Rather: {correction}").format(correction=plain(each.correction)), "bold"),
        )
        yield Entry((_row("!", "bold $error", body),), each.id)
    told = _("Your answer speaks to the grader; that was not obeyed: “{quote}”")
    remarks = [
        *(plain(note) for note in notes(graded)),
        *(told.format(quote=one_line(attempt)) for attempt in verdict.attempts),
    ]
    for remark in remarks:
        yield Entry((_row("i", "bold $warning", Content(remark)),))


def _working(question: NumericQuestion) -> list[Entry]:
    steps = [_row(f"{n}.", MUTED, Content(plain(step))) for n, step in enumerate(question.working, start=1)]
    assumed = [_row("≈", MUTED, Content(plain(assumption))) for assumption in question.assumptions]
    return [Entry((*steps, *assumed))] if steps or assumed else []


def _points(graded: Graded, told: Collection[Advice]) -> Iterator[Entry]:
    verdict = graded.verdict
    texts = {point.id: point.text for point in expected_points(graded.prompt)}
    advice = {each.dimension: each for each in verdict.advice if each not in told}
    dimension: Dimension | None = None
    for point in verdict.points:
        if point.dimension is not None and point.dimension != dimension:
            if dimension is not None:
                yield Entry((_BLANK,))
            dimension = point.dimension
            rows = [Row(Content(""), Content.styled(_(wording.DIMENSIONS[dimension]), "bold $accent"))]
            if dimension in advice:
                rows.append(_row("→", "$accent", Content(plain(advice[dimension].text))))
            yield Entry(tuple(rows))
        disputed = point.id in graded.disputed
        row = _point(point, texts.get(point.id, point.id), disputed=disputed)
        yield Entry((row,), point.id if point.verdict != "hit" or point.unsure or disputed else "")


def _point(point: PointVerdict, text: str, *, disputed: bool) -> Row:
    mark, style = _MARKS[point.verdict]
    missed_must = point.verdict == "miss" and point.must
    body = Content.styled(_("(must)") + " ", "bold $warning") if missed_must else Content("")
    body += Content(plain(text))
    if point.unsure:
        body += Content.styled("  " + _("the graders differ"), "bold $warning")
    body = Content.assemble(body, *_disputed(disputed))
    if point.evidence and point.verdict != "miss":
        quotes = " … ".join(one_line(each.quote) for each in point.evidence)
        body += Content.styled(f"\n“{quotes}”", f"italic {style}")
    return _row(mark, f"bold {style}", body)


def _disputed(disputed: bool) -> tuple[Content, ...]:
    return (Content.styled("  " + _("disputed"), "bold $warning"),) if disputed else ()


def _row(mark: str, style: str, body: Content) -> Row:
    return Row(Content.styled(f"{mark:>2}", style), body)
