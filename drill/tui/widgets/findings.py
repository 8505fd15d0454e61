"""A verdict put into lines. Corrections come first: what was wrong must not hide below what was right."""

from __future__ import annotations

from textual.content import Content

from drill.cards.card import Dimension
from drill.cards.numeric import NumericQuestion
from drill.grading.verdict import Mark, PointVerdict, Verdict
from drill.i18n import _
from drill.practice.views import Graded, Prompt
from drill.tui import wording
from drill.tui.material import expected_points, notes
from drill.tui.text import MUTED, blanked, one_line, plain
from drill.tui.widgets.bars import score_bar, tone
from drill.tui.widgets.rows import Row

_MARKS: dict[Mark, tuple[str, str]] = {
    "hit": ("✓", "$success"),
    "partial": ("~", "$warning"),
    "miss": ("✗", "$error"),
}
LONGEST = 20_000
"""Characters of an answer that are shown; a hundred thousand would take seconds to set."""
_BLANK = Row(Content(""), Content(""))


def headline(graded: Graded) -> Content:
    """The whole verdict in one line."""
    verdict, question = graded.verdict, graded.prompt.numeric
    if verdict.status == "ungraded" or verdict.score is None:
        return Content.styled(_("Not graded: tick what you said, or rate it yourself"), "bold $warning")
    if question is not None:
        expected = wording.quantity(question.expected, question.unit)
        if verdict.score >= 1:
            return Content.styled(_("Right: {value}").format(value=expected), "bold $success")
        return Content.styled(_("Not quite: it is {value}").format(value=expected), "bold $error")
    score = _("Score {percent}").format(percent=wording.percent(verdict.score))
    line = Content.styled(score, f"bold {tone(verdict.score)}")
    if any(point.verdict == "miss" and point.must for point in verdict.points):
        line += Content.styled("   " + _("a must was missed"), MUTED)
    if verdict.misconceptions:
        line += Content.styled("   " + _("a misconception was voiced"), "$error")
    return line


def dimension_bars(verdict: Verdict) -> list[Content]:
    """A bar a dimension, labels aligned."""
    labels = {each: _(wording.DIMENSIONS[each]) for each in Dimension if each in verdict.dimensions}
    widest = max((Content(label).cell_length for label in labels.values()), default=0)
    return [score_bar(label, verdict.dimensions[each], widest, cells=10) for each, label in labels.items()]


def findings(graded: Graded) -> list[Row]:
    """Misconceptions and notes, then each point with the words that made it, then a number's working."""
    verdict, question = graded.verdict, graded.prompt.numeric
    remarks = _remarks(graded)
    points = _points(verdict, graded.prompt)
    working = _working(question) if question is not None else []
    rows = [*remarks, *([_BLANK] if remarks and (points or working) else []), *points, *working]
    return rows or [Row(Content(""), Content.styled(_("Compare with the model answer (m)"), MUTED))]


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


def _remarks(graded: Graded) -> list[Row]:
    verdict = graded.verdict
    rows = [
        _row(
            "!",
            "bold $error",
            Content.assemble(
                (_("You said: “{quote}”").format(quote=one_line(each.quote)), "$error"),
                "\n",
                (_("Rather: {correction}").format(correction=plain(each.correction)), "bold"),
            ),
        )
        for each in verdict.misconceptions
    ]
    rows += [_row("i", "bold $warning", Content(plain(note))) for note in notes(graded)]
    told = _("Your answer speaks to the grader; that was not obeyed: “{quote}”")
    rows += [
        _row("i", "bold $warning", Content(told.format(quote=one_line(attempt))))
        for attempt in verdict.attempts
    ]
    return rows


def _working(question: NumericQuestion) -> list[Row]:
    steps = [_row(f"{n}.", MUTED, Content(plain(step))) for n, step in enumerate(question.working, start=1)]
    return steps + [_row("≈", MUTED, Content(plain(assumption))) for assumption in question.assumptions]


def _points(verdict: Verdict, prompt: Prompt) -> list[Row]:
    texts = {point.id: point.text for point in expected_points(prompt)}
    rows: list[Row] = []
    dimension: Dimension | None = None
    for point in verdict.points:
        if point.dimension is not None and point.dimension != dimension:
            rows += [_BLANK] if dimension is not None else []
            dimension = point.dimension
            rows.append(Row(Content(""), Content.styled(_(wording.DIMENSIONS[dimension]), "bold $accent")))
        rows.append(_point(point, texts.get(point.id, point.id)))
    return rows


def _point(point: PointVerdict, text: str) -> Row:
    mark, style = _MARKS[point.verdict]
    missed_must = point.verdict == "miss" and point.must
    body = Content.styled(_("(must)") + " ", "bold $warning") if missed_must else Content("")
    body += Content(plain(text))
    if point.evidence and point.verdict != "miss":
        quotes = " … ".join(one_line(each.quote) for each in point.evidence)
        body += Content.styled(f"\n“{quotes}”", f"italic {style}")
    return _row(mark, f"bold {style}", body)


def _row(mark: str, style: str, body: Content) -> Row:
    return Row(Content.styled(f"{mark:>2}", style), body)
