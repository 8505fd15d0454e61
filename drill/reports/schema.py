"""The JSON of a report: schema `drill.report`, as types (README.md says it in words).

Days and instants are ISO 8601, shares and scores lie in 0..1, and null is what is not known. `VERSION` grows
when a field is taken away or changes its meaning; new fields may come at any time.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from drill.recall.memory import Rating

VERSION = 2


class ItemsData(TypedDict):
    """How many items there are, were reviewed, and are suspended."""

    all: int
    seen: int
    suspended: int


class SeenData(TypedDict):
    """How many items a card has, and how many were reviewed."""

    all: int
    seen: int


class LeechData(TypedDict):
    """An item that keeps being forgotten."""

    item: str
    lapses: int


class CardData(TypedDict):
    """A card, with the scores of its last answer."""

    id: str
    title: str
    topic: str
    score: float | None
    dimensions: dict[str, float]
    items: SeenData
    due: str | None


class TopicData(TypedDict):
    """A row of the matrix: means over the topic's cards."""

    topic: str
    cards: list[str]
    score: float | None
    dimensions: dict[str, float]


class WeekData(TypedDict):
    """A week: ratings given, reviews in turn with those remembered, mean scores of its answers."""

    monday: str
    ratings: dict[Rating, int]
    in_turn: int
    remembered: int
    dimensions: dict[str, float]


class PointData(TypedDict):
    """A rubric point, and the words of the answer that made it."""

    id: str
    text: str
    dimension: str | None
    must: bool
    verdict: Literal["hit", "partial", "miss"]
    quotes: list[str]


class MisconceptionData(TypedDict):
    """A misconception that was voiced; the quote is null in a private report."""

    id: str
    quote: str | None
    correction: str


class AnswerData(TypedDict):
    """An answer with its verdict; in a private report the answer is null, and nothing is quoted."""

    item: str
    card: str
    topic: str
    kind: str | None
    at: str | None
    day: str
    lang: str
    mode: str
    reason: str
    seconds: float | None
    hints: int
    question: str
    answer: str | None
    proposed: str | None
    rating: str | None
    grader: str | None
    score: float | None
    dimensions: dict[str, float]
    points: list[PointData]
    misconceptions: list[MisconceptionData]
    notes: list[str]


class ExchangeData(TypedDict):
    """Something the candidate asked back, and the reply."""

    said: str
    reply: str


class TurnData(TypedDict):
    """A question of an interview (depth 0), or a probe; in a private report only a question has its words."""

    number: int
    depth: int
    kind: str
    began: float
    lead: str
    question: str
    exchanges: list[ExchangeData]
    answer: AnswerData | None
    time_up: bool
    skipped: bool


class SignalData(TypedDict):
    """Whether one would hire, in five steps, and what led to it."""

    step: str
    mean: float
    questions: int
    planned: int
    standing: int
    limits: list[str]


class FixData(TypedDict):
    """What to fix first, and with which item."""

    item: str
    kind: str
    dimension: str | None
    score: float


class InterviewData(TypedDict):
    """An interview that is over."""

    day: str
    began: str
    lang: str
    style: str
    questions: int
    minutes: float
    seconds: float
    ending: str | None
    score: float
    signal: SignalData | None
    topics: dict[str, float]
    matrix: dict[str, dict[str, float]]
    fixes: list[FixData]
    turns: list[TurnData]


class StepData(TypedDict):
    """What to do next, in the interface's language."""

    kind: str
    todo: str
    details: list[str]


class ReportData(TypedDict):
    """The whole report."""

    schema: Literal["drill.report"]
    version: int
    day: str
    since: str | None
    interview: str | None
    streak: int
    reviews: int
    retention: float | None
    target: float
    seconds: float
    ratings: dict[Rating, int]
    items: ItemsData
    covered: int
    dimensions: dict[str, float]
    topics: list[TopicData]
    leeches: list[LeechData]
    days: dict[str, int]
    weeks: list[WeekData]
    forecast: dict[str, int]
    cards: list[CardData]
    next_steps: list[StepData]
    interviews: list[InterviewData]
    answers: list[AnswerData]
