"""A free question about a card: a model answers from it, or the card's passages do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from drill.errors import UsageError
from drill.practice import consulting
from drill.practice.consulting import consult, consult_now
from drill.practice.practice import Practice
from drill.practice.regrading import here
from drill.settings import EndpointSettings
from tests.llm.server import Behaviour, Server, answers, hangs, refuses, says, serving
from tests.practice.studying import Opener

QUESTION = "how do I measure it?"
ANSWER = "Measure the time per token against the length, and watch the usage gauge."


@pytest.fixture
def at(opener: Opener) -> Callable[..., Practice]:
    """A practice whose model is behind a server."""

    def open_at(server: Server, **settings: Any) -> Practice:
        return opener(endpoint=EndpointSettings(profile="custom", model="m", base_url=server.url, **settings))

    return open_at


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)


def replies(answer: str, cites: list[int]) -> Behaviour:
    return says(json.dumps({"answer": answer, "cites": cites}))


def test_without_a_model_the_passages_answer(practice: Practice):
    told = consult_now(practice, "alpha", QUESTION)
    assert (told.words, told.fault) == ("", "")
    assert told.passages == practice.ask("alpha", QUESTION)


def test_a_model_answers_and_its_sections_are_shown(at: Callable[..., Practice]):
    with serving(replies(ANSWER, [12, 13])) as server:
        practice = at(server)
        told = consult_now(practice, "alpha", QUESTION)
        sent = json.loads(server.asked[0].user.partition("\n\n[")[0])["card"]
    assert (told.words, told.fault) == (ANSWER, "")
    assert [each.text for each in told.passages] == [sent[11]["text"], sent[12]["text"]]
    with practice._collection.reading() as books:
        assert books.endpoints.spent(practice._moment().day)[0] == 120


FAILURES: dict[str, tuple[Behaviour, str]] = {
    "cites nothing": (replies(ANSWER, []), "it cites nothing of the card"),
    "made up": (replies("The moon is made of cheese, as everybody knows.", [1]), "not what the passages say"),
    "no key": (refuses(401), "wants a key"),
    "broken": (refuses(500), "the server failed"),
    "a page": (answers(200, "<html>", "text/html"), "answers with HTML"),
    "refused": (says(refusal="No."), "declined"),
    "empty": (says(""), "no usable reply"),
    "hangs": (hangs, "no complete answer within 0.3 s"),
}


@pytest.mark.parametrize(("behaviour", "why"), FAILURES.values(), ids=FAILURES.keys())
def test_a_failure_leaves_the_passages_and_says_why(
    at: Callable[..., Practice], monkeypatch: pytest.MonkeyPatch, behaviour: Behaviour, why: str
):
    monkeypatch.setattr(consulting, "SECONDS", 0.3 if "0.3" in why else 5.0)
    with serving(behaviour) as server:
        practice = at(server)
        told = consult_now(practice, "alpha", QUESTION)
    assert why in told.fault
    assert "\n" not in told.fault
    assert told.words == ""
    assert told.passages == practice.ask("alpha", QUESTION)


def test_by_choice_no_model_is_asked(at: Callable[..., Practice]):
    with serving(replies(ANSWER, [12])) as server:
        assert consult_now(at(server), "alpha", QUESTION, model=False).words == ""
        assert server.asked == []


def test_a_card_that_is_not_there_is_told(practice: Practice):
    with pytest.raises(UsageError):
        consult_now(practice, "nope", QUESTION)


async def test_giving_up_ends_it_at_once(at: Callable[..., Practice]):
    with serving(hangs) as server:
        practice = at(server)
        task = asyncio.create_task(consult(here(practice), "alpha", QUESTION))
        while not server.asked:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.broken_off.wait, 5)
