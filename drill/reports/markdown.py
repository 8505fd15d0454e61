"""A report as markdown. What cards, answers and graders say is escaped: see `drill.reports.escape`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from drill.cards.card import Dimension
from drill.i18n import N_, _, ngettext
from drill.reports.escape import inline, quoted
from drill.reports.progress import CardProgress, Progress
from drill.store.values import Judged

DIMENSIONS = {
    Dimension.WHAT: N_("What"),
    Dimension.WHY: N_("Why"),
    Dimension.COUNTERFACTUAL: N_("Without it"),
    Dimension.VERIFICATION: N_("How to verify"),
}
RATINGS = {"again": N_("Again"), "hard": N_("Hard"), "good": N_("Good"), "easy": N_("Easy")}


def as_markdown(progress: Progress) -> str:
    """The report, in the interface's language."""
    parts = [
        f"# {_('Progress on {day}').format(day=progress.day.isoformat())}",
        "\n".join(f"- {line}" for line in _summary(progress)),
        f"## {_('Cards')}",
        _table(
            [_("card"), _("score"), *(_(name) for name in DIMENSIONS.values()), _("items"), _("due")],
            (_card(card) for card in progress.cards),
        ),
        f"## {_('Days')}",
        _table(
            [_("day"), _("reviews")],
            ([day.isoformat(), str(count)] for day, count in progress.reviews_by_day.items()),
        ),
        f"## {_('Answers')}",
        *(_answer(answer) for answer in progress.answers),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _summary(progress: Progress) -> Iterator[str]:
    if progress.since:
        yield _("counted since {day}").format(day=progress.since.isoformat())
    yield _("cards covered: {seen} of {all}").format(seen=progress.covered, all=len(progress.cards))
    yield _("items seen: {seen} of {all}").format(seen=progress.items_seen, all=progress.items)
    yield _("reviews: {n}").format(n=progress.reviews)
    yield ngettext("streak: {n} day", "streak: {n} days", progress.streak).format(n=progress.streak)
    if progress.retention is not None:
        yield _("remembered when due: {share}").format(share=_percent(progress.retention))
    for dimension, score in progress.dimensions.items():
        yield f"{_(DIMENSIONS[dimension])}: {_percent(score)}"
    for item, lapses in progress.leeches.items():
        yield _("leech: {item}, forgotten {n} times").format(item=inline(item), n=lapses)


def _card(card: CardProgress) -> Sequence[str]:
    scores = [card.score, *(card.dimensions.get(dimension) for dimension in Dimension)]
    return [
        inline(card.title),
        *("" if score is None else _percent(score) for score in scores),
        f"{card.items_seen}/{card.items}",
        card.due.isoformat() if card.due else "",
    ]


def _answer(answer: Judged) -> str:
    told = [answer.day.isoformat()]
    if answer.verdict and answer.verdict["score"] is not None:
        told.append(_("score {share}").format(share=_percent(answer.verdict["score"])))
    if answer.rating:
        told.append(_(RATINGS[answer.rating]))
    nothing = _("(answered aloud)") if answer.mode == "aloud" else _("(empty)")
    said = quoted(answer.text) or nothing
    return "\n\n".join([f"### {inline(answer.question)}", " · ".join(told), said, *_remarks(answer.verdict)])


def _remarks(verdict: Mapping[str, Any] | None) -> Iterator[str]:
    if not verdict:
        return
    missed = [inline(point["id"]) for point in verdict["points"] if point["verdict"] == "miss"]
    lines = [_("missed: {points}").format(points=", ".join(missed))] if missed else []
    lines += [
        _("misconception: {quote} → {correction}").format(
            quote=inline(each["quote"]), correction=inline(each["correction"])
        )
        for each in verdict["misconceptions"]
    ]
    if lines:
        yield "\n".join(f"- {line}" for line in lines)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    body = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *body]) if body else _("none yet")


def _percent(share: float) -> str:
    return f"{share:.0%}"
