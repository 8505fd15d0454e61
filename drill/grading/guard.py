"""What stands between an answer and the matcher: whatever is no answer to the question is taken out first."""

from __future__ import annotations

from dataclasses import dataclass

from drill.grading.denial import denials, retractions
from drill.grading.echo import copies, echoes, recalls
from drill.grading.injection import attempts
from drill.grading.listing import is_list, lists
from drill.grading.remarks import remark
from drill.grading.rubric import Rubric
from drill.grading.straying import repeats
from drill.grading.text import Folded, Span, fold

LONGEST = 12_000
"""Characters that are read; an hour's talk is about as long."""
LIST_MOST = 0.25
"""What a list of terms earns at most in a dimension."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer after the guard: what is left to be judged, and what the guard had to say."""

    answer: Folded
    attempts: tuple[str, ...]
    denied: tuple[Span, ...]
    turns: tuple[int, ...]
    """Where the answer turns against what it said before."""
    notes: tuple[str, ...]
    nothing: bool
    """Nothing is left that could be an answer."""
    most: float
    """The highest score a dimension can have."""


def read(rubric: Rubric, answer: str, tongue: str) -> Reading:
    """Take out of an answer what the guard knows; remarks are in the language `tongue`."""
    folded = fold(answer[:LONGEST])
    notes = [remark("long", tongue, count=LONGEST)] if len(answer) > LONGEST else []
    to_grader = attempts(folded)
    if to_grader:
        notes.append(remark("attempt", tongue))
    left = folded.without(to_grader)
    repeated = echoes(left, rubric.questions)
    left = left.without(repeated)
    if flood := repeats(left):
        left = left.without(flood)
        notes.append(remark("repeats", tongue))
    card = _card_texts(rubric)
    if copied := copies(left, card):
        left = left.without(copied)
        notes.append(remark("copied", tongue))
    if recalled := recalls(left):
        left = left.without(recalled)
        notes.append(remark("recalled", tongue))
    nothing = not any(character.isalnum() for character in left.text)
    if nothing and not copied and not flood:
        notes.append(remark("echo" if repeated else "empty", tongue))
    names = lists(left, card)
    told = left.without(names)
    if names and any(map(str.isalnum, told.text)) and not is_list(told):
        left = told
        notes.append(remark("names", tongue))
    listed = not nothing and is_list(left)
    if listed:
        notes.append(remark("list", tongue))
    return Reading(
        answer=left,
        attempts=tuple(each.quote for span in to_grader if (each := folded.evidence(span))),
        denied=tuple(denials(left)),
        turns=retractions(left),
        notes=tuple(notes),
        nothing=nothing,
        most=LIST_MOST if listed else 1.0,
    )


def _card_texts(rubric: Rubric) -> tuple[str, ...]:
    points = (text for point in rubric.points for text in point.texts.values())
    return (*points, *(text for texts in rubric.passages.values() for text in texts))
