"""What was said so far, line by line; lines are only ever added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from drill.interview.state import Asked, Asking, Judging, Listening, Over, Replying, State

LineKind = Literal["lead", "question", "request", "reply", "answer", "aloud", "skipped", "notice"]


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said, and in which question."""

    kind: LineKind
    text: str
    number: int
    depth: int


def transcript(state: State) -> tuple[Line, ...]:
    """Everything said up to a state."""
    return tuple(_lines(state))


def _lines(state: State) -> Iterator[Line]:
    for turn in state.turns:
        yield from _put(turn.asked)
        if turn.reply is not None:
            kind: LineKind = "aloud" if turn.reply.mode == "aloud" else "answer"
            yield _line(turn.asked, kind, turn.reply.text)
        elif turn.skipped:
            yield _line(turn.asked, "skipped", "")
    match state.stage:
        case Listening(asked):
            yield from _put(asked)
        case Replying(asked, _, said):
            yield from _put(asked)
            yield _line(asked, "request", said)
        case Judging(asked, reply):
            yield from _put(asked)
            yield _line(asked, "aloud" if reply.mode == "aloud" else "answer", reply.text)
        case Asking() | Over():
            pass


def _put(asked: Asked) -> Iterator[Line]:
    if asked.notice:
        yield _line(asked, "notice", asked.notice)
    if asked.lead:
        yield _line(asked, "lead", asked.lead)
    if asked.question:
        yield _line(asked, "question", asked.question)
    for exchange in asked.exchanges:
        yield _line(asked, "request", exchange.said)
        if exchange.notice:
            yield _line(asked, "notice", exchange.notice)
        yield _line(asked, "reply", exchange.reply)


def _line(asked: Asked, kind: LineKind, text: str) -> Line:
    return Line(kind, text, asked.move.number, asked.move.depth)
