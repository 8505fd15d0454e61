"""How an interview's results are put into words of the interface."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from drill.cards.card import Dimension
from drill.cards.passages import Section
from drill.i18n import N_, _, ngettext, percent
from drill.interview.debrief import FROM, STEPS, Fix, FixKind, Signal, Step
from drill.interview.record import TurnKind
from drill.interview.state import Ending
from drill.interview.syllabus import Style

DIMENSIONS: Final[Mapping[str, str]] = {
    "what": N_("What"),
    "why": N_("Why"),
    "counterfactual": N_("Without it"),
    "verification": N_("How to verify"),
}
SIGNALS: Final[Mapping[Step, str]] = {
    "strong-no": N_("clear no"),
    "no": N_("no"),
    "borderline": N_("borderline"),
    "yes": N_("yes"),
    "strong-yes": N_("clear yes"),
}
TURNS: Final[Mapping[TurnKind, str]] = {
    "question": N_("Question"),
    "dimension": N_("Probe"),
    "misconception": N_("Asked back"),
    "followup": N_("Follow-up"),
    "drill": N_("Numbers"),
}
ENDINGS: Final[Mapping[Ending, str]] = {
    "finished": N_("all questions asked"),
    "time": N_("time is up"),
    "ended": N_("ended by you"),
    "abandoned": N_("given up"),
}
STYLES: Final[Mapping[Style, str]] = {
    "friendly": N_("friendly"),
    "neutral": N_("neutral"),
    "pressing": N_("pressing"),
}
_SECTIONS: Final[Mapping[str, str]] = {
    "choose": N_("How to choose"),
    "misconceptions": N_("Misconceptions"),
    "body": N_("The card"),
}
_FIXES: Final[Mapping[FixKind, str]] = {
    "dimension": N_("“{dimension}” of the answer: {percent}"),
    "misconception": N_("a misconception was left standing"),
    "followup": N_("a follow-up: {percent}"),
    "drill": N_("a number: {percent}"),
}


def listed(parts: Iterable[str]) -> str:
    """Parts of a sentence, one after the other."""
    return _(", ").join(parts)


def section_name(section: Section) -> str:
    """Where a passage of a card stands, in words."""
    if isinstance(section, Dimension):
        return _(DIMENSIONS[section])
    return _(_SECTIONS[section]) if section in _SECTIONS else section


def rule(signal: Signal) -> str:
    """How the signal came about, from the mean through the bounds to what lowered it."""
    return " ".join(_rule(signal))


def _rule(signal: Signal) -> Iterator[str]:
    yield ngettext(
        "Mean of {n} answered question: {mean}.", "Mean of {n} answered questions: {mean}.", signal.questions
    ).format(n=signal.questions, mean=percent(signal.mean))
    bounds = (
        _("{step} from {bound}").format(step=_(SIGNALS[step]), bound=percent(bound))
        for step, bound in zip(STEPS[1:], FROM, strict=True)
    )
    yield _("Bounds: {bounds}.").format(bounds=listed(bounds))
    if "beliefs" in signal.limits:
        yield ngettext(
            "One step lower: {n} misconception was left standing.",
            "One step lower: {n} misconceptions were left standing.",
            signal.standing,
        ).format(n=signal.standing)
    if "few" in signal.limits:
        yield _("No higher than borderline: fewer than half of the {n} questions were answered.").format(
            n=signal.planned
        )


def reason(fix: Fix) -> str:
    """Why something is to be fixed."""
    if fix.kind == "dimension" and fix.dimension is None:
        return _("the answer: {percent}").format(percent=percent(fix.score))
    dimension = _(DIMENSIONS[fix.dimension]) if fix.dimension else ""
    return _(_FIXES[fix.kind]).format(dimension=dimension, percent=percent(fix.score))
