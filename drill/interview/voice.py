"""The interviewer's words, offline: its own sentences from `script.toml`, everything else from the card.

Words are chosen by what was said before, never by chance: the line said least recently comes next, and of
lines never said the interview's seed picks the first.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Protocol

from drill.cards.card import Card, Language
from drill.cards.passages import tokens
from drill.interview.explaining import look_up
from drill.interview.hints import hint, hints_left, step
from drill.interview.state import (
    Asked,
    Confront,
    Main,
    Missing,
    Move,
    Pursue,
    Put,
    Replied,
    Request,
    State,
    Turn,
)

WELL, POORLY = 0.75, 0.4
"""Scores from which, and below which, an answer is remarked on as such."""
_TERM = 4
"""Words beyond which what is asked about is no term."""


@dataclass(frozen=True, slots=True)
class Matter:
    """What the interviewer has before it when it speaks."""

    state: State
    card: Card
    others: Sequence[Card] = ()
    """Where terms are looked up that the card asked about would give away."""
    wordings: tuple[str, ...] = ()
    """The ways in which the item can be asked, best first; a drill's with its numbers."""
    said: Mapping[str, int] = field(default_factory=dict)
    """Lines that were said in earlier interviews, by when (a growing number)."""
    unit: str = ""
    """What a drill is answered in."""
    working: tuple[str, ...] = ()
    """The way to a drill's number, step by step."""


class Voice(Protocol):
    """Something that speaks for the interviewer."""

    def ask(self, matter: Matter, move: Move) -> Put:
        """What to say before the question, and the question."""

    def reply(self, matter: Matter, request: Request, asked: Asked) -> Replied:
        """What to say to a request."""

    def hurry(self) -> None:
        """From any thread: wait no longer for words that are not there yet, and use others."""


class ScriptVoice:
    """Speaks from the script and the card."""

    def ask(self, matter: Matter, move: Move) -> Put:
        """What to say before the question, and the question."""
        say = _Speaker(matter)
        match move.aim:
            case Main():
                return Put(say.opening(move), matter.wordings[0])
            case Missing(dimension):
                return Put(say.reaction(), say.line(dimension.value))
            case Confront(_, quote):
                return Put("", say.line("confront", quote=shortened(quote)))
            case Pursue(_, numeric):
                lead = (say.reaction(further=True), say.line("numeric" if numeric else "pursue"))
                return Put(say.together(*lead), matter.wordings[0])

    def reply(self, matter: Matter, request: Request, asked: Asked) -> Replied:
        """What to say to a request."""
        say = _Speaker(matter, asked)
        match request.kind:
            case "repeat":
                return Replied(say.line("repeat", question=asked.question))
            case "rephrase":
                return Replied(say.again(asked))
            case "clarify":
                return self._clarify(say, matter, request.about, asked)
            case "hint":
                return self._hint(say, matter, asked)
            case "think":
                return Replied(say.line("think"))
            case _:
                return Replied(say.line("help"))

    def hurry(self) -> None:
        """Nothing: its words are always there."""

    @staticmethod
    def _clarify(say: _Speaker, matter: Matter, term: str, asked: Asked) -> Replied:
        known = look_up(term, matter.card, matter.others, matter.state.setup.language)
        if known is None:
            return Replied(say.line("assume" if len(tokens(term)) > _TERM else "unclear", term=term))
        if known.own:
            return Replied(say.line("clarified", text=known.text), hints=1)
        return Replied(say.line("clarify" if known.defines else "mentioned", text=known.text))

    @staticmethod
    def _hint(say: _Speaker, matter: Matter, asked: Asked) -> Replied:
        if not hints_left(asked):
            return Replied(say.line("nohint"))
        given = hint(matter.card, asked, matter.state.setup.language)
        if given is None:
            way = step(matter.working, asked.hints)
            occasion = "parts" if not matter.unit else "way" if way else "unit"
            said = say.line(occasion, unit=matter.unit, step=way)
            return Replied(say.together(say.line("hint"), said), hints=1)
        occasion, value = given
        name = {"hint1": "part", "hint2": "words", "hint3": "point"}[occasion]
        return Replied(say.together(say.line("hint"), say.line(occasion, **{name: value})), hints=1)


class _Speaker:
    """Chooses lines by occasion, in the interview's language and style."""

    def __init__(self, matter: Matter, asked: Asked | None = None) -> None:
        self._matter = matter
        self._setup = matter.state.setup
        self._heard = tuple(_heard(matter.state.turns, asked))

    def line(self, occasion: str, **values: object) -> str:
        """The line for an occasion that was said least recently."""
        return self._choose(lines(self._setup.language, occasion, self._setup.style)).format(**values)

    def together(self, *said: str) -> str:
        """Lines said in one breath, as the language sets them."""
        return ("" if self._setup.language == "zh" else " ").join(filter(None, said))

    def opening(self, move: Move) -> str:
        """What leads to a question."""
        setup = self._setup
        if move.number == 1:
            minutes, questions = (
                self._count("minutes", setup.minutes),
                self._count("questions", setup.questions),
            )
            return self.line("greeting", minutes=minutes, questions=questions)
        last = self._matter.state.turns[-1]
        left = [self.line("left")] if last.skipped else [self.line("late")] if _late(last) else []
        return self.together(*left, self.line("last" if move.number == setup.questions else "next"))

    def reaction(self, *, further: bool = False) -> str:
        """What is said to the last answer; nothing to a poor one where the talk goes `further`."""
        turns = self._matter.state.turns
        verdict = turns[-1].verdict if turns else None
        if verdict is None or verdict.score is None:
            return ""
        if verdict.score >= WELL:
            return self.line("well")
        if further:
            return ""
        return self.line("poorly" if verdict.score < POORLY else "partly")

    def again(self, asked: Asked) -> str:
        """The question in other words."""
        heard = {asked.question, *(each.reply for each in asked.exchanges)}
        card = self._matter.card.text(self._setup.language)
        others = self._matter.wordings
        match asked.move.aim:
            case Missing(dimension):
                others = lines(self._setup.language, dimension.value, self._setup.style)
            case Confront(_, quote):
                ways = lines(self._setup.language, "confront", self._setup.style)
                others = tuple(way.format(quote=shortened(quote)) for way in ways)
            case Pursue(_, numeric) if numeric:
                others = ()
            case _:
                pass
        fresh = [each for each in others if not any(each in said for said in heard)]
        if fresh:
            return self.line("rephrase", question=fresh[0])
        return self.line("reworded", title=card.title, question=asked.question)

    def _count(self, what: str, n: float) -> str:
        one, many = lines(self._setup.language, what, self._setup.style)
        return (one if n == 1 else many).format(n=f"{n:g}")

    def _choose(self, choices: Sequence[str]) -> str:
        """The choice said least recently; of those never said, the one that the seed puts first."""

        def when(choice: str) -> tuple[int, int, str]:
            start = choice.partition("{")[0]
            here = max((n for n, said in enumerate(self._heard) if _begins(said, choice, start)), default=-1)
            return here, self._matter.said.get(choice, -1), _lot(self._setup.seed, choice)

        return min(choices, key=when)


def lines(language: Language, occasion: str, style: str) -> tuple[str, ...]:
    """What can be said on an occasion."""
    table = _script()
    spoken = table.get(language) or table["en"]
    said = spoken[occasion]
    return tuple(said.get(style) or said["all"])


def _heard(turns: Iterable[Turn], asked: Asked | None) -> Iterable[str]:
    """What the interviewer said so far, in order."""
    for each in (*(turn.asked for turn in turns), *((asked,) if asked else ())):
        yield each.lead
        yield each.question
        yield from (exchange.reply for exchange in each.exchanges)


def _begins(said: str, choice: str, start: str) -> bool:
    return choice in said or (bool(start) and start != choice and start in said)


def _late(turn: Turn) -> bool:
    return turn.reply is not None and turn.reply.time_up


def shortened(quote: str, most: int = 80) -> str:
    """A quotation as it is said back: on one line, without its full stop, not too long."""
    quote = " ".join(quote.split()).rstrip(".。!！;；,，、 ")
    return quote if len(quote) <= most else quote[: most - 1].rstrip() + "…"


def _lot(seed: int, line: str) -> str:
    return blake2b(f"{seed} {line}".encode(), digest_size=8).hexdigest()


@cache
def _script() -> Mapping[Language, Mapping[str, Mapping[str, Sequence[str]]]]:
    text = files("drill.interview").joinpath("script.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
