"""What a model may not say for the interviewer, found in code: it is then said in the script's words instead.

Nothing of the rubric that was not yet revealed may come through. So a model's words are graded as though they
were an answer: a point that they would earn, and that nobody made so far, gives it away. A number that
nobody said so far does so too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from drill.cards.card import Card, Kind, Language
from drill.cards.items import items
from drill.cards.passages import tokens
from drill.cards.quantity import find_quantities, same_quantity
from drill.grading.echo import copies
from drill.grading.grade import grade
from drill.grading.injection import attempts
from drill.grading.rubric import Rubric, rubric_for
from drill.grading.scoring import CREDIT
from drill.grading.text import fold, language_of
from drill.interview.llm.speech import manners
from drill.interview.state import Aim, Confront, Main, Missing, Pursue

STANDS_IN = 0.7
"""Share of a point's words from which it counts as said."""
_END = re.compile(r"[;；。！？]|[.!?]\s")
_FEW = 4
"""Words below which a share of them tells nothing."""
SAME, AKIN = 0.5, 0.25
"""Share of a question's words that another wording of it keeps at least; and one that puts it differently."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What may not be said: all that the rubrics hold, but for what was said already."""

    rubrics: Sequence[Rubric]
    revealed: Sequence[str]
    language: Language

    def given_away_by(self, words: str) -> bool:
        """Whether the words say something that was not said before."""
        return (
            bool(attempts(fold(words)))
            or self._new_numbers(words)
            or self._new_words(words)
            or self._new_points(words)
        )

    def _new_numbers(self, words: str) -> bool:
        known = [each.quantity for text in self.revealed for each in find_quantities(text)]
        return any(
            not any(same_quantity(found.quantity, each) for each in known) for found in find_quantities(words)
        )

    def _new_words(self, words: str) -> bool:
        """Whether a point stands there in its own words."""
        said = tokens(words)
        known = [tokens(each) for each in self.revealed]
        texts = [text for rubric in self.rubrics for text in _texts(rubric)]
        pieces = (piece for text in texts for piece in (text, *_END.split(text)))
        return bool(copies(fold(words), tuple(texts))) or any(
            _stands(piece, said) and not any(_stands(piece, each) for each in known)
            for piece in map(tokens, pieces)
        )

    def _new_points(self, words: str) -> bool:
        for rubric in self.rubrics:
            earned = _earned(rubric, words, self.language)
            if not any(earned.values()):
                continue
            known = [_earned(rubric, each, self.language) for each in self.revealed]
            for name, credit in earned.items():
                if credit > max((each[name] for each in known), default=0.0):
                    return True
        return False


def rubrics_of(card: Card) -> tuple[Rubric, ...]:
    """All that a card's questions in words are judged by."""
    return tuple(rubric_for(card, item) for item in items(card) if item.kind is not Kind.DRILL)


def improper(words: str, language: Language) -> bool:
    """Whether words end the interview, or are in another language."""
    foreign = language in ("zh", "en") and language_of(words, "mixed") != language
    return foreign or _matches(manners()["ending"], words)


def judges(words: str) -> bool:
    """Whether words say how good an answer was."""
    return _matches(manners()["judging"], words)


def asks(words: str) -> bool:
    """Whether words end in a question: what leads to one must not be another."""
    return words.rstrip().endswith(("?", "？"))


def explains(words: str, facts: Iterable[str]) -> bool:
    """Whether an explanation is one: not a scrap, not a question back, and mostly of the facts' own words."""
    said = tokens(words)
    known = frozenset[str]().union(*map(tokens, facts))
    return len(said) >= _FEW and not asks(words) and share(said, known) >= SAME


def asks_the_same(aim: Aim, question: str, original: str, language: Language, least: float = SAME) -> bool:
    """Whether a wording of a question still asks what was to be asked."""
    match aim:
        case Missing(dimension):
            cue = manners()["cues"].get(language, {}).get(dimension.value)
            return cue is not None and re.search(cue, question, re.IGNORECASE) is not None
        case Confront(_, quote):
            return share(tokens(quote), tokens(question)) >= STANDS_IN
        case Pursue(_, numeric) if numeric:
            return question == original
        case Main() | Pursue():
            return share(tokens(original), tokens(question)) >= least


def share(wanted: frozenset[str], there: frozenset[str]) -> float:
    """The share of some words that are among others; 1 where none are wanted."""
    return len(wanted & there) / len(wanted) if wanted else 1.0


def _stands(point: frozenset[str], said: frozenset[str]) -> bool:
    return len(point) >= _FEW and share(point, said) >= STANDS_IN


def _earned(rubric: Rubric, words: str, language: Language) -> Mapping[str, float]:
    if not rubric.points:
        return {}
    # Without the question, which the grader would take out: what it gives away by itself is no secret.
    unasked = replace(rubric, questions=())
    return {point.id: CREDIT[point.verdict] for point in grade(unasked, words, language).points}


def _texts(rubric: Rubric) -> Iterable[str]:
    for point in rubric.points:
        yield from point.texts.values()
    for belief in rubric.misconceptions:
        yield from belief.corrections.values()
    yield from rubric.back.values()


def _matches(patterns: Mapping[str, str], words: str) -> bool:
    return any(re.search(pattern, words, re.IGNORECASE) for pattern in patterns.values())
