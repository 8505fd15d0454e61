"""A simulated candidate, and an interview held with it in memory: no clock, no store, no words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from uuid import UUID

from drill.cards.card import CardId, Dimension, ItemId
from drill.grading.scoring import dimension_scores, points_score
from drill.grading.verdict import MisconceptionVerdict, PointVerdict, Verdict
from drill.interview.machine import effects, step
from drill.interview.record import InterviewRecord, record_of
from drill.interview.state import (
    Answered,
    Ask,
    Began,
    Conclude,
    Confront,
    Event,
    Grade,
    Judged,
    Listen,
    Main,
    Missing,
    Move,
    Pursue,
    Put,
    Replied,
    Reply,
    Request,
    Requested,
    Say,
    State,
)
from drill.interview.syllabus import LEVELS, Setup, Subject, Syllabus, Thread

POINTS = {f"{dimension.value}-{n}": dimension for dimension in Dimension for n in range(5)}
"""The points of every card: five to a dimension, the first of which is a must."""
TOPICS = ("kv", "batching", "decoding", "serving", "quantization")


def subject(name: str, topic: str, *, due: bool = False, recent: bool = False) -> Subject:
    """A card with three follow-ups and two drills, each near to points of its own."""
    names = list(POINTS)
    threads = []
    for kind, count in (("followup", 3), ("drill", 2)):
        for n in range(count):
            item, near = ItemId(f"{name}/{kind}/{n}"), tuple(names[7 * n : 7 * n + 3])
            threads.append(Thread(item, str(n), kind == "drill", LEVELS[n], near, recent))
    return Subject(CardId(name), ItemId(name), topic, due, {}, tuple(threads))


def syllabus(cards: int = 3) -> Syllabus:
    """Five topics with as many cards each."""
    return Syllabus(tuple(subject(f"{topic}-{n}", topic) for topic in TOPICS for n in range(cards)))


@dataclass
class Candidate:
    """Makes each point with a chance that depends on the topic."""

    chance: Callable[[str], float]
    random: Random
    seconds: float = 60.0
    chatty: float = 0.0
    """The chance to ask something back before an answer."""

    def verdict(self, move: Move, topic: str) -> Verdict:
        """What a grader makes of the candidate's answer."""
        chance = self.chance(topic)
        match move.aim:
            case Main():
                asked: Mapping[str, Dimension | None] = POINTS
            case Missing(_, points):
                asked = {name: POINTS[name] for name in points}
            case Confront(misconception):
                asked = {misconception: None}
            case Pursue(_, numeric):
                asked = {} if numeric else dict.fromkeys(("a", "b", "c"))
        points = tuple(
            PointVerdict(
                name, dimension, name.endswith("-0"), "hit" if self.random.random() < chance else "miss"
            )
            for name, dimension in asked.items()
        )
        dimensions = dimension_scores(points, {})
        if dimensions:
            score = sum(dimensions.values()) / len(dimensions)
        else:
            score = points_score(points) if points else float(self.random.random() < chance)
        voiced = isinstance(move.aim, Main) and self.random.random() < 0.3 * (1 - chance)
        beliefs = (MisconceptionVerdict("myth", "they say so", "no"),) if voiced else ()
        grader = "numeric" if not points else "offline"
        return Verdict(
            move.item, move.card, "en", grader, "graded", score, "good", 0.9, points, dimensions, beliefs
        )

    def does(self) -> Event:
        """What the candidate does when it is listened to."""
        seconds = self.random.uniform(0.2, 1.8) * self.seconds
        if self.random.random() < self.chatty:
            kind = self.random.choice(("hint", "repeat", "rephrase", "clarify", "think", "help", "skip"))
            return Requested(Request(kind), f"? {kind}", seconds / 5)
        return Answered(Reply("an answer"), seconds)


def follow(state: State, candidate: Candidate) -> Event | None:
    """The event that what is to be done in a state leads to; None when the interview is over."""
    (effect,) = effects(state)
    match effect:
        case Ask(move):
            numeric = isinstance(move.aim, Pursue) and move.aim.numeric
            return Put("So:", f"{move.item} {type(move.aim).__name__}?", 7 if numeric else None)
        case Say(request, asked):
            return Replied("well", hints=int(request.kind == "hint" and asked.hints < 3))
        case Grade(asked):
            return Judged(candidate.verdict(asked.move, state.subjects[asked.move.card].topic))
        case Listen():
            return candidate.does()
        case Conclude():
            return None


def hold(setup: Setup, among: Syllabus, candidate: Candidate) -> tuple[State, list[Event]]:
    """A whole interview: its last state and its events."""
    event: Event | None = Began(setup, among)
    state: State | None = None
    events: list[Event] = []
    while event is not None:
        events.append(event)
        assert len(events) < 1000, "an interview without end"
        state, _ = step(state, event)
        event = follow(state, candidate)
    assert state is not None
    return state, events


def record(state: State) -> InterviewRecord:
    """The record of an interview that was held."""
    began = datetime(2026, 5, 4, tzinfo=UTC)
    return record_of(UUID(int=1), began, began, state)
