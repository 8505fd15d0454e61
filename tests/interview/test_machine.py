"""What the state machine does with each thing that can happen."""

from dataclasses import replace

import pytest

from drill.cards.card import Dimension
from drill.grading.verdict import MisconceptionVerdict, PointVerdict, Verdict
from drill.interview.machine import UnexpectedEventError, replay, step
from drill.interview.state import (
    Answered,
    Asking,
    Began,
    Confront,
    Dropped,
    Ended,
    Event,
    Judged,
    Judging,
    Listening,
    Main,
    Missing,
    Move,
    Over,
    Pursue,
    Put,
    Replied,
    Reply,
    Request,
    Requested,
    State,
)
from drill.interview.syllabus import Setup, Syllabus
from tests.interview.candidates import POINTS, subject, syllabus

BEGAN = Began(Setup(questions=3, minutes=30), syllabus())
PUT = Put("Hello", "Why?")
ANSWER = Answered(Reply("because"), 60.0)


def verdict(score: float = 1.0, missed: tuple[str, ...] = (), voiced: str = "") -> Verdict:
    """A verdict on an explanation; a dimension with a missed must gets half, else all."""
    points = tuple(
        PointVerdict(name, dimension, name.endswith("-0"), "miss" if name in missed else "hit")
        for name, dimension in POINTS.items()
    )
    dimensions = {each: 0.5 if f"{each.value}-0" in missed else 1.0 for each in Dimension}
    beliefs = (MisconceptionVerdict(voiced, "q is kept too", "no"),) if voiced else ()
    return Verdict("i", "c", "en", "offline", "graded", score, "good", 0.9, points, dimensions, beliefs)  # type: ignore[arg-type]


def run(*events: Event) -> State:
    return replay((BEGAN, *events))


def aim(state: State) -> object:
    assert isinstance(state.stage, Asking)
    return state.stage.move.aim


def test_it_begins_with_the_question_of_a_card():
    state = run()
    assert aim(state) == Main()
    assert state.budget == 600


def test_a_voiced_misconception_is_asked_back_first_and_once():
    state = run(PUT, ANSWER, Judged(verdict(missed=("why-0",), voiced="stores-q")))
    assert aim(state) == Confront("stores-q", "q is kept too")
    again = run(
        PUT, ANSWER, Judged(verdict(missed=("why-0",), voiced="stores-q")), PUT, ANSWER,
        Judged(verdict(voiced="stores-q")),
    )  # fmt: skip
    assert aim(again) == Missing(Dimension.WHY, ("why-0",))


def test_the_weakest_dimension_is_probed_for_the_points_it_missed():
    state = run(PUT, ANSWER, Judged(verdict(missed=("counterfactual-0", "counterfactual-3", "what-2"))))
    assert aim(state) == Missing(Dimension.COUNTERFACTUAL, ("counterfactual-0", "counterfactual-3"))


def test_a_complete_answer_is_taken_further_by_a_follow_up_or_a_number():
    state = run(PUT, ANSWER, Judged(verdict()))
    assert isinstance(aim(state), Pursue)
    assert aim(state).point is None


def test_a_follow_up_pursues_a_missed_point_where_one_is_near():
    state = run(PUT, ANSWER, Judged(verdict(missed=("why-2",))), PUT, ANSWER, Judged(verdict()))
    # the second thread is nearest to the eighth point and its neighbours: why-2, why-3, why-4
    assert aim(state).point == "why-2"


def test_words_and_numbers_take_turns():
    state = run()
    numeric = []
    while not isinstance(state.stage, Over):
        if isinstance(state.stage, Asking) and isinstance(state.stage.move.aim, Pursue):
            numeric.append(state.stage.move.aim.numeric)
        event = PUT if isinstance(state.stage, Asking) else ANSWER
        if isinstance(state.stage, Judging):
            event = Judged(verdict())
        state, _ = step(state, event)
    assert len(numeric) == 9
    assert abs(2 * sum(numeric) - len(numeric)) <= 1


def test_what_was_asked_of_late_waits_until_nothing_else_is_left():
    fresh, stale = subject("a", "kv"), subject("b", "kv", recent=True)
    mixed = fresh.threads[0]
    one = Syllabus((replace(stale, threads=(*stale.threads, mixed)),))
    state = replay((Began(Setup(questions=1), one), PUT, ANSWER, Judged(verdict())))
    assert aim(state).name == mixed.name
    assert not state.stage.move.item.startswith("b/")


def test_a_skipped_question_is_left_without_a_probe():
    state = run(PUT, Requested(Request("skip"), "skip", 5.0))
    assert aim(state) == Main()
    assert state.stage.move.number == 2
    assert state.turns[0].skipped


def test_a_hint_and_what_was_said_stay_with_the_turn():
    state = run(PUT, Requested(Request("hint"), "a hint?", 5.0, "so far"), Replied("think", hints=1))
    assert isinstance(state.stage, Listening)
    assert state.stage.asked.hints == 1
    assert state.stage.draft == "so far"
    assert state.spent == 5


def test_an_answer_after_the_time_for_the_question_is_kept_and_marked_and_not_probed():
    state = run(PUT, Answered(Reply("half an answer"), 700.0), Judged(verdict(missed=("why-0",))))
    turn = state.turns[0]
    assert turn.reply == Reply("half an answer", time_up=True)
    assert state.stage.move.number == 2


def test_when_all_time_is_gone_the_interview_is_over():
    state = run(PUT, Answered(Reply("late"), 1800.0), Judged(verdict()))
    assert state.stage == Over("time")


def test_ending_takes_what_is_typed_as_the_last_answer():
    state = run(PUT, Ended("ended", "half", 10.0))
    assert isinstance(state.stage, Judging)
    over, _ = step(state, Judged(verdict()))
    assert over.stage == Over("ended")
    assert over.turns[0].reply == Reply("half")


def test_ending_without_a_word_judges_nothing():
    state = run(PUT, Ended("ended"))
    assert state.stage == Over("ended")
    assert state.turns[0].verdict is None


def test_a_question_that_cannot_be_put_is_passed_over():
    state = run(Dropped("the card is gone"))
    assert aim(state) == Main()
    assert state.stage.move.number == 2


@pytest.mark.parametrize("event", [ANSWER, Judged(verdict()), Replied("so"), BEGAN])
def test_what_is_not_waited_for_is_refused(event):
    with pytest.raises(UnexpectedEventError):
        step(run(), event)


def test_nothing_happens_after_the_end():
    with pytest.raises(UnexpectedEventError):
        step(run(PUT, Ended("ended")), Ended("ended"))


@pytest.mark.parametrize(("score", "level"), [(0.9, 3), (0.6, 2), (0.2, 1)])
def test_the_level_follows_the_answers_by_one_step(score, level):
    state = run(PUT, Answered(Reply("x"), 590.0), Judged(verdict(score)))
    assert state.level == level


def test_what_was_asked_stays_asked_when_later_rules_would_have_ended():
    one = Began(Setup(questions=1), syllabus())
    state = replay((one, PUT, Requested(Request("skip"), "", 1.0)))
    assert state.stage == Over("finished")
    other = state.syllabus.subjects[1]
    asked = Move(2, 0, other.card, other.item, Main())
    again, _ = step(state, Put("", "And this?", move=asked))
    assert isinstance(again.stage, Listening)
    assert again.stage.asked.move == asked
