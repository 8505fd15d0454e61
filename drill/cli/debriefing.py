"""A debrief as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from drill.cards.card import Card, CardId, ItemId, Language
from drill.cards.plaintext import as_line
from drill.i18n import _, ngettext, percent
from drill.interview.clock import spoken
from drill.interview.debrief import Debrief
from drill.interview.expected import point_texts
from drill.interview.record import TurnRecord
from drill.interview.wording import DIMENSIONS, ENDINGS, SIGNALS, TURNS, listed, reason, rule

_MARKS = {"hit": "+", "partial": "~"}
_MISSED = 3
"""Missed points of a turn that are told; the card has them all."""


def debrief_lines(debrief: Debrief, cards: Mapping[CardId, Card]) -> Iterator[str]:
    """All that there is to say, in the order in which it matters; `cards` have the words of the points."""
    record = debrief.record
    yield "== " + _("Debrief") + " =="
    if record.ending:
        time = f"{spoken(record.spent)} / {spoken(record.setup.minutes * 60)}"
        yield _("{ending}; {time}").format(ending=_(ENDINGS[record.ending]), time=time)
    if debrief.signal is None:
        yield _("Nothing was answered, so there is nothing to judge")
        return
    yield _("Would one hire? {step}").format(step=_(SIGNALS[debrief.signal.step]))
    yield "  " + rule(debrief.signal)
    yield from _fixes(debrief, cards)
    yield from _matrix(debrief)
    if debrief.weakest_topic is not None:
        yield _("Weakest topic: {topic}").format(topic=debrief.weakest_topic)
    for name, turn in ((_("Strongest"), debrief.strongest), (_("Weakest"), debrief.weakest)):
        if turn is not None:
            yield f"{name}: {_turn(turn)}"
    yield ""
    yield _("Turn by turn:")
    for turn in record.turns:
        yield from _told(turn, cards.get(turn.card), record.setup.language)


def _fixes(debrief: Debrief, cards: Mapping[CardId, Card]) -> Iterator[str]:
    if debrief.fixes:
        yield ""
        yield _("To fix first:")
    for number, fix in enumerate(debrief.fixes, start=1):
        yield f"  {number}. {fix.item}: {reason(fix)}"
        card = cards.get(fix.card)
        texts = _texts(card, fix.item, debrief.record.setup.language)
        missed = fix.misconception or next(iter(fix.missed), "")
        if missed in texts:
            yield f"     {texts[missed]}"
        elif fix.kind in ("followup", "drill"):
            for turn in debrief.record.turns:
                if (turn.number, turn.depth) == (fix.number, fix.depth):
                    yield f"     {as_line(turn.question)}"


def _matrix(debrief: Debrief) -> Iterator[str]:
    yield ""
    yield _("Scores by topic:")
    for topic, score in debrief.topics.items():
        cells = debrief.matrix[topic].items()
        parts = listed(f"{_(DIMENSIONS[dimension])} {percent(value)}" for dimension, value in cells)
        yield f"  {topic}: {percent(score)}" + (f" ({parts})" if parts else "")
    yield ""


def _texts(card: Card | None, item: ItemId, language: Language) -> Mapping[str, str]:
    texts = point_texts(card, item, language) if card else {}
    return {name: as_line(text) for name, text in texts.items()}


def _turn(turn: TurnRecord) -> str:
    score = _("not judged") if turn.score is None else percent(turn.score)
    return f"{turn.number}.{turn.depth} {_(TURNS[turn.kind])}, {score}: {as_line(turn.question)}"


def _told(turn: TurnRecord, card: Card | None, language: Language) -> Iterator[str]:
    yield f"[{spoken(turn.began)}] {_turn(turn)}"
    marks = [
        *([_("skipped")] if turn.skipped else []),
        *([_("time up")] if turn.time_up else []),
        *([_("hints: {n}").format(n=turn.hints)] if turn.hints else []),
    ]
    if marks:
        yield "    (" + listed(marks) + ")"
    if turn.verdict is None:
        return
    texts = _texts(card, turn.item, language)
    missed = []
    for point in sorted(turn.verdict.points, key=lambda each: not each.must):
        quotes = " … ".join(f"“{' '.join(each.quote.split())}”" for each in point.evidence)
        if point.verdict == "miss":
            missed.append(texts.get(point.id, point.id))
        else:
            yield f"    {_MARKS[point.verdict]} {texts.get(point.id, point.id)} {quotes}".rstrip()
    yield from (f"    - {text}" for text in missed[:_MISSED])
    if len(missed) > _MISSED:
        more = len(missed) - _MISSED
        yield "    - " + ngettext("and {n} more point", "and {n} more points", more).format(n=more)
    for each in turn.verdict.misconceptions:
        yield "    ! " + _("“{quote}”; rather: {correction}").format(
            quote=each.quote, correction=as_line(each.correction)
        )
    for note in turn.verdict.notes:
        yield f"    i {' '.join(note.split())}"
