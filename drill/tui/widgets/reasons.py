"""Why a point was denied: the nearest words of the answer, what became of them, what is listened for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.content import Content

from drill.grading.verdict import PointVerdict
from drill.i18n import N_, _, ngettext
from drill.practice.views import Graded
from drill.tui.material import expected_points
from drill.tui.text import MUTED, one_line, plain
from drill.tui.widgets.rows import Row

if TYPE_CHECKING:
    from drill.grading.reasons import Cause, Reason

_CAUSES: dict[Cause, str] = {
    "absent": N_("Nothing in the answer says this."),
    "left out": N_("Left out of the grading: it stands so in the card or the question, or is a bare list."),
    "denied": N_("You say that this is not so."),
    "opposite": N_("You say the opposite."),
    "taken back": N_("What you say later takes it back."),
    "misconception": N_("In these words the grader heard a misconception: {other}"),
    "number": N_("The number differs: the card says {other}."),
    "elsewhere": N_("These words say another point better: {other}"),
    "in part": N_("That says only part of it."),
}
_SHOWN = 5
"""Ways of saying it that are shown: the nearest, and those in the answer's language."""


def why(graded: Graded, about: str) -> Reason:
    """Why the grader did not count a point, or heard a misconception. Takes up to a second."""
    from drill.grading.reasons import reason
    from drill.grading.rubric import rubric_for

    prompt = graded.prompt
    return reason(rubric_for(prompt.card, prompt.item), graded.text, prompt.language, about)


def reason_rows(graded: Graded, reason: Reason) -> tuple[Row, ...]:
    """A reason in lines that stand below its point."""
    point = next((each for each in graded.verdict.points if each.id == reason.point), None)
    rows = [_row(line) for line in _lines(graded, reason, point)] if point else []
    says = [each for each in reason.says if each != _text(graded, reason.point)]
    if says:
        rows.append(_row(Content.styled(_("Listened for:"), MUTED)))
    rows += [_row(Content.styled(one_line(each), MUTED), "·") for each in says[:_SHOWN]]
    if (more := len(says) - _SHOWN) > 0:
        told = ngettext("… and {n} other way", "… and {n} other ways", more).format(n=more)
        rows.append(_row(Content.styled(told, MUTED)))
    return tuple(rows)


def _lines(graded: Graded, reason: Reason, point: PointVerdict) -> Iterator[Content]:
    if reason.nearest is not None and reason.nearest not in point.evidence:
        nearest = _("Nearest: “{quote}”").format(quote=one_line(reason.nearest.quote))
        yield Content.styled(nearest, "italic")
    if point.unsure:
        yield Content.styled(_("The model and the offline grader do not agree on it."), "$warning")
    elif graded.verdict.grader == "self":
        yield Content.styled(_("You did not tick it."), "$warning")
    else:
        yield Content.styled(_cause(graded, reason), "$warning")


def _row(line: Content, mark: str = "") -> Row:
    return Row(Content.styled(f"{mark:>3}", MUTED), line)


def _cause(graded: Graded, reason: Reason) -> str:
    return _(_CAUSES[reason.cause]).format(other=plain(_text(graded, reason.other)))


def _text(graded: Graded, about: str) -> str:
    """What a point or misconception says, as it is shown; else the id itself."""
    prompt = graded.prompt
    texts = {point.id: point.text for point in expected_points(prompt)}
    texts |= {belief.id: belief.claim for belief in prompt.card.text(prompt.language).misconceptions}
    return texts.get(about, about)
