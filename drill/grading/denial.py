"""Statements that an answer only mentions in order to deny them; they make no point and voice no belief."""

from __future__ import annotations

import re

from drill.grading.features import phrase_features
from drill.grading.lexicon import Kind
from drill.grading.text import Folded, Span, sentences

_DENIES_NEXT = re.compile(
    r"\b(?:it|that)(?: is|'s| was) (?:\w+ )?(?:false|untrue|wrong|nonsense|not (?:true|so|the case))\b"
    r"|\b(?:it|that) is a (?:myth|lie|misconception)\b|\bit isn't (?:true|so)\b"
    r"|\bthe opposite of\b|\bcontrary to\b"
    r"|\bi (?:do not|don't|doubt|would not|wouldn't) ?(?:think|believe|say|agree|claim)?\b"
    r"|\b(?:some|many|most)(?: people)? (?:say|think|claim|believe)\b|\bpeople (?:say|think|claim|believe)\b"
    r"|并不是说|不能说(?!明)|谈不上|有(?:些)?人(?:说|认为|觉得|以为)|误以为|我不(?:认为|同意|觉得)"
)
"""Denies what comes after it in the sentence, up to a turn such as "but"."""
_DENIES_BEFORE = re.compile(
    r"\b(?:is|are|was|were) (?:\w+ )?(?:false|untrue|a myth|a misconception|nonsense|not true|not the case)\b"
    r"|(?:是|都是|这是|纯属)(?:错误|错|假|不对|不正确|不成立|谣言|误解|误区)的?|说法(?:有误|不对|不成立)"
    r"|(?:这|都)?不(?:成立|正确|属实|对)(?=[。，,；;!！\s]|$)|并非如此"
)
"""Denies what stands before it in the sentence, or the sentence before when it stands alone."""
_FALSE = re.compile(r"\b(?:false|untrue|not true|a (?:myth|lie))\b(?= that)")
"""Denies the whole of what comes after it: a "but" inside is part of it."""
_TURN = re.compile(r"\b(?:but|instead|in fact|actually|rather)\b|而是|其实|实际上|事实上|但")

_RETRACTION = re.compile(
    r"[\s,，]*(?:that said|having said|then again|on the other hand|in practice,? though|however|yet|although"
    r"|but (?:remember|note|in fact|actually|really|then)"
    r"|不过|但是|但(?:其实|实际|事实|要|需|请)|然而|话说回来|可是)"
)
"""Opens a sentence that may take back what was said before it."""
_LIMIT = re.compile(r"[\s,，]*(?:if|when|unless)\b|[\s,，]*(?:如果|若|要是|当)|[^,，]*(?:的话|的时候)")
"""Goes on with a condition: that says where what was said ends, and takes nothing back."""

_SUBJECT = 8
"""Characters of a bare subject such as "all of that"; more is a claim of its own."""


def retractions(answer: Folded) -> tuple[int, ...]:
    """Where sentences turn against the ones before them, in the folded text.

    A turn that names nothing of the field ("however, every case is different") takes nothing back, nor does
    one that sets a limit ("however, if the load takes longer than the prefill, it does not pay").
    """
    later = sentences(answer.text)[1:]
    turns = (span for span in later if _takes_back(answer.text, span.start))
    return tuple(span.start for span in turns if _names_a_thing(answer.text[span.start : span.end]))


def _takes_back(text: str, start: int) -> bool:
    turn = _RETRACTION.match(text, start)
    return turn is not None and not _LIMIT.match(text, turn.end())


def _names_a_thing(sentence: str) -> bool:
    return Kind.THING in phrase_features(sentence).kinds.values()


def denials(answer: Folded) -> list[Span]:
    """Stretches that are mentioned in order to be denied: "it is false that …", "有人说……其实……"."""
    text = answer.text
    found: list[Span] = []
    before: Span | None = None
    for span in _statements(text):
        after = _DENIES_NEXT.search(text, span.start, span.end)
        if after and any(map(str.isalnum, text[after.end() : span.end])):
            whole = _FALSE.search(text, after.start(), span.end)
            end = span.end if whole else _end_of_denied(text, after.end(), span.end)
            found.append(Span(after.start(), end))
        elif verdict := after or _DENIES_BEFORE.search(text, span.start, span.end):
            alone = verdict.start() - span.start <= _SUBJECT and before is not None
            start = before.start if alone and before else span.start
            found.append(Span(min(start, _opening(text, verdict.start())), verdict.end()))
        before = span
    return found


def _statements(text: str) -> list[Span]:
    """The sentences up to their full stop: a semicolon ends no denial."""
    found: list[Span] = []
    for span in sentences(text):
        joins = found and text[found[-1].start : found[-1].end].rstrip().endswith((";", "；"))
        found = [*found[:-1], Span(found[-1].start, span.end)] if joins else [*found, span]
    return found


def _end_of_denied(text: str, start: int, end: int) -> int:
    """Where a denial ends: with a second one, as in "有人说……，这是错的", else with a turn."""
    closing = _DENIES_BEFORE.search(text, start, end)
    if closing:
        return closing.end()
    turn = _TURN.search(text, start, end)
    return turn.start() if turn else end


def _opening(text: str, verdict: int) -> int:
    """Where the quotation opens that a verdict directly follows; the verdict itself where none does."""
    closed = re.search(r"[”」』\"]\W*\w{0,4}$", text[:verdict])
    if not closed:
        return verdict
    opening = {"”": "“", "」": "「", "』": "『"}.get(closed.group()[0], '"')
    at = text.rfind(opening, 0, closed.start())
    return at if at >= 0 else verdict
