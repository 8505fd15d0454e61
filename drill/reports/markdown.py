"""A report as markdown. What cards, answers and graders say is escaped: see `drill.reports.escape`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from drill.cards.card import Dimension
from drill.i18n import _, percent
from drill.interview.wording import SIGNALS, rule
from drill.reports.answers import Answer, Point
from drill.reports.escape import inline, quoted
from drill.reports.highlights import strongest, weakest
from drill.reports.interviews import Interview, Turn
from drill.reports.progress import Progress
from drill.reports.standing import CardProgress
from drill.reports.steps import Step, next_steps
from drill.reports.weeks import Week
from drill.reports.wording import (
    DIMENSIONS,
    RATINGS,
    advice,
    fix,
    headline,
    interview_facts,
    summary,
    turn_facts,
)

_MARKS = {"hit": "✓", "partial": "~", "miss": "✗"}


def as_markdown(progress: Progress) -> str:
    """The report, in the interface's language."""
    dimensions = [_(DIMENSIONS[dimension]) for dimension in Dimension]
    parts = [
        "# " + headline(progress),
        "\n".join(f"- {name}: {value}" for name, value in _summary(progress)),
        "## " + _("Next steps"),
        "\n".join(_step(step) for step in next_steps(progress)) or _("none yet"),
        "## " + _("Topics"),
        _table(
            [_("topic"), _("cards"), _("score"), *dimensions],
            (
                [inline(topic.name), str(len(topic.cards)), *_scores(topic.score, topic.dimensions)]
                for topic in progress.topics
            ),
        ),
        "## " + _("Cards"),
        _table(
            [_("card"), _("score"), *dimensions, _("items"), _("due")],
            (_card(card) for card in progress.cards),
        ),
        "## " + _("Weeks"),
        _table(
            [_("week from"), _("reviews"), _("remembered when due"), *dimensions],
            (_week(week) for week in progress.weeks),
        ),
        "## " + _("Days"),
        _table(
            [_("day"), _("reviews")],
            ([day.isoformat(), str(count)] for day, count in progress.reviews_by_day.items()),
        ),
        *_interviews(progress),
        *_chosen(_("Strongest answers"), strongest(progress.answers)),
        *_chosen(_("Weakest answers"), weakest(progress.answers)),
        "## " + _("All answers"),
        *(_answer(answer, answer.missed) for answer in progress.answers),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _summary(progress: Progress) -> Iterator[tuple[str, str]]:
    yield from summary(progress)
    for dimension, score in progress.dimensions.items():
        yield _(DIMENSIONS[dimension]), percent(score)
    for item, lapses in progress.leeches.items():
        yield _("leech"), _("{item}, forgotten {n} times").format(item=inline(item), n=lapses)


def _step(step: Step) -> str:
    said = advice(step)
    return "\n".join([f"- {inline(said.todo)}", *(f"  - {inline(detail)}" for detail in said.details)])


def _card(card: CardProgress) -> Sequence[str]:
    return [
        inline(card.title),
        *_scores(card.score, card.dimensions),
        f"{card.items_seen}/{card.items}",
        card.due.isoformat() if card.due else "",
    ]


def _week(week: Week) -> Sequence[str]:
    return [week.monday.isoformat(), str(week.reviews), *_scores(week.retention, week.dimensions)]


def _scores(first: float | None, dimensions: Mapping[Dimension, float]) -> Iterator[str]:
    for score in (first, *(dimensions.get(dimension) for dimension in Dimension)):
        yield "" if score is None else percent(score)


def interview_as_markdown(interview: Interview) -> str:
    """One interview with its transcript, in the interface's language."""
    parts = ["# " + _("Mock interview"), *_interview(interview)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _interviews(progress: Progress) -> Iterator[str]:
    if progress.interviews:
        yield "## " + _("Interviews")
    for interview in progress.interviews:
        yield from _interview(interview)


def _interview(interview: Interview) -> Iterator[str]:
    yield f"### {interview.day}"
    yield " · ".join(interview_facts(interview))
    if interview.signal:
        step = _("Would one hire? {step}").format(step=_(SIGNALS[interview.signal.step]))
        yield f"**{step}** {rule(interview.signal)}"
    yield "\n".join(f"- {inline(fix(interview, each))}" for each in interview.fixes)
    for turn in interview.turns:
        yield from _turn(turn)


def _turn(turn: Turn) -> Iterator[str]:
    told = list(turn_facts(turn))
    if turn.answer and turn.answer.score is not None:
        told.append(_("score {share}").format(share=percent(turn.answer.score)))
    yield "#### " + " · ".join(told)
    yield inline(turn.lead)
    yield inline(turn.question)
    for exchange in turn.exchanges:
        yield quoted(exchange.said)
        yield inline(exchange.reply)
    if turn.answer:
        yield from (*_said(turn.answer), *_remarks(turn.answer, (*turn.answer.made, *turn.answer.missed)))


def _chosen(heading: str, answers: Sequence[Answer]) -> Iterator[str]:
    if answers:
        yield "## " + heading
        yield from (_answer(answer, (*answer.made, *answer.missed)) for answer in answers)


def _answer(answer: Answer, points: Iterable[Point]) -> str:
    told = [answer.day.isoformat()]
    if answer.score is not None:
        told.append(_("score {share}").format(share=percent(answer.score)))
    if answer.rating:
        told.append(_(RATINGS[answer.rating]))
    return "\n\n".join(
        [f"### {inline(answer.question)}", " · ".join(told), *_said(answer), *_remarks(answer, points)]
    )


def _said(answer: Answer) -> Iterator[str]:
    if answer.mode == "aloud":
        yield _("(answered aloud)")
    elif answer.text is not None:
        yield quoted(answer.text) or _("(empty)")


def _remarks(answer: Answer, points: Iterable[Point]) -> Iterator[str]:
    lines = []
    for point in points:
        quotes = (f"“{inline(quote.text)}”" for quote in point.quotes)
        lines.append(" ".join([_MARKS[point.verdict], inline(point.text), *quotes]))
    for belief in answer.beliefs:
        line = _("misconception: {quote} → {correction}")
        if not belief.quote:
            line = _("misconception: {correction}")
        lines.append(line.format(quote=inline(belief.quote), correction=inline(belief.correction)))
    lines += [inline(note) for note in answer.notes]
    if lines:
        yield "\n".join(f"- {line}" for line in lines)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    body = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *body]) if body else _("none yet")
