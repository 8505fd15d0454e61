"""A free question about a card, put to a model: what it is told, and when its answer counts.

The card's passages go along with numbers, and an answer must name those it rests on. Code holds it to them:
numbers of passages that are not there, figures that the card does not have, and words from elsewhere make an
answer none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from drill.cards.card import Dimension, Language
from drill.cards.passages import Passage, best, tokens
from drill.cards.quantity import find_quantities, same_quantity
from drill.grading.text import language_of
from drill.interview.llm.restraint import share
from drill.interview.llm.speech import fence, language_name, prompt, spoken

LONGEST = 900
"""Characters of an answer."""
ROOM = 14_000
"""Characters of passages that are sent; of a longer card, those that answer best."""
CITED = 5
FROM_THERE = 0.25
"""Share of an answer's words that stand in what it cites, or in the question."""
_NUMBERS = re.compile(r"\s*[\[［(（]\s*\d+(?:\s*[,，、]\s*\d+)*\s*[\]］)）]")


@dataclass(frozen=True, slots=True)
class Grounded:
    """An answer, and the passages that it rests on, the most important first."""

    words: str
    cited: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What to send, and the passages that its numbers stand for."""

    system: str
    user: str
    schema: Mapping[str, Any]
    passages: Sequence[Passage]
    question: str
    language: Language

    def read(self, found: Mapping[str, Any]) -> Grounded:
        """The answer in a reply. Raises `ValueError` where it does not rest on the card."""
        words = spoken(found.get("answer"), LONGEST)
        words = _NUMBERS.sub("", words)
        if not words:
            raise ValueError("no answer, or too long a one")
        numbers = found.get("cites")
        cited = tuple(
            self.passages[n - 1]
            for n in dict.fromkeys(numbers if isinstance(numbers, list) else ())
            if type(n) is int and 0 < n <= len(self.passages)
        )[:CITED]
        if not cited:
            raise ValueError("it cites nothing of the card")
        if self.language in ("zh", "en") and language_of(words, "mixed") != self.language:
            raise ValueError("in another language")
        there = " ".join((self.question, *(each.text for each in cited)))
        if share(tokens(words), tokens(there)) < FROM_THERE:
            raise ValueError("not what the passages say that it cites")
        told = [found.quantity for found in find_quantities(f"{there} {self._all_text}")]
        for each in find_quantities(words):
            if not any(same_quantity(each.quantity, other) for other in told):
                raise ValueError("a figure that is not on the card")
        return Grounded(words, cited)

    @property
    def _all_text(self) -> str:
        return " ".join(each.text for each in self.passages)


def inquiry_for(question: str, among: Sequence[Passage], language: Language, generator: Random) -> Inquiry:
    """A request to answer a question from a card's passages."""
    mark = f"{generator.getrandbits(96):024x}"
    kept = _kept(question, tuple(dict.fromkeys(among)))
    numbered = [
        {"number": number, "section": _section(each), "text": each.text}
        for number, each in enumerate(kept, start=1)
    ]
    numbers = [each["number"] for each in numbered]
    told = json.dumps({"card": numbered}, ensure_ascii=False)
    return Inquiry(
        system=prompt("ask.txt").format(language=language_name(language), mark=mark),
        user=f"{told}\n\n{fence(question, mark)}\n\nReply in JSON with answer and cites.",
        schema={
            "type": "object",
            "additionalProperties": False,
            "required": ["answer", "cites"],
            "properties": {
                "answer": {"type": "string", "maxLength": LONGEST},
                # By name, because a small model writes a free integer without end.
                "cites": {"type": "array", "maxItems": CITED, "items": {"type": "integer", "enum": numbers}},
            },
        },
        passages=kept,
        question=question,
        language=language,
    )


def _kept(question: str, among: Sequence[Passage]) -> Sequence[Passage]:
    """The passages that are sent, in the order of the card."""
    if sum(len(each.text) for each in among) <= ROOM:
        return among
    room, chosen = ROOM, set[Passage]()
    for each in (*best(question, among, len(among)), *among):
        if each not in chosen and len(each.text) <= room:
            room -= len(each.text)
            chosen.add(each)
    return [each for each in among if each in chosen]


def _section(passage: Passage) -> str:
    return passage.section.value if isinstance(passage.section, Dimension) else passage.section
