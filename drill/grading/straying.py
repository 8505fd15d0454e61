"""A flood of talk that has nothing to do with the card: what resembles a point in it does so by chance.

One sentence beside the point is nothing to go by, for a plain one may be put in words that the card does not
know; hundreds of words of which none comes near it are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from drill.grading.text import Folded, Span, sentences

_TIMES = 5
"""How often a sentence is said that fills a page."""
_NEAR = 0.13
"""Resemblance to the card that talk on its subject keeps up, but for a few sentences."""
_SURE = 0.25
"""Resemblance of a sentence that is on the subject whatever stands around it."""
_FLOOD = 65.0
"""Letters times what they lack, as a thousand letters on something else come to; labelled answers, in words
however plain, come to 49 at most."""


def stray(sizes: Sequence[int], resemblances: Sequence[float]) -> range:
    """The places of the sentences that are a flood, if there is one: the run that falls shortest of the card.

    `sizes` are the sentences' lengths in letters (an ideograph counts for three), `resemblances` their best
    likeness to anything on the card.
    """
    worst, lacking = range(0), _FLOOD
    start, lack = 0, 0.0
    for place, (size, near) in enumerate(zip(sizes, resemblances, strict=True)):
        lack += size * (_NEAR - near)
        if lack <= 0 or near >= _SURE:
            start, lack = place + 1, 0.0
        elif lack > lacking:
            worst, lacking = range(start, place + 1), lack
    return worst


def repeats(answer: Folded) -> list[Span]:
    """Sentences that are said over and over, all of them: what they are worth is not told by the number."""
    said = [(span, answer.text[span.start : span.end].strip()) for span in sentences(answer.text)]
    times = Counter(text for _, text in said)
    return [span for span, text in said if times[text] >= _TIMES]
