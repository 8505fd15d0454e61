"""The states of an interview and the events that lead from one to the next: values only.

An interview is always in exactly one stage, and the stage says what it waits for: words for a question, the
candidate, words for a reply, a verdict, or nothing more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from drill.cards.card import CardId, Dimension, ItemId
from drill.grading.verdict import Verdict
from drill.interview.syllabus import Level, Setup, Subject, Syllabus

RequestKind = Literal["help", "repeat", "rephrase", "clarify", "hint", "think", "skip", "end"]
Mode = Literal["typed", "aloud"]
Ending = Literal["finished", "time", "ended", "abandoned"]
"""All questions asked; no time left; ended by the candidate; given up for a new one."""


@dataclass(frozen=True, slots=True)
class Main:
    """The question of a card."""


@dataclass(frozen=True, slots=True)
class Missing:
    """The weakest dimension of the last answer: its points that were not made."""

    dimension: Dimension
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Confront:
    """A misconception that was voiced, asked back."""

    misconception: str
    quote: str


@dataclass(frozen=True, slots=True)
class Pursue:
    """A follow-up or a drill of the card."""

    name: str
    numeric: bool
    level: Level
    point: str | None
    """The missed point that it pursues; None where it only goes further."""


Aim = Main | Missing | Confront | Pursue


@dataclass(frozen=True, slots=True)
class Move:
    """What the interviewer asks: a question (depth 0), or a probe into its answer."""

    number: int
    """Of the question, from 1."""
    depth: int
    card: CardId
    item: ItemId
    aim: Aim


@dataclass(frozen=True, slots=True)
class Request:
    """What the candidate asks back."""

    kind: RequestKind
    about: str = ""
    """The term to clarify."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Something asked back, and the interviewer's reply."""

    request: Request
    said: str
    reply: str
    notice: str = ""
    """Why the interviewer speaks from the card, and no longer through a model."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A move that was put to the candidate, and what went on before the answer."""

    move: Move
    lead: str
    """What the interviewer said before the question."""
    question: str
    seed: int | None
    """What a drill's numbers were drawn from."""
    seconds: float = 0.0
    hints: int = 0
    exchanges: tuple[Exchange, ...] = ()
    notice: str = ""
    """Why the interviewer speaks from the card, and no longer through a model."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as it was given."""

    text: str
    mode: Mode = "typed"
    ticked: tuple[str, ...] = ()
    """For an answer given aloud, the points that the candidate says they made."""
    time_up: bool = False
    """It is what stood there when the time for the question was over."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that is done with."""

    asked: Asked
    reply: Reply | None
    """None where it was skipped, or the interview ended before an answer."""
    verdict: Verdict | None
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class Asking:
    """Words for a move are awaited."""

    move: Move


@dataclass(frozen=True, slots=True)
class Listening:
    """The candidate is awaited; the clock runs."""

    asked: Asked
    draft: str = ""
    running: float = 0.0
    """Seconds that went by over the draft."""


@dataclass(frozen=True, slots=True)
class Replying:
    """Words for a reply to the candidate are awaited."""

    asked: Asked
    request: Request
    said: str
    draft: str = ""


@dataclass(frozen=True, slots=True)
class Judging:
    """A verdict is awaited."""

    asked: Asked
    reply: Reply


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing is awaited any more."""

    ending: Ending


Stage = Asking | Listening | Replying | Judging | Over


@dataclass(frozen=True, slots=True)
class State:
    """All that is known of an interview."""

    setup: Setup
    syllabus: Syllabus
    stage: Stage
    turns: tuple[Turn, ...] = ()
    level: Level = 2
    spent: float = 0.0
    """Seconds of the candidate's time, over all."""
    spent_on_question: float = 0.0
    budget: float = 0.0
    """Seconds for the question with its probes."""
    closing: Ending | None = None
    """How it ends once the last answer is judged."""

    @property
    def subjects(self) -> Mapping[CardId, Subject]:
        """The subjects by card."""
        return {each.card: each for each in self.syllabus.subjects}


@dataclass(frozen=True, slots=True)
class Began:
    """The interview was set up."""

    setup: Setup
    syllabus: Syllabus


@dataclass(frozen=True, slots=True)
class Put:
    """A move was put into words."""

    lead: str
    question: str
    seed: int | None = None
    move: Move | None = None
    """What was asked stays what was asked, even if later rules would ask something else; None: as pending."""
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A move could not be put: its card is gone, or its numbers cannot be drawn."""

    why: str


@dataclass(frozen=True, slots=True)
class Drafted:
    """The candidate has typed so much; `seconds` since the last event that is no draft."""

    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Requested:
    """The candidate asked something back."""

    request: Request
    said: str
    seconds: float
    draft: str = ""


@dataclass(frozen=True, slots=True)
class Replied:
    """The interviewer replied; `hints` more were given away by it."""

    words: str
    hints: int = 0
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """The candidate answered."""

    reply: Reply
    seconds: float


@dataclass(frozen=True, slots=True)
class Judged:
    """The answer was judged."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Ended:
    """The interview was ended from outside; what was typed is the last answer."""

    ending: Ending
    text: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Rejudged:
    """After the end, an answer was judged again: the verdict that counts from now on."""

    number: int
    depth: int
    verdict: Verdict


Event = Began | Put | Dropped | Drafted | Requested | Replied | Answered | Judged | Ended | Rejudged


@dataclass(frozen=True, slots=True)
class Ask:
    """Put a move into words, and report `Put`, or `Dropped`."""

    move: Move


@dataclass(frozen=True, slots=True)
class Say:
    """Reply to the candidate, and report `Replied`."""

    request: Request
    asked: Asked


@dataclass(frozen=True, slots=True)
class Grade:
    """Judge an answer, and report `Judged`."""

    asked: Asked
    reply: Reply


@dataclass(frozen=True, slots=True)
class Listen:
    """Wait for the candidate, and report what they do."""

    asked: Asked


@dataclass(frozen=True, slots=True)
class Conclude:
    """Show the debrief."""

    ending: Ending


Effect = Ask | Say | Grade | Listen | Conclude
