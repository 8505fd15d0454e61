"""How a report puts things into words, in the interface's language; every word of untrusted origin as it is.

What is returned here still has to be escaped by the form that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drill.cards.card import Dimension
from drill.i18n import N_, _, ngettext, percent
from drill.interview.clock import spoken
from drill.interview.debrief import Fix
from drill.interview.wording import ENDINGS, STYLES, TURNS, reason
from drill.reports.interviews import Interview, Turn
from drill.reports.progress import Progress
from drill.reports.standing import CardProgress
from drill.reports.steps import Begin, CatchUp, Remember, Rework, Step, Strengthen, Unlearn

DIMENSIONS = {
    Dimension.WHAT: N_("What"),
    Dimension.WHY: N_("Why"),
    Dimension.COUNTERFACTUAL: N_("Without it"),
    Dimension.VERIFICATION: N_("How to verify"),
}
RATINGS = {"again": N_("Again"), "hard": N_("Hard"), "good": N_("Good"), "easy": N_("Easy")}
_NAMED = 3
"""Cards that are named before the rest is counted."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A step in words: what to do, and how or why."""

    todo: str
    details: tuple[str, ...] = ()


def duration(seconds: float) -> str:
    """A span of time, to the minute."""
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    return _("{n} min").format(n=minutes)


def headline(progress: Progress) -> str:
    """What the report is, and for which time."""
    if progress.since:
        return _("Progress from {since} to {day}").format(since=progress.since, day=progress.day)
    return _("Progress on {day}").format(day=progress.day)


def summary(progress: Progress) -> Iterator[tuple[str, str]]:
    """The figures of the summary, each with its name."""
    yield _("cards covered"), _of(progress.covered, len(progress.cards))
    yield _("questions seen"), _of(progress.items_seen, progress.items)
    yield _("reviews"), str(progress.reviews)
    yield _("learning days"), str(len(progress.reviews_by_day))
    yield _("days in a row"), str(progress.streak)
    if progress.retention is not None:
        yield _("remembered when due"), percent(progress.retention)
    if progress.seconds:
        yield _("time answering"), duration(progress.seconds)
    if progress.interview and progress.interview >= progress.day:
        days = (progress.interview - progress.day).days
        yield _("until the interview"), ngettext("{n} day", "{n} days", days).format(n=days)


def advice(step: Step) -> Advice:
    """A next step in words."""
    match step:
        case Strengthen():
            place = _("{topic}, “{dimension}”: {score}").format(
                topic=step.topic,
                dimension=_(DIMENSIONS[step.dimension]),
                score=percent(step.score),
            )
            again = _("answer again: {cards}").format(cards=titles(step.cards))
            return Advice(place, (again, *(_("say: {point}").format(point=point) for point in step.points)))
        case Unlearn():
            right = _("right is: {correction}").format(correction=step.correction)
            said = _("you said “{quote}”").format(quote=step.quote) if step.quote else ""
            where = _("Unlearn a misconception: {question}").format(question=step.question)
            return Advice(where, (said, right) if said else (right,))
        case Rework():
            line = _("Learn anew, forgotten {n} times: {question}")
            return Advice(line.format(n=step.lapses, question=step.question))
        case Remember():
            return Advice(
                _("{share} remembered when due, where {target} was aimed at: review every day").format(
                    share=percent(step.retention), target=percent(step.target)
                )
            )
        case CatchUp():
            return Advice(
                ngettext("{n} review is due today", "{n} reviews are due today", step.due).format(n=step.due)
            )
        case Begin():
            count = len(step.cards)
            return Advice(
                ngettext(
                    "{n} card is still to be explained", "{n} cards are still to be explained", count
                ).format(n=count),
                (titles(step.cards),),
            )


def interview_facts(interview: Interview) -> Iterator[str]:
    """How an interview was set up and how it ended."""
    setup = interview.setup
    yield ngettext("{n} question", "{n} questions", setup.questions).format(n=setup.questions)
    yield _(STYLES[setup.style])
    yield _("{spent} of {planned} min").format(
        spent=round(interview.spent / 60), planned=round(setup.minutes)
    )
    if interview.ending:
        yield _(ENDINGS[interview.ending])


def turn_facts(turn: Turn) -> Iterator[str]:
    """What a turn of an interview was, and what was out of the ordinary about it."""
    yield spoken(turn.began)
    yield _(TURNS[turn.kind])
    if turn.skipped:
        yield _("skipped")
    if turn.time_up:
        yield _("time up")
    if turn.answer and turn.answer.hints:
        yield _("hints: {n}").format(n=turn.answer.hints)
    if turn.answer and turn.answer.mode == "aloud":
        yield _("answered aloud")


def fix(interview: Interview, each: Fix) -> str:
    """What to fix after an interview, and why."""
    return _("{title} ({reason})").format(title=interview.titles[each.card], reason=reason(each))


def titles(cards: Sequence[CardProgress]) -> str:
    """The first few cards by their titles, and how many more there are."""
    named = " · ".join(card.title for card in cards[:_NAMED])
    more = len(cards) - _NAMED
    return named if more <= 0 else _("{titles} and {n} more").format(titles=named, n=more)


def _of(part: int, whole: int) -> str:
    return _("{part} of {whole}").format(part=part, whole=whole)
