"""What was typed is there again, whatever happens to the program or the disk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from drill.errors import DrillError
from drill.practice import practice as practising
from drill.practice.practice import Practice
from tests.practice.studying import GOOD, Opener, study

DYING = """
import os, signal, sys
from drill.practice import practice as practising
from drill.settings import Settings

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

database, deck, when = sys.argv[1:]
settings = Settings(builtin_deck=False, decks=(deck,), question_language="en")
with practising.open_practice(settings, database=database) as practice:
    prompt = practice.next()
    if when == "typing":
        practice.save_draft(prompt.item.id, "typed so far")
        die()
    if when == "grading":
        practising.judge = die
    graded = practice.answer(prompt, "the whole answer")
    if when == "rating":
        die()
    practice.rate(graded, "good")
    die()
"""


@pytest.mark.parametrize(
    ("when", "draft", "answers", "reviews"),
    [
        ("typing", "typed so far", 0, 0),
        ("grading", "the whole answer", 1, 0),
        ("rating", "the whole answer", 1, 0),
        ("after", "", 1, 1),
    ],
)
def test_a_program_that_is_killed_loses_nothing(
    opener: Opener, deck: Path, tmp_path: Path, when: str, draft: str, answers: int, reviews: int
) -> None:
    database = f"sqlite:///{tmp_path / 'c.db'}"
    done = subprocess.run(
        [sys.executable, "-c", DYING, database, str(deck), when], env=os.environ, check=False
    )
    assert done.returncode == -signal.SIGKILL
    practice = opener()
    assert practice.prompt("alpha").draft == draft
    stats = practice.stats()
    assert ([answer.text for answer in stats.answers], stats.reviews) == (
        ["the whole answer"] * answers,
        reviews,
    )
    assert practice.today().covered == reviews
    assert practice.rebuild() == 0


def test_an_answer_is_stored_before_it_is_judged(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = practice.next()
    assert prompt is not None

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(practising, "judge", fail)
    with pytest.raises(RuntimeError):
        practice.answer(prompt, GOOD)
    (kept,) = practice.stats().answers
    assert (kept.text, kept.score, kept.rating) == (GOOD, None, None)


def test_a_full_disk_is_told_and_the_same_answer_can_be_given_again(practice: Practice) -> None:
    prompt = practice.next()
    assert prompt is not None
    with practice._collection.writing() as books:
        pages = books._session.execute(text("PRAGMA page_count")).scalar()
        books._session.execute(text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(DrillError, match="make room on the disk"):
        practice.answer(prompt, GOOD * 200)
    with practice._collection.writing() as books:
        books._session.execute(text("PRAGMA max_page_count = 1000000"))
    assert practice.rate(practice.answer(prompt, GOOD), "good").scheduled
    assert len(practice.stats().answers) == 1


def test_two_programs_on_one_collection_see_each_others_reviews(opener: Opener) -> None:
    one, other = opener(), opener()
    prompt = one.next()
    assert prompt is not None
    graded = one.answer(prompt, GOOD)
    study(other)
    one.rate(graded, "good")  # the same item, rated in both
    assert other.today().done == 2
    assert other.rebuild() == 0
    assert {prompt.item.card for prompt in other.queue(9)} == {prompt.item.card for prompt in one.queue(9)}


@pytest.mark.parametrize(
    "typed", ["half a \ud83d character", "nul \x00 and escape \x1b[31m", "好" * 20_000, ""]
)
def test_whatever_is_typed_can_be_stored(practice: Practice, typed: str) -> None:
    prompt = practice.next()
    assert prompt is not None
    practice.save_draft(prompt.item.id, typed)
    graded = practice.answer(prompt, typed)
    assert len(graded.text) == len(typed)
    practice.rate(graded, "again")
    assert practice.stats().answers[0].text == graded.text


def test_what_was_typed_stays_when_the_rest_is_said_aloud_or_something_is_undone(practice: Practice) -> None:
    study(practice)
    prompt = practice.prompt("alpha", in_turn=True)
    practice.save_draft("alpha", "half typed")
    practice.checklist(prompt, ["kept"])
    assert practice.prompt("alpha").draft == "half typed"
    practice.undo()
    assert practice.prompt("alpha").draft == "half typed"
