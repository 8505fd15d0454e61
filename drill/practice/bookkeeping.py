"""What practising writes into the books: answers, reviews, and what taking them back leaves.

Each function is a step within a transaction that the use case owns.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from drill.grading.verdict import RatingName
from drill.practice.agenda import interval_of, parameters
from drill.practice.overview import CLOCK_SLACK
from drill.practice.roster import Roster
from drill.practice.views import Graded, Prompt, Reviewed, Undone
from drill.recall.days import Moment
from drill.recall.memory import New, Reviewing, is_leech
from drill.settings import Settings
from drill.store.values import GivenAnswer, OpenQuestion

if TYPE_CHECKING:
    from drill.store.collection import Transaction


def left_open(prompt: Prompt, text: str) -> OpenQuestion:
    """The question as it stands, with what was typed so far."""
    seed = prompt.numeric.seed if prompt.numeric else None
    return OpenQuestion(text, prompt.question, prompt.language, seed)


def enter_answer(
    books: Transaction,
    prompt: Prompt,
    text: str,
    moment: Moment,
    *,
    mode: Literal["typed", "aloud"],
    seconds: float | None,
    hints: int = 0,
) -> GivenAnswer:
    """Keep an answer given at `moment`; until it is rated, the question stands open as it was put."""
    given = GivenAnswer(
        id=uuid4(),
        item=prompt.item.id,
        card=prompt.card.id,
        language=prompt.language,
        question=prompt.question,
        text=text,
        reason=prompt.reason,
        mode=mode,
        at=moment.now,
        day=moment.day,
        seed=prompt.numeric.seed if prompt.numeric else None,
        seconds=seconds,
        hints=hints,
    )
    books.answers.add(given)
    if prompt.reason == "practice":
        books.answers.drop_draft(given.item)
    elif mode == "typed":
        books.answers.put_draft(given.item, left_open(prompt, text), given.at)
    return given


def enter_review(
    books: Transaction, graded: Graded, rating: RatingName, settings: Settings, moment: Moment
) -> Reviewed:
    """Schedule the item by a rating of its answer, which replaces an earlier rating of the same answer.

    It counts for the instant at which the answer was given; `moment` is when it is rated.
    """
    item = graded.prompt.item
    given = books.answers.get(graded.answer)
    if earlier := books.log.review_of(given.id):
        books.log.retract(earlier.id, moment.now)
        books.memories.derive(item.id)
    before = books.memories.state(item.id)
    books.log.append_review(
        item=item.id,
        rating=rating,
        proposed=graded.verdict.rating,
        reason=graded.prompt.reason,
        answer=given.id,
        parameters=parameters(settings, item.kind),
        at=given.at,
        day=given.day,
    )
    after = books.memories.derive(item.id).state
    books.answers.drop_draft(item.id)
    interval = interval_of(after, replace(moment, now=given.at))
    lapses = 0 if isinstance(after, New) else after.memory.lapses
    lapsed = rating == "again" and isinstance(before, Reviewing)
    leech = lapsed and is_leech(lapses, settings.leech_lapses)
    return Reviewed(item, rating, interval.due, interval.days, leech)


def take_back_latest(books: Transaction, roster: Roster, now: datetime) -> Undone | None:
    """Take back the latest action; its answer becomes the draft, unless something was typed since."""
    entry = books.log.latest()
    if entry is None:
        return None
    books.log.retract(entry.id, now)
    books.memories.derive(entry.item)
    text = ""
    if entry.answer is not None:
        given = books.answers.get(entry.answer)
        text = given.text
        typed = books.answers.draft(entry.item)
        if typed is None or not typed.text:
            left = OpenQuestion(text, given.question, given.language, given.seed)
            books.answers.put_draft(entry.item, left, now)
    return Undone(roster.item(entry.item), entry.kind, entry.rating, text)


def take_back_later(books: Transaction, now: datetime) -> int:
    """Take back everything that is dated later than `now`, and return how much that was."""
    later = books.log.later_than(now + CLOCK_SLACK)
    for entry in later:
        books.log.retract(entry.id, now)
        books.memories.derive(entry.item)
    return len(later)
