"""Forty days in the life of a candidate, lived through `Practice` with a clock that is set by hand."""

from __future__ import annotations

from random import Random

from drill.cards.card import Card, Kind
from drill.practice.practice import Practice
from drill.practice.views import Prompt
from tests.practice.studying import HandClock

_WEAK = {"verification": 0.20, "counterfactual": 0.08}
"""How much less likely a point on these dimensions is made than one on another."""


class Candidate:
    """Knows more of a card each time it was explained, speaks the card's own phrasings, is wrong at times."""

    def __init__(self, seed: int = 1) -> None:
        self._draw = Random(seed)
        self._told: dict[str, int] = {}
        self._gift: dict[str, float] = {}

    def live(self, practice: Practice, clock: HandClock, days: int = 40) -> None:
        """Study for so many days, with days off, an answer aloud on every sixth, and an interview on two."""
        for day in range(days):
            if day > 0 and day not in (days // 2, days - 2) and self._draw.random() < 0.22:
                clock.pass_by(days=1)
                continue
            for number in range(self._draw.randint(4, 11)):
                prompt = practice.next()
                if prompt is None:
                    break
                self._answer(practice, clock, prompt, aloud=day % 6 == 5 and number == 0)
            if day in (days // 2, days - 2):
                self._interview(practice, clock)
            clock.pass_by(days=1)
            clock.at = clock.at.replace(hour=11, minute=self._draw.randint(0, 59))

    def _answer(self, practice: Practice, clock: HandClock, prompt: Prompt, *, aloud: bool) -> None:
        seconds = self._draw.uniform(40, 300)
        clock.pass_by(seconds=seconds)
        if aloud and prompt.item.kind is Kind.EXPLAIN:
            points = [point.id for point in prompt.card.text(prompt.language).points]
            graded = practice.checklist(prompt, self._draw.sample(points, len(points) // 2), seconds=seconds)
        else:
            graded = practice.answer(prompt, self._words(prompt), seconds=seconds)
        if graded.verdict.rating is not None:
            practice.rate(graded, graded.verdict.rating)

    def _interview(self, practice: Practice, clock: HandClock) -> None:
        interviews = practice.interviews()
        session = interviews.begin(interviews.preset(questions=3, minutes=20, level=2))
        language = session.state.setup.language
        while (asked := session.standing) is not None:
            clock.pass_by(seconds=self._draw.uniform(30, 150))
            if not asked.hints and self._draw.random() < 0.2:
                session.request("hint")
                continue
            card = practice.decks.cards[asked.card]
            said = [
                self._phrase(card, point, text, language)
                for point, text in asked.points.items()
                if self._draw.random() < 0.5
            ]
            session.answer(f"40 {asked.unit}" if asked.unit else "\n".join(said))

    def _words(self, prompt: Prompt) -> str:
        if prompt.numeric is not None:
            value = prompt.numeric.expected * self._draw.choice([1, 1, 1, 1000 / 1024, 8])
            return f"{value:.4g} {prompt.numeric.unit}"
        told = self._told[prompt.item.id] = self._told.get(prompt.item.id, 0) + 1
        gift = self._gift.setdefault(prompt.card.id, self._draw.uniform(0.05, 0.6))
        said = [
            self._phrase(prompt.card, key, text, prompt.language)
            for key, text, chance in _sayable(prompt, min(0.9, gift + 0.1 * min(told, 5)))
            if self._draw.random() < chance
        ]
        if beliefs := prompt.card.text(prompt.language).misconceptions:
            belief = self._draw.choice(beliefs)
            if self._draw.random() < 0.3 / told:
                said.append(self._phrase(prompt.card, belief.id, belief.claim, prompt.language))
        return "\n".join(said)

    def _phrase(self, card: Card, key: str, text: str, language: str) -> str:
        spoken = [says for says in card.says.get(key, ()) if _chinese(says) == (language == "zh")]
        return self._draw.choice(spoken or [text]) + ("。" if language == "zh" else ".")


def _sayable(prompt: Prompt, chance: float) -> list[tuple[str, str, float]]:
    """What an answer may say: the name of its phrasings, its text and the chance that it is said."""
    text = prompt.card.text(prompt.language)
    if prompt.item.kind is Kind.FOLLOWUP:
        asked = next(each for each in text.followups if each.id == prompt.item.name)
        return [(f"{asked.id}.{point.id}", point.text, chance) for point in asked.points]
    if not text.points:
        return [("", text.body, chance)]
    return [(point.id, point.text, chance - _WEAK.get(point.dimension or "", 0)) for point in text.points]


def _chinese(text: str) -> bool:
    return any("一" <= character <= "鿿" for character in text)
