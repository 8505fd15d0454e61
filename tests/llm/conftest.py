"""An endpoint on loopback to ask, without waiting between tries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from drill.llm.client import opened
from drill.llm.endpoints import Endpoint, endpoint_of
from drill.llm.wire import Question
from drill.settings import EndpointSettings
from tests.llm.server import Server

QUESTION = Question("Judge.", "The answer.", {"type": "object", "properties": {"score": {"type": "integer"}}})

Ask = Callable[..., Awaitable[Any]]


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK's own pause between tries is half a second and more."""
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)


def endpoint_at(server: Server | str, **settings: Any) -> Endpoint:
    url = server if isinstance(server, str) else server.url
    chosen = {"profile": "custom", "model": "m", "base_url": url, **settings}
    endpoint = endpoint_of(EndpointSettings(**chosen))
    assert endpoint is not None
    return endpoint


def score(found: Any) -> int:
    """A reader that takes {"score": 0..4} and nothing else."""
    value = found.get("score")
    if type(value) is not int or not 0 <= value <= 4:
        raise ValueError("no score")
    return value


@pytest.fixture
def ask() -> Ask:
    """What a server's model answers to a question."""

    async def asked(server: Server | str, hear: Callable[[str], None] | None = None, **settings: Any) -> int:
        async with opened(endpoint_at(server, **settings)) as model:
            return await model.ask(QUESTION, score, hear)

    return asked
