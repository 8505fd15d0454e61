"""The line above a verdict: the rating that is proposed, and why; or why none is."""

from __future__ import annotations

from textual.content import Content

from drill.cards.card import Kind
from drill.grading.scoring import SURE
from drill.grading.verdict import Verdict
from drill.i18n import _, ngettext, percent
from drill.practice.judging import is_typed
from drill.practice.views import Graded
from drill.tui import wording
from drill.tui.material import expected_points
from drill.tui.text import MUTED
from drill.tui.widgets.bars import tone


def is_unsure(verdict: Verdict) -> bool:
    """Whether the user had better tick themselves what they said, before anything is rated."""
    return verdict.status == "ungraded" or (verdict.grader != "numeric" and verdict.confidence < SURE)


def headline(graded: Graded) -> Content:
    """The whole verdict in one line."""
    verdict, question = graded.verdict, graded.prompt.numeric
    if verdict.status == "ungraded" or verdict.score is None:
        return Content.styled(_why_ungraded(graded), "bold $warning")
    if question is not None:
        expected = wording.quantity(question.expected, question.unit)
        if verdict.score >= 1:
            return Content.styled(_("Right: {value}").format(value=expected), "bold $success")
        return Content.styled(_("Not quite: it is {value}").format(value=expected), "bold $error")
    score = percent(verdict.score)
    if is_unsure(verdict):
        told = _("Perhaps {percent}, not sure: tick what you said").format(percent=score)
        return Content.styled(told, "bold $warning") + _why(graded)
    if verdict.rating is None:
        told = _("Score {percent}").format(percent=score)
    else:
        told = _("{rating}: {percent}").format(rating=_(wording.RATINGS[verdict.rating]), percent=score)
    return Content.styled(told, f"bold {tone(verdict.score)}") + _why(graded)


def _why(graded: Graded) -> Content:
    verdict = graded.verdict
    reasons: list[tuple[str, str]] = []
    if any(point.verdict == "miss" and point.must for point in verdict.points):
        reasons.append((_("a must was missed"), MUTED))
    if verdict.misconceptions:
        reasons.append((_("a misconception was voiced"), "$error"))
    if verdict.grader == "self":
        reasons.append((_("by your own ticks"), MUTED))
    if differing := sum(point.unsure for point in verdict.points):
        told = ngettext("the graders differ on {n} point", "the graders differ on {n} points", differing)
        reasons.append((told.format(n=differing), "$warning"))
    if disputed := len(graded.disputed):
        reasons.append((ngettext("{n} disputed", "{n} disputed", disputed).format(n=disputed), "$warning"))
    return Content.assemble(*((f"   {told}", style) for told, style in reasons))


def _why_ungraded(graded: Graded) -> str:
    tickable = bool(expected_points(graded.prompt))
    if not is_typed(graded.text) and graded.verdict.grader != "self":
        if tickable:
            return _("Nothing was typed: tick what you said aloud, skip it, or rate it yourself")
        return _("Nothing was typed: skip it, or rate it yourself")
    if tickable:
        return _("Not graded: tick what you said, or rate it yourself")
    if graded.prompt.item.kind is Kind.DRILL:
        return _("Not graded: rate it yourself")
    return _("Not graded: compare with the model answer, and rate it yourself")
