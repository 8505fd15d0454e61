"""The clock: per question and over all, with warnings in words, computed from what is stored."""

import pytest

from drill.interview import clock
from drill.interview.machine import replay
from drill.interview.state import Answered, Began, Drafted, Put, Reply
from drill.interview.syllabus import Setup
from tests.interview.candidates import syllabus

OPEN = (Began(Setup(questions=5, minutes=30), syllabus()), Put("", "Why?"))


@pytest.mark.parametrize(
    ("seconds", "alarm", "said"),
    [
        (0, "calm", ""),
        (269, "calm", ""),
        (270, "amber", "1:30 left for this question"),
        (324, "red", "0:36 left for this question: come to the point"),
        (360, "up", "Time is up for this question"),
    ],
)
def test_a_question_has_its_share_and_warns_in_words(seconds, alarm, said):
    reading = clock.read(replay(OPEN), seconds)
    assert reading.question_total == 360  # thirty minutes over five questions
    assert reading.question_alarm == alarm
    assert clock.words(reading) == said
    assert reading.total_left == 1800 - seconds


def test_the_whole_interview_warns_too():
    state = replay((Began(Setup(questions=1, minutes=30), syllabus()), Put("", "Why?")))
    assert clock.words(clock.read(state, 1500)) == "5:00 left for this question"
    assert clock.words(clock.read(state, 1745)) == "0:55 left in all: come to an end"
    assert clock.words(clock.read(state, 1800)) == "Time is up: the interview is over"


def test_it_stands_still_while_the_program_is_busy():
    state = replay((*OPEN, Answered(Reply("so"), 100.0)))
    assert not clock.read(state).running
    assert clock.read(state, since=50).total_left == clock.read(state).total_left == 1700


def test_time_over_a_draft_is_counted_from_the_last_event_and_once():
    state = replay((*OPEN, Drafted("a", 10.0), Drafted("ab", 25.0)))
    assert clock.read(state, since=25.0).question_left == 335
    answered = replay((*OPEN, Drafted("a", 10.0), Drafted("ab", 25.0), Answered(Reply("abc"), 30.0)))
    assert answered.spent == 30
