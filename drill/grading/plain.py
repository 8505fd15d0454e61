"""Cards without points, and gaps: an answer is compared with the back as a whole.

Only an answer that says the same, up to width, case, spaces and punctuation, is taken as right; else the
resemblance is a hint for the user, who is asked to rate. It is the share of the back that the answer says, by
concepts and by letters alike; what stands in the question counts little, and what is denied counts against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz import fuzz

from drill.grading.features import Features, phrase_features
from drill.grading.polarity import disagreements
from drill.grading.text import Folded, fold, is_chinese

SAME = 0.9
"""Confidence in an answer that is the back itself."""
ALIKE = 0.3
"""Confidence in everything else: a back may be put in many ways."""
_SHORT = 40
"""Characters up to which a back is compared letter by letter."""
_EXPLANATION = 160
"""Characters of answer beyond which spelling says little."""
_NEARLY = 0.6
"""Share of a short back's letters from which an answer is one that is misspelt."""
_ASKED = 0.5
"""What counts of a word that the question says already."""
_PIECE = 3
"""Letters of a piece of a word; ideographs are taken singly and in pairs."""


def resemblance(answer: Folded, backs: Iterable[str], questions: Iterable[str] = ()) -> tuple[float, float]:
    """How well the answer agrees with the nearest of the backs, in 0..1, and how sure that is."""
    asked = " ".join(questions)
    return max((_against(answer, back, asked) for back in backs if back.strip()), default=(0.0, 0.0))


def _against(answer: Folded, back: str, asked: str) -> tuple[float, float]:
    given, wanted = _letters(answer.text), _letters(fold(back).text)
    if not given:
        return 0.0, SAME
    if given == wanted or _without_units(answer.text) == _without_units(fold(back).text) != "":
        return 1.0, SAME
    said = (_told(phrase_features(answer.text), back, asked) + _spelt(answer.text, back, asked)) / 2
    is_short = len(wanted) <= _SHORT and len(given) <= _EXPLANATION
    ratio = fuzz.ratio(given, wanted) / 100 if is_short else 0.0
    return max(said, ratio if ratio >= _NEARLY else 0.0), ALIKE


def _told(said: Features, back: str, asked: str) -> float:
    """The share of the back's concepts that are said, and said the same way round."""
    meant, known = _concepts(back), _concepts(asked)
    turned = disagreements(meant, said)
    worth = {name: _ASKED if name in known.signs else 1.0 for name in meant.signs}
    told = sum(each for name, each in worth.items() if name in said.signs and name not in turned)
    return told / max(1.0, sum(worth.values()))


def _spelt(said: str, back: str, asked: str) -> float:
    """The share of the back's pieces of words that stand in what is said."""
    meant, known, heard = _pieces(back), _pieces(asked), _pieces(said)
    worth = {piece: _ASKED if piece in known else 1.0 for piece in meant}
    shared = sum(worth[piece] * min(count, heard[piece]) for piece, count in meant.items())
    return shared / max(1.0, sum(worth[piece] * count for piece, count in meant.items()))


@lru_cache(maxsize=512)
def _concepts(text: str) -> Features:
    return phrase_features(text)


@lru_cache(maxsize=512)
def _pieces(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for word in "".join(each if each.isalnum() else " " for each in fold(text).text).split():
        is_han = any(map(is_chinese, word))
        padded = word if is_han else f" {word} "
        for size in (1, 2) if is_han else (_PIECE,):
            found.update(padded[at : at + size] for at in range(len(padded) - size + 1))
    return found


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalnum())


def _without_units(text: str) -> str:
    """The number of an answer that is a number with at most a word behind it: `16` meets `16 tokens`."""
    number, _, unit = text.strip().partition(" ")
    return number if number.replace(".", "", 1).isdigit() and (not unit or unit.strip(". ").isalpha()) else ""
