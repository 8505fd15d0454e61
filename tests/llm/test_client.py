"""A model is asked so that it can answer: retries, modes, limits on time and size, and giving up at once."""

from __future__ import annotations

import asyncio
import json

import pytest

from drill.llm import client
from drill.llm.client import opened
from drill.llm.errors import EndpointError, Trouble
from drill.llm.usage import Usage
from tests.llm.conftest import QUESTION, Ask, endpoint_at, score
from tests.llm.server import (
    Asked,
    Handler,
    answers,
    drops,
    floods,
    hangs,
    refuses,
    says,
    serving,
    streams_raw,
    trickles,
)

GOOD = '{"score": 3}'


async def test_a_schema_is_asked_for_and_the_reply_read(ask: Ask):
    with serving(says(GOOD)) as server:
        assert await ask(server) == 3
    asked = server.asked[0]
    assert asked.path == "/v1/chat/completions"
    assert asked.mode == "json_schema"
    assert asked.body["response_format"]["json_schema"]["schema"] == QUESTION.schema
    assert (asked.system, asked.user) == (QUESTION.system, QUESTION.user)
    assert asked.body["temperature"] == 0


async def test_the_reply_is_heard_as_it_grows(ask: Ask):
    heard: list[str] = []
    with serving(says('{"sco', 're": 3', "}")) as server:
        await ask(server, heard.append)
    assert heard[:3] == ['{"sco', '{"score": 3', '{"score": 3}']


@pytest.mark.parametrize("cut", range(1, 26))
async def test_a_tag_may_be_split_between_chunks_anywhere(ask: Ask, cut: int):
    said = '<think>{"score":1}</think>{"score":3}'
    with serving(says(said[:cut], said[cut:])) as server:
        assert await ask(server) == 3


async def test_a_server_that_does_not_stream_is_understood(ask: Ask):
    whole = {"choices": [{"message": {"role": "assistant", "content": GOOD}, "finish_reason": "stop"}]}
    with serving(answers(200, whole)) as server:
        assert await ask(server) == 3


async def test_tokens_are_counted_over_all_tries():
    with serving(says("nothing to read"), says(GOOD, usage=(50, 7))) as server:
        async with opened(endpoint_at(server)) as model:
            await model.ask(QUESTION, score)
    assert model.usage == Usage(requests=2, sent=150, received=27)


async def test_tokens_are_estimated_where_the_server_does_not_count():
    with serving(says("abcd" * 10 + '{"score": 3}', usage=None)) as server:
        async with opened(endpoint_at(server)) as model:
            await model.ask(QUESTION, score)
    assert model.usage == Usage(requests=1, sent=2 + 3, received=13)


def only(*modes: str):
    """A server that answers in these modes and refuses all others, as its kind does."""

    def behave(handler: Handler, asked: Asked) -> None:
        if asked.mode in modes:
            return says(GOOD)(handler, asked)
        return refuses(400, f"response_format type {asked.mode} is not supported")(handler, asked)

    return behave


@pytest.mark.parametrize(
    ("taken", "modes"),
    [
        (("json_schema",), ["json_schema"]),
        (("json_object", ""), ["json_schema", "json_object"]),
        (("",), ["json_schema", "json_object", ""]),
    ],
)
async def test_the_strictest_mode_that_the_server_takes_is_found_and_remembered(taken, modes):
    with serving(only(*taken)) as server:
        async with opened(endpoint_at(server)) as model:
            assert await model.ask(QUESTION, score) == 3
        assert server.modes == modes
        async with opened(endpoint_at(server), model.dialect.as_json()) as again:
            assert await again.ask(QUESTION, score) == 3
        assert server.modes == [*modes, modes[-1]]


async def test_what_was_remembered_of_another_endpoint_or_in_another_form_is_not_used():
    with serving(says(GOOD)) as server:
        for remembered in ({"url": "http://elsewhere/v1", "mode": "plain"}, {"mode": "plain"}, {"x": 1}):
            async with opened(endpoint_at(server), remembered) as model:
                assert await model.ask(QUESTION, score) == 3
    assert server.modes == ["json_schema"] * 3


async def test_without_a_schema_the_prompt_says_json_and_holds_it(ask: Ask):
    with serving(only("json_object")) as server:
        await ask(server)
    asked = server.asked[-1]
    assert "JSON" in asked.system
    assert json.dumps(QUESTION.schema) in asked.system


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "Invalid schema for response_format 'reply'"),
        (400, "failed to parse grammar"),
        (422, "json_schema: extra fields not permitted"),
        (500, "Unsupported response_format type: must be text or json_object"),
        (400, "something the server does not explain"),
    ],
)
async def test_any_refusal_of_the_form_leads_to_a_looser_one(ask: Ask, status, message):
    def behave(handler: Handler, asked: Asked) -> None:
        reply = refuses(status, message) if asked.mode == "json_schema" else says(GOOD)
        reply(handler, asked)

    with serving(behave) as server:
        assert await ask(server) == 3


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ("temperature", "Unsupported value: 'temperature' does not support 0 with this model."),
        ("stream_options", "stream_options: extra fields not permitted"),
        ("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    ],
)
async def test_a_parameter_that_is_refused_is_left_out(ask: Ask, parameter, message):
    def behave(handler: Handler, asked: Asked) -> None:
        reply = refuses(400, message, param=parameter) if parameter in asked.body else says(GOOD)
        reply(handler, asked)

    with serving(behave) as server:
        assert await ask(server) == 3
    assert server.asked[-1].mode == "json_schema"


async def test_a_server_that_refuses_everything_is_not_asked_for_ever(ask: Ask):
    def behave(handler: Handler, asked: Asked) -> None:
        name = "max_tokens" if "max_tokens" in asked.body else "max_completion_tokens"
        refuses(400, f"unknown parameter {name}")(handler, asked)

    with serving(behave) as server, pytest.raises(EndpointError, match="unknown parameter"):
        await ask(server)
    assert len(server.asked) == 2


EMPTY = [says(""), says(finish="stop"), says("  \n "), floods(" "), floods("\n\t  ")]


@pytest.mark.parametrize("empty", EMPTY, ids=["empty", "none", "blanks", "flood of blanks", "flood of lines"])
async def test_an_empty_reply_in_json_mode_is_asked_for_once_more_without_it(ask: Ask, empty):
    def behave(handler: Handler, asked: Asked) -> None:
        (says(GOOD) if asked.mode == "" else empty)(handler, asked)

    with serving(behave) as server:
        assert await ask(server, profile="deepseek", key="none") == 3
    assert server.modes == ["json_object", ""]


async def test_a_flood_of_text_ends(ask: Ask):
    with serving(floods("no end of words " * 500)) as server, pytest.raises(EndpointError) as caught:
        await ask(server)
    assert caught.value.trouble is Trouble.REPLY


async def test_blanks_after_an_answer_do_no_harm(ask: Ask):
    with serving(says(GOOD, " " * 5_000)) as server:
        assert await ask(server) == 3


async def test_a_reply_that_was_cut_short_is_asked_for_with_more_room(ask: Ask):
    with serving(says('{"score": ', finish="length"), says(GOOD)) as server:
        assert await ask(server) == 3
    first, second = (each.body["max_tokens"] for each in server.asked)
    assert second > first


UNUSABLE = {
    "cut short for ever": says('{"score": 3', finish="length"),
    "prose": says("A fine answer, 3 out of 4."),
    "thinking without an end": says('<think>{"score": 3}'),
    "out of range": says('{"score": 85}'),
    "nothing": says(""),
    "half a chunk": streams_raw('{"choices": [{"delta": {"content": "{'),
    "no chunk": streams_raw([1, 2], "3", {"choices": "none"}),
    "an error in the stream": streams_raw({"error": {"message": "out of memory"}}),
    "choices that are none": says(GOOD[:-1]),
    "another shape": answers(200, {"choices": [{"message": {"content": ["parts"]}}]}),
    "no choices": answers(200, {"choices": []}),
}


@pytest.mark.parametrize("behaviour", UNUSABLE.values(), ids=UNUSABLE.keys())
async def test_what_cannot_be_used_ends_as_a_fault_of_the_reply(ask: Ask, behaviour):
    with serving(behaviour) as server, pytest.raises(EndpointError) as caught:
        await ask(server)
    assert caught.value.trouble is Trouble.REPLY
    assert "\n" not in str(caught.value)
    assert len(server.asked) <= 3


@pytest.mark.parametrize(
    "refusal", [says(finish="stop", refusal="I cannot help with that."), says("", finish="content_filter")]
)
async def test_a_refusal_is_not_argued_with(ask: Ask, refusal):
    with serving(refusal) as server, pytest.raises(EndpointError, match="declined"):
        await ask(server)
    assert len(server.asked) == 1


@pytest.mark.parametrize("passing", [refuses(429), refuses(500), refuses(503), refuses(408), drops])
async def test_a_passing_failure_is_tried_again(ask: Ask, passing):
    with serving(passing, says(GOOD)) as server:
        assert await ask(server) == 3


async def test_a_wait_that_the_server_asks_for_is_kept(ask: Ask, monkeypatch: pytest.MonkeyPatch):
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("anyio.sleep", sleep)
    with serving(answers(429, {}, retry_after="7"), says(GOOD)) as server:
        assert await ask(server) == 3
    assert slept == [7.0]


async def test_a_wait_longer_than_a_user_would_is_told_instead(ask: Ask):
    told = pytest.raises(EndpointError, match="too many requests; try again in 90 s")
    with serving(answers(429, {}, retry_after="90")) as server, told as caught:
        await ask(server)
    assert len(server.asked) == 1
    assert caught.value.trouble is Trouble.UNREACHABLE


SLOW = {"hangs": hangs, "trickles": trickles("{" * 1000, 0.05), "thinks": trickles(["<think>"] * 1000, 0.05)}


@pytest.mark.parametrize("slow", SLOW.values(), ids=SLOW.keys())
async def test_all_tries_together_have_a_limit(ask: Ask, slow, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client, "TOTAL_SECONDS", 0.3)
    with serving(slow) as server, pytest.raises(EndpointError, match="no complete answer within") as caught:
        await ask(server)
    assert caught.value.trouble is Trouble.UNREACHABLE


async def test_the_limit_holds_over_refusals_that_are_tried_again(ask: Ask, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client, "TOTAL_SECONDS", 0.3)
    told = pytest.raises(EndpointError, match="no complete answer within")
    with serving(answers(503, {}, retry_after="5")) as server, told:
        await ask(server)


@pytest.mark.parametrize("slow", SLOW.values(), ids=SLOW.keys())
async def test_giving_up_closes_the_connection_at_once(ask: Ask, slow):
    with serving(slow) as server:
        task = asyncio.create_task(ask(server))
        while not server.asked:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.broken_off.wait, 5)


async def test_a_stream_without_bounds_stays_bounded_for_openai(ask: Ask, monkeypatch: pytest.MonkeyPatch):
    """OpenAI's strict schemas know no maxLength; small local models need it."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    bounded = {"type": "object", "properties": {"note": {"type": "string", "maxLength": 9}}}
    question = client.Question("Judge.", "It.", bounded)
    with serving(says(GOOD)) as server:
        for profile in ("openai", "vllm"):
            async with opened(endpoint_at(server, profile=profile)) as model:
                await model.ask(question, score)
    sent = [json.dumps(each.body["response_format"]) for each in server.asked]
    assert ["maxLength" in each for each in sent] == [False, True]
    assert "max_completion_tokens" in server.asked[0].body
