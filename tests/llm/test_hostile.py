"""Whatever a server sends ends as a reply or as one line: no traceback, no flood, no false count."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from drill.errors import DrillError
from drill.llm import client
from drill.llm.client import offered, opened
from drill.llm.errors import EndpointError, Trouble
from drill.llm.usage import Usage
from drill.llm.wire import wait_in
from drill.settings import settings_from
from tests.llm.conftest import QUESTION, Ask, endpoint_at, score
from tests.llm.server import Asked, Behaviour, Handler, answers, chunk, refuses, says, serving, streams_raw

GOOD = '{"score": 3}'
NEST = '{"a":' * 60_000


def floods_whole(kind: str) -> Behaviour:
    """Sends a body that is no stream, for as long as anyone reads."""

    def behave(handler: Handler, _asked: Asked) -> None:
        handler.close_connection = True
        handler.send_response(200)
        handler.send_header("content-type", kind)
        handler.end_headers()
        while handler.wait(0):
            handler.wfile.write(b"x" * 100_000)

    return behave


STRANGE = {
    "a nest in a stream": (streams_raw(NEST), Trouble.REPLY),
    "a nest": (answers(200, NEST), Trouble.SETTINGS),
    "a page without end": (floods_whole("text/html"), Trouble.SETTINGS),
    "JSON without end": (floods_whole("application/json"), Trouble.SETTINGS),
}


@pytest.mark.parametrize(("behaviour", "trouble"), STRANGE.values(), ids=STRANGE.keys())
async def test_a_strange_reply_is_a_fault(ask: Ask, behaviour: Behaviour, trouble: Trouble):
    with serving(behaviour) as server, pytest.raises(EndpointError) as caught:
        await ask(server)
    assert caught.value.trouble is trouble


async def test_a_connection_that_stays_open_after_the_end_is_not_waited_for(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
):
    def behave(handler: Handler, _asked: Asked) -> None:
        handler.begin_stream()
        handler.event(chunk(content=GOOD))
        handler.event(chunk("stop"))
        handler.event({**chunk(), "choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2}})
        handler.wait(60)

    monkeypatch.setattr(client, "TOTAL_SECONDS", 10.0)
    with serving(behave) as server:
        assert await ask(server) == 3


async def test_thoughts_beside_the_reply_are_no_part_of_it(ask: Ask):
    def thinks(*said: str) -> Behaviour:
        def behave(handler: Handler, _asked: Asked) -> None:
            handler.begin_stream()
            handler.event(chunk(reasoning_content='{"score": 1}', reasoning="so it is 2"))
            for each in said:
                handler.event(chunk(content=each))
            handler.event(chunk("stop"))

        return behave

    with serving(thinks(GOOD)) as server:
        assert await ask(server) == 3
    with serving(thinks()) as server, pytest.raises(EndpointError, match="nothing"):
        await ask(server)


@pytest.mark.parametrize("claimed", [(10**30, 5), (-100, 20), (3.5, 2)])
async def test_a_count_that_cannot_be_is_estimated_instead(claimed):
    with serving(says("abcd" * 10 + GOOD, usage=claimed)) as server:
        async with opened(endpoint_at(server)) as model:
            await model.ask(QUESTION, score)
    assert model.usage == Usage(requests=1, sent=2 + 3, received=13)


EVIL = {"data": [{"id": "\x1b[31mone\x07\n"}, {"id": 5}, {"id": "x" * 999}, {"id": "two"}]}


async def test_names_of_models_drive_no_terminal(ask: Ask):
    def behave(handler: Handler, asked: Asked) -> None:
        missing = refuses(404, "The model `m` does not exist \x1b[2J")
        (answers(200, EVIL) if asked.path.endswith("/models") else missing)(handler, asked)

    with serving(behave) as server:
        assert await offered(endpoint_at(server)) == ("[31mone", "x" * 80, "two")
        with pytest.raises(EndpointError, match="it has") as caught:
            await ask(server)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("body", [NEST, "[]", '{"data": 5}', '{"data": [1]}', "<html>"])
async def test_a_list_of_models_that_is_none_is_a_fault(body: str):
    with serving(answers(200, body)) as server, pytest.raises(EndpointError, match="not as an API"):
        await offered(endpoint_at(server))


async def test_a_list_of_models_without_end_is_a_fault():
    with serving(floods_whole("application/json")) as server, pytest.raises(EndpointError):
        await offered(endpoint_at(server))


WAITS = {
    "seconds": ({"retry-after": "7"}, 7),
    "a fraction": ({"retry-after": "7.5"}, 7.5),
    "milliseconds": ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
    "nothing": ({}, None),
    "words": ({"retry-after": "soon"}, None),
    "no end": ({"retry-after": "inf"}, None),
}


@pytest.mark.parametrize(("headers", "seconds"), WAITS.values(), ids=WAITS.keys())
def test_a_wait_is_read_in_every_form(headers: dict[str, str], seconds: float | None):
    assert wait_in(headers) == seconds


def test_a_wait_may_be_a_date():
    found = wait_in({"retry-after": formatdate(time.time() + 300, usegmt=True)})
    assert found is not None
    assert 290 < found <= 300


async def test_a_long_wait_is_told_and_not_sat_out_in_whatever_form(ask: Ask):
    date = formatdate(time.time() + 3600, usegmt=True)
    for headers, said in (({"retry_after": date}, "try again in 3"), ({"retry_after": "90.5"}, "in 91 s")):
        with serving(answers(429, {}, **headers)) as server, pytest.raises(EndpointError, match=said):
            await ask(server)
        assert len(server.asked) == 1


@pytest.mark.parametrize("port", ["99999", "0", "x"])
def test_an_address_with_a_port_that_is_none_is_refused_where_it_is_set(port: str):
    given = {"endpoint": {"profile": "custom", "model": "m", "base_url": f"http://h:{port}/v1"}}
    with pytest.raises(DrillError, match="base_url"):
        settings_from(given, "settings.toml")
