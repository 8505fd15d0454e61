"""A simulated candidate is placed rightly, and every interview comes to its end."""

from itertools import pairwise
from random import Random

import pytest

from drill.interview.debrief import Debrief, debrief_of
from drill.interview.machine import replay
from drill.interview.state import Main, Over
from drill.interview.syllabus import Setup
from tests.interview.candidates import TOPICS, Candidate, hold, record, syllabus

INTERVIEWS = 200
CHANCES = {"strong": 0.85, "average": 0.60, "weak": 0.35}
LOWER = 0.35
"""How much lower the chance is in one topic of five."""


def interview(strength: str, seed: int, questions: int) -> tuple[Debrief, str]:
    random = Random(f"{strength} {seed}")
    weak = random.choice(TOPICS)
    candidate = Candidate(lambda topic: CHANCES[strength] - LOWER * (topic == weak), random)
    state, _ = hold(Setup(questions=questions, minutes=60, seed=seed), syllabus(), candidate)
    return debrief_of(record(state)), weak


@pytest.fixture(scope="module")
def outcomes() -> dict[str, list[tuple[Debrief, str]]]:
    return {name: [interview(name, seed, 8) for seed in range(INTERVIEWS)] for name in CHANCES}


def test_strong_average_and_weak_are_told_apart(outcomes):
    trios = zip(*(outcomes[name] for name in CHANCES), strict=True)
    right = sum(strong[0].score > average[0].score > weak[0].score for strong, average, weak in trios)
    assert right >= 0.99 * INTERVIEWS


@pytest.mark.parametrize("strength", CHANCES)
def test_the_weakest_topic_is_found_within_eight_questions(outcomes, strength):
    found = sum(debrief.weakest_topic == weak for debrief, weak in outcomes[strength])
    assert found >= 0.85 * INTERVIEWS


@pytest.mark.parametrize("seed", range(INTERVIEWS))
def test_no_repeat_no_dead_end_and_no_over_run(seed):
    random = Random(seed)
    setup = Setup(
        questions=random.randint(1, 12),
        minutes=random.choice((2, 10, 30)),
        level=random.choice((1, 2, 3)),
        seed=seed,
    )
    among = syllabus(cards=random.randint(1, 4))
    candidate = Candidate(
        lambda _: random.random(), random, seconds=random.choice((5, 60, 200)), chatty=random.choice((0, 0.5))
    )
    state, events = hold(setup, among, candidate)
    assert isinstance(state.stage, Over)
    moves = [turn.asked.move for turn in state.turns]
    cards = [move.card for move in moves if isinstance(move.aim, Main)]
    assert len(cards) == len(set(cards)) <= setup.questions
    assert len(set(moves)) == len(moves)
    assert max(move.depth for move in moves) <= 3
    answered = [turn for turn in state.turns if turn.asked.move.depth]
    assert all(turn.asked.move.card == cards[turn.asked.move.number - 1] for turn in answered)
    # What is over the time is the answer that was under way when it ended, and what was asked back before it.
    last = state.turns[-1].asked
    assert state.spent - last.seconds < setup.minutes * 60
    assert state.stage.ending == "finished" or state.spent > setup.minutes * 60 - 30
    levels = [replay(events[:n]).level for n in range(1, len(events) + 1)]
    assert all(abs(one - other) <= 1 for one, other in pairwise(levels))


def test_weak_topics_come_first_once_all_were_seen():
    random = Random(1)
    candidate = Candidate(lambda topic: 0.1 if topic == "serving" else 0.9, random)
    state, _ = hold(Setup(questions=8, minutes=120), syllabus(), candidate)
    topics = [state.subjects[t.asked.move.card].topic for t in state.turns if t.asked.move.depth == 0]
    assert sorted(topics[:5]) == sorted(TOPICS)
    assert topics[5] == topics[6] == "serving"
