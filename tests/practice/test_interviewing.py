"""Interviews on a collection: resumed after any kill, one at a time, answers kept and fixes scheduled."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from drill.errors import DrillError, UsageError
from drill.practice.interviewer import Interviewer
from drill.practice.interviewing import Interviews
from drill.practice.practice import Practice, open_practice
from drill.practice.session import Session
from drill.settings import Settings
from tests.practice.studying import GOOD, HandClock, Opener

SAYINGS = ("? hint", GOOD, "no idea really, it is kept", "? repeat", GOOD, "skip", "12 GiB", GOOD)


class KilledError(BaseException):
    """The program was killed."""


def begin(practice: Practice, **chosen: Any) -> Session:
    interviews = practice.interviews()
    return interviews.begin(interviews.preset(**{"questions": 2, "minutes": 30} | chosen))


def talk(session: Session, clock: HandClock, first: int = 0) -> None:
    """Say one thing after another until it is over, half a minute each."""
    n = first
    while session.over is None:
        clock.pass_by(seconds=30)
        session.say(SAYINGS[n % len(SAYINGS)])
        n += 1


def events(file: Path) -> list[tuple[int, str, Any]]:
    with sqlite3.connect(file) as connection:
        rows = connection.execute("SELECT position, kind, body FROM interview_events ORDER BY position")
        found = [(position, kind, json.loads(body)) for position, kind, body in rows]
    connection.close()
    return found


def test_seconds_for_which_the_program_was_stopped_do_not_count(practice: Practice, clock: HandClock):
    session = begin(practice)
    clock.pass_by(seconds=30)
    left = session.clock().total_left
    clock.pass_by(seconds=3600)
    session.stood_still(3600)
    assert session.clock().total_left == left


def test_what_is_told_as_stored_can_be_read_back_at_once(practice: Practice):
    session = begin(practice)
    told: list[int] = []
    session.on_stored = lambda: told.append(len(practice.interviews().history()[0].turns))
    session.say(GOOD)
    assert told == [0, 1, 1]  # the answer, its verdict, the next question


def test_an_interview_runs_to_its_end_and_is_debriefed(practice: Practice, clock: HandClock):
    session = begin(practice)
    assert session.standing is not None
    assert session.standing.question in {f"What is {n}?" for n in ("alpha", "beta", "gamma")} | {
        "What does TTFT stand for?"
    }
    talk(session, clock)
    debrief = practice.interviews().debrief(session.id)
    assert debrief.record.ending in ("finished", "time")
    assert debrief.record.ended == clock.now()
    assert {turn.number for turn in debrief.record.turns} == {1, 2}
    assert debrief.signal is not None


@pytest.mark.parametrize("every", [1, 2, 3, 5])
def test_killed_at_any_step_it_goes_on_event_for_event(
    every: int, deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    settings = Settings(builtin_deck=False, decks=(str(deck),), question_language="en")

    def opened(name: str, clock: HandClock) -> Practice:
        return open_practice(settings, database=f"sqlite:///{tmp_path / name}", clock=clock, seed=7)

    clock = HandClock()
    with opened("whole.db", clock) as practice:
        talk(begin(practice), clock)

    kept = Session._keep
    count = 0

    def keep_and_die(session: Session, event: Any) -> None:
        nonlocal count
        kept(session, event)
        count += 1
        if count % every == 0:
            raise KilledError

    clock = HandClock()
    with opened("killed.db", clock) as practice:
        begin(practice)
    monkeypatch.setattr(Session, "_keep", keep_and_die)
    said = 0
    for _ in range(300):
        practice = opened("killed.db", clock)
        try:
            if practice.interviews().unfinished() is None:
                break
            session = practice.interviews().resume()
            while session.over is None:
                clock.pass_by(seconds=30)
                said += 1
                session.say(SAYINGS[(said - 1) % len(SAYINGS)])
        except KilledError:
            pass
        finally:
            practice.close()
    assert events(tmp_path / "killed.db") == events(tmp_path / "whole.db")


def test_a_resumed_interview_has_the_same_question_the_same_draft_and_the_same_time_left(
    opener: Opener, clock: HandClock
):
    session = begin(opener())
    clock.pass_by(seconds=70)
    session.draft("the keys and")
    question, left = session.standing, session.clock()
    clock.pass_by(days=2)
    stands = opener().interviews().unfinished()
    assert (stands.number, stands.of, stands.left) == (1, 2, left.total_left)
    again = opener().interviews().resume()
    assert again.standing == question
    assert again.standing.draft == "the keys and"
    assert again.clock() == left
    clock.pass_by(seconds=20)
    assert again.clock().question_left == left.question_left - 20


def test_only_one_interview_is_unfinished(practice: Practice):
    begin(practice)
    with pytest.raises(UsageError, match="unfinished"):
        begin(practice)
    practice.interviews().give_up()
    assert [each.ending for each in practice.interviews().history()] == ["abandoned"]
    begin(practice)


def test_a_given_up_interview_keeps_what_was_typed(practice: Practice):
    session = begin(practice)
    session.draft(GOOD)
    practice.interviews().give_up()
    (turn,) = practice.interviews().record(session.id).turns
    assert turn.answer == GOOD
    assert turn.score is not None


def test_two_windows_do_not_write_into_one_another(opener: Opener):
    here = begin(opener())
    there = opener().interviews().resume()
    there.say(GOOD)
    with pytest.raises(DrillError, match="another window"):
        here.say("something else")


def test_time_up_keeps_what_is_typed_as_the_answer(practice: Practice, clock: HandClock):
    session = begin(practice)
    session.draft("The keys and values of earlier")
    clock.pass_by(minutes=16)
    assert session.clock().question_alarm == "up"
    session.time_up("The keys and values of earlier tokens are kept in memory")
    (turn, *_) = practice.interviews().record(session.id).turns
    assert turn.time_up
    assert turn.answer.endswith("kept in memory")
    assert session.standing.number == 2


def test_the_clock_stands_still_while_the_program_is_busy_and_after_the_end(
    practice: Practice, clock: HandClock, monkeypatch: pytest.MonkeyPatch
):
    session = begin(practice)
    grade = Interviewer._verdict

    def slowly(self: Interviewer, *rest: Any) -> Any:
        clock.pass_by(seconds=45)
        return grade(self, *rest)

    monkeypatch.setattr(Interviewer, "_verdict", slowly)
    clock.pass_by(seconds=10)
    session.say(GOOD)
    assert session.clock().total_left == 1790
    session.end()
    clock.pass_by(hours=1)
    assert session.clock().total_left == 1790
    assert practice.interviews().record(session.id).spent == 10


def test_a_pause_takes_no_time(practice: Practice, clock: HandClock):
    session = begin(practice)
    clock.pass_by(seconds=10)
    session.pause()
    clock.pass_by(hours=1)
    session.go_on()
    assert session.clock().total_left == 1790


def test_answers_to_the_cards_questions_are_among_all_answers_and_leave_the_schedule_alone(
    practice: Practice, clock: HandClock
):
    due = practice.today()
    session = begin(practice)
    talk(session, clock)
    record = practice.interviews().record(session.id)
    own = [turn for turn in record.turns if turn.kind in ("question", "followup", "drill")]
    with practice._collection.reading() as books:
        kept = [each for each in books.progress.judged() if each.question]
    assert [each.question for each in kept] == [turn.question for turn in own]
    assert practice.today().due == due.due
    assert practice.undo() is None


def test_what_to_fix_first_enters_the_schedule_and_leaves_it_again(practice: Practice, clock: HandClock):
    session = begin(practice)
    while session.over is None:
        session.say("no memory of that at all")
    interviews = practice.interviews()
    fixes = {fix.item for fix in interviews.debrief(session.id).fixes}
    before = practice.today()
    scheduled = interviews.schedule(session.id)
    assert {each.item.id for each in scheduled} == fixes
    assert all(each.due > clock.now() for each in scheduled)
    assert interviews.schedule(session.id) == ()
    assert practice.today().covered > before.covered
    assert interviews.unschedule(session.id) == len(fixes)
    assert practice.today() == before
    interviews.schedule(session.id)
    assert practice.undo() is not None


def test_a_skipped_question_can_be_scheduled(practice: Practice):
    session = begin(practice, questions=1)
    session.say("skip")
    (scheduled,) = practice.interviews().schedule(session.id)
    assert scheduled.item.kind in ("explain", "plain")


def test_the_debrief_can_be_made_again_in_another_process(opener: Opener, clock: HandClock):
    practice = opener()
    session = begin(practice)
    talk(session, clock)
    again = opener().interviews()
    assert again.debrief(session.id) == practice.interviews().debrief(session.id)
    assert [each.id for each in again.history()] == [session.id]


def test_a_card_that_is_gone_ends_nothing(opener: Opener, deck: Path, clock: HandClock):
    begin(opener(), questions=4)
    for file in deck.glob("*.md"):
        if file.stem != "alpha":
            file.unlink()
    (deck / "deck.toml").write_text('cards = ["alpha"]\nlanguage = "en"\n')
    session = opener().interviews().resume()
    talk(session, clock)
    assert session.over == "finished"


def test_a_grader_that_stumbles_ends_nothing(
    practice: Practice, clock: HandClock, monkeypatch: pytest.MonkeyPatch
):
    def stumble(*_: Any) -> Any:
        raise ZeroDivisionError

    session = begin(practice)
    monkeypatch.setattr("drill.practice.interviewer.judge_move", stumble)
    session.say(GOOD)
    monkeypatch.undo()
    assert session.standing is not None
    talk(session, clock)
    first, *_ = practice.interviews().record(session.id).turns
    assert (first.answer, first.score) == (GOOD, None)
    assert first.verdict.notes == ("this answer could not be judged (ZeroDivisionError)",)


def test_a_drill_whose_card_is_gone_is_still_shown(opener: Opener, deck: Path, clock: HandClock):
    session = begin(opener(), tags=("alpha",), questions=1)
    while session.standing.kind != "drill":
        clock.pass_by(seconds=10)
        session.say("something quite different")
    question = session.standing.question
    (deck / "alpha.md").unlink()
    (deck / "deck.toml").write_text('cards = ["beta", "gamma", "ttft"]\nlanguage = "en"\n')
    again = opener().interviews().resume()
    assert (again.standing.question, again.standing.unit) == (question, "")
    again.say("40 GiB")
    assert again.over == "finished"


def test_numbers_are_fresh_each_time(practice: Practice, clock: HandClock):
    seen = []
    for _ in range(3):
        session = begin(practice, questions=3)
        while session.over is None:
            if session.standing.unit:
                seen.append(session.standing.question)
            session.say(GOOD)
        clock.pass_by(days=1)
    assert len(seen) >= 3
    assert len(set(seen)) == len(seen)


def test_a_phrasing_is_not_repeated_while_others_are_left(practice: Practice, clock: HandClock):
    asked: dict[str, list[str]] = {}
    for _ in range(2):
        session = begin(practice, questions=4)
        while session.over is None:
            standing = session.standing
            if standing.kind in ("question", "dimension") and standing.card != "ttft":
                asked.setdefault(f"{standing.card} {standing.kind}", []).append(standing.question)
            session.say("something quite different")
        clock.pass_by(days=3)
    assert asked
    for questions in asked.values():
        assert len(set(questions)) == len(questions)


def test_aloud_is_judged_by_the_points_ticked(practice: Practice):
    session = begin(practice, questions=1)
    while session.standing.card == "ttft":
        practice.interviews().give_up()
        session = begin(practice, questions=1)
    session.tick({"kept", "saves", "again", "measure"})
    (turn,) = practice.interviews().record(session.id).turns
    assert turn.verdict.grader == "self"
    assert turn.score == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"questions": 0}, "questions: from 1 to 20"),
        ({"minutes": 0.0}, "minutes: from 1 to 180"),
        ({"tags": ("nothing",)}, "no tag 'nothing'"),
        ({"decks": ("nothing",)}, "no deck 'nothing'"),
    ],
)
def test_a_wrong_choice_is_told_in_a_line(practice: Practice, chosen: dict[str, Any], message: str):
    with pytest.raises(UsageError, match=message):
        begin(practice, **chosen)


def test_with_every_card_suspended_there_is_nothing_to_ask(practice: Practice):
    for card in ("alpha", "beta", "gamma", "ttft"):
        practice.suspend(card)
    with pytest.raises(UsageError, match="no card to ask"):
        begin(practice)


def test_a_question_about_a_card_is_answered_from_it(practice: Practice):
    first, *_ = practice.ask("alpha", "how do I measure the time per token?")
    assert first.section == "verification"
    assert "Measure" in first.text
    assert practice.ask("alpha", "zebra") == ()


def test_the_level_follows_from_earlier_answers(practice: Practice, clock: HandClock):
    interviews: Interviews = practice.interviews()
    assert interviews.preset().level == 2
    for _ in range(3):
        practice.rate(practice.answer(practice.next(), "nothing at all"), "again")
        clock.pass_by(days=1)
    assert interviews.preset().level == 1
    assert interviews.preset(level=3).level == 3


def test_an_interview_of_another_version_bars_the_way_to_nothing(opener: Opener, tmp_path: Path):
    begin(opener())
    with sqlite3.connect(tmp_path / "c.db") as connection:
        connection.execute('UPDATE interview_events SET body = \'{"is": "Sung"}\' WHERE position = 1')
    connection.close()
    practice = opener()
    with pytest.raises(DrillError, match="cannot be read"):
        practice.interviews().resume()
    assert practice.interviews().history() == ()
    practice.interviews().give_up()
    begin(practice)
