"""A model judges an interview's answers again, afterwards: the debrief follows, the questions stay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from drill.practice.practice import Practice
from drill.practice.regrading import here
from drill.practice.rejudging import regrade_interview, regrade_interview_now
from drill.practice.session import Session
from drill.settings import EndpointSettings
from tests.llm.server import Behaviour, Server, hangs, judges, refuses, says, serving
from tests.practice.studying import HandClock, Opener

ANSWER = (
    "Keys and values of earlier tokens stay in memory, a row more for each token. "
    "That way work done once need not be done again."
)


def kind(statement: str, answer: str) -> tuple[str, str]:
    """A model that hears what the offline grader may not: that reading is all that is left to do."""
    if "Only reading is left" in statement:
        return "met", "That way work done once need not be done again."
    if "are kept in memory" in statement:
        return "met", "Keys and values of earlier tokens stay in memory"
    return "unmet", ""


@pytest.fixture
def at(opener: Opener) -> Callable[..., Practice]:
    """A practice whose model is behind a server."""

    def open_at(server: Server, **settings: Any) -> Practice:
        return opener(endpoint=EndpointSettings(profile="custom", model="m", base_url=server.url, **settings))

    return open_at


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)


def held(practice: Practice, clock: HandClock) -> Session:
    """An interview that is over; the script speaks in it."""
    interviews = practice.interviews()
    session = interviews.begin(interviews.preset(questions=1, minutes=30, tags=("alpha",), model=False))
    while session.over is None:
        clock.pass_by(seconds=20)
        session.say(ANSWER)
    return session


def test_the_models_verdicts_enter_the_debrief_and_the_answers(at: Callable[..., Practice], clock: HandClock):
    with serving(judges(kind)) as server:
        practice = at(server)
        session = held(practice, clock)
        assert server.asked == []
        before = practice.interviews().debrief(session.id)
        done = regrade_interview_now(practice, session.id)
        after = practice.interviews().debrief(session.id)
    in_words = [turn for turn in before.record.turns if turn.kind != "drill" and turn.answer]
    by_model = [turn for turn in after.record.turns if turn.verdict.grader == "llm"]
    assert (done.judged, done.of) == (len(by_model), len(in_words))
    assert done.judged > 0
    assert [turn.question for turn in after.record.turns] == [turn.question for turn in before.record.turns]
    main = after.record.turns[0]
    assert main.verdict.grader == "llm"
    assert main.score == main.verdict.score
    with practice._collection.reading() as books:
        assert books.answers.last_verdicts()["alpha"]["grader"] == "llm"
    assert practice.interviews().debrief(session.id) == after


def test_numbers_and_answers_given_aloud_are_not_sent(at: Callable[..., Practice]):
    with serving(judges(kind)) as server:
        practice = at(server)
        interviews = practice.interviews()
        session = interviews.begin(interviews.preset(questions=1, tags=("alpha",), model=False))
        while session.over is None:
            if session.standing.unit:
                session.say("40 GiB")
            else:
                session.tick({"kept"})
        assert regrade_interview_now(practice, session.id).of == 0
        assert server.asked == []


FAILURES: dict[str, tuple[Behaviour, str, bool]] = {
    "no key": (refuses(401), "wants a key", True),
    "broken": (refuses(500), "the server failed", True),
    "useless": (says("prose"), "no usable reply", False),
}


@pytest.mark.parametrize(("behaviour", "why", "ends"), FAILURES.values(), ids=FAILURES.keys())
def test_a_failure_leaves_the_verdicts_and_says_why(
    at: Callable[..., Practice], clock: HandClock, behaviour: Behaviour, why: str, ends: bool
):
    with serving(behaviour) as server:
        practice = at(server)
        session = held(practice, clock)
        before = practice.interviews().debrief(session.id)
        done = regrade_interview_now(practice, session.id)
        asked = len(server.asked)
    assert done.judged == 0
    assert why in done.fault
    assert practice.interviews().debrief(session.id) == before
    assert (asked <= 3) is ends  # an endpoint that fails for one answer fails for all


async def test_it_can_be_given_up(at: Callable[..., Practice], clock: HandClock):
    with serving(hangs) as server:
        practice = at(server)
        session = held(practice, clock)
        task = asyncio.create_task(regrade_interview(here(practice), session.id))
        while not server.asked:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert practice.interviews().debrief(session.id).record.turns[0].verdict.grader == "offline"
