"""Cards without points, and gaps: an answer is compared with the back as a whole.

Only an answer that says the same, up to width, case, spaces and punctuation, is taken as right; else the
resemblance is a hint for the user, who is asked to rate.
"""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz

from drill.grading.features import phrase_features
from drill.grading.text import Folded, fold

SAME = 0.9
"""Confidence in an answer that is the back itself."""
ALIKE = 0.3
"""Confidence in everything else: a back may be put in many ways."""
_SHORT = 40
"""Characters up to which a back is compared letter by letter."""
_EXPLANATION = 160
"""Characters of answer beyond which spelling says little."""


def resemblance(answer: Folded, backs: Iterable[str]) -> tuple[float, float]:
    """How well the answer agrees with the nearest of the backs, in 0..1, and how sure that is."""
    return max((_against(answer, back) for back in backs if back.strip()), default=(0.0, 0.0))


def _against(answer: Folded, back: str) -> tuple[float, float]:
    given, wanted = _letters(answer.text), _letters(fold(back).text)
    if not given:
        return 0.0, SAME
    if given == wanted or _without_units(answer.text) == _without_units(fold(back).text) != "":
        return 1.0, SAME
    if len(wanted) <= _SHORT and len(given) <= _EXPLANATION:
        ratio = fuzz.ratio(given, wanted) / 100
        return (ratio if ratio >= 0.6 else 0.0), ALIKE
    said, meant = phrase_features(answer.text).signs.keys(), phrase_features(back).signs.keys()
    return len(said & meant) / max(1, len(meant)), ALIKE


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalnum())


def _without_units(text: str) -> str:
    """The number of an answer that is a number with at most a word behind it: `16` meets `16 tokens`."""
    number, _, unit = text.strip().partition(" ")
    return number if number.replace(".", "", 1).isdigit() and (not unit or unit.strip(". ").isalpha()) else ""
