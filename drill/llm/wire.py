"""One request over the wire and what comes back, through the SDK; the only retries here are its own."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import mktime_tz, parsedate_tz
from typing import TYPE_CHECKING, Any, TypeGuard

import openai

from drill.llm.dialect import Dialect
from drill.llm.endpoints import Endpoint
from drill.llm.usage import Usage, estimated

if TYPE_CHECKING:
    from httpx2 import Response

CONNECT_SECONDS = 5.0
PATIENCE_SECONDS = 20
"""The longest `Retry-After` that is waited for; beyond, the user is told instead."""
_RETRIES = 2
_BLANKS = 400
"""Blanks in a row after which a reply has lost its way."""
_LONGEST = 200_000
_MOST_BYTES = 4_000_000
"""Of a reply that comes whole, or of a list of models."""
_MOST_TOKENS = 10_000_000
"""What a server may claim to have counted for one reply."""
_NAME = 80
"""Characters of a model's name."""
_DIRECTLY = {"all://": None, "http://": None, "https://": None}
"""No proxy of the environment's, which would look for this machine on its own."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked for: one JSON object of a schema."""

    system: str
    user: str
    schema: Mapping[str, Any]


class NoApiError(Exception):
    """Something came that is no completion, such as a web page; the message is its content type."""


@dataclass(slots=True)
class Reply:
    """What came back, piece by piece."""

    text: str = ""
    refusal: str = ""
    finish: str = ""
    usage: Usage | None = None
    """As the server counts; not every one does."""

    def add(self, chunk: Mapping[str, Any]) -> None:
        """Take in a chunk of a stream, or a whole completion; what is not as it should be is left out."""
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else {}
        part = choice.get("delta") or choice.get("message") or {}
        self.text += _text(part.get("content"))
        self.refusal += _text(part.get("refusal"))
        self.finish = _text(choice.get("finish_reason")) or self.finish
        if isinstance(counted := chunk.get("usage"), Mapping):
            sent, received = counted.get("prompt_tokens"), counted.get("completion_tokens")
            if _is_count(sent) and _is_count(received):
                self.usage = Usage(1, sent, received)

    @property
    def complete(self) -> bool:
        """Whether it has ended and was counted: a server may keep the connection open all the same."""
        return bool(self.finish) and self.usage is not None

    @property
    def astray(self) -> bool:
        """Whether nothing more is worth waiting for: a flood of blanks, or of text."""
        return len(self.text) > _LONGEST or len(self.text) - len(self.text.rstrip()) > _BLANKS


class Wire:
    """A connection to an endpoint."""

    def __init__(self, endpoint: Endpoint, total_seconds: float) -> None:
        self._endpoint = endpoint
        self.usage = Usage()
        """What all requests took, those that failed included."""
        self._client = openai.AsyncOpenAI(
            # Anything is better than nothing: without a key, the SDK would send the one of $OPENAI_API_KEY.
            api_key=endpoint.key.reveal() if endpoint.key else "none",
            base_url=endpoint.urls[0],
            max_retries=_RETRIES,
            http_client=openai.DefaultAsyncHttpxClient(
                timeout=openai.Timeout(total_seconds, connect=CONNECT_SECONDS),
                mounts=_DIRECTLY if endpoint.local else None,
                event_hooks={"response": [_be_reasonable]},
            ),
        )

    async def close(self) -> None:
        """Close every connection."""
        await self._client.close()

    async def converse(
        self, question: Question, dialect: Dialect, limit: int, hear: Callable[[str], None] | None = None
    ) -> Reply:
        """The reply to one question, of at most `limit` tokens; `hear` gets its text as it grows.

        Raises what the SDK raises, and `NoApiError`.
        """
        reply = Reply()
        messages = _messages(question, dialect)
        try:
            stream = await self._client.with_options(base_url=dialect.url).chat.completions.create(
                model=self._endpoint.model,
                messages=messages,
                stream=True,
                **_parameters(question, self._endpoint, dialect, limit),
            )
            async with stream:
                kind = stream.response.headers.get("content-type", "")
                if "event-stream" not in kind:
                    reply.add(_completion(await _body(stream.response), kind))
                    return reply
                async for chunk in stream:
                    reply.add(chunk.to_dict(warnings=False))
                    if hear:
                        hear(reply.text)
                    if reply.astray or reply.complete:
                        break
        finally:
            sent = sum(estimated(each["content"]) for each in messages)
            self.usage += reply.usage or Usage(1, sent, estimated(reply.text))
        return reply

    async def models(self, url: str) -> tuple[str, ...]:
        """The models that an endpoint says it has. Raises what the SDK raises, and `NoApiError`."""
        client = self._client.with_options(base_url=url, max_retries=0)
        async with client.models.with_streaming_response.list() as raw:
            body = await _body(raw.http_response)
            kind = raw.headers.get("content-type", "")
        try:
            names = [each["id"] for each in json.loads(body)["data"]]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise NoApiError(kind) from None
        return tuple(_printable(name)[:_NAME] for name in names if isinstance(name, str))


async def _body(response: Response) -> bytes:
    """A body that is read whole, up to what one may be."""
    found = b""
    async for part in response.aiter_bytes():
        found += part
        if len(found) > _MOST_BYTES:
            raise NoApiError(response.headers.get("content-type", ""))
    return found


def wait_in(headers: Mapping[str, str]) -> float | None:
    """The seconds that a server asks to wait, as a number or as a date; None where it does not say."""
    for name, of_a_second in (("retry-after-ms", 1000), ("retry-after", 1)):
        try:
            seconds = float(headers.get(name, "")) / of_a_second
        except ValueError:
            continue
        return seconds if math.isfinite(seconds) else None
    date = parsedate_tz(headers.get("retry-after", ""))
    return mktime_tz(date) - time.time() if date else None


async def _be_reasonable(response: Response) -> None:
    """Do not sit out a `Retry-After` longer than a user would wait; the SDK obeys the header set here."""
    wait = wait_in(response.headers)
    if wait is not None and wait > PATIENCE_SECONDS:
        response.headers["x-should-retry"] = "false"


def _messages(question: Question, dialect: Dialect) -> list[Any]:
    system = question.system
    if dialect.mode != "schema":
        schema = json.dumps(question.schema, ensure_ascii=False)
        system += f"\nReply with one JSON object and nothing else. It must fit this JSON schema:\n{schema}"
    return [{"role": "system", "content": system}, {"role": "user", "content": question.user}]


def _parameters(question: Question, endpoint: Endpoint, dialect: Dialect, limit: int) -> dict[str, Any]:
    parameters: dict[str, Any] = {dialect.limit: limit}
    if dialect.temperature:
        parameters["temperature"] = 0
    if dialect.usage:
        parameters["stream_options"] = {"include_usage": True}
    match dialect.mode:
        case "schema":
            schema = question.schema if endpoint.profile.bounded else _unbounded(question.schema)
            form = {"name": "reply", "strict": True, "schema": schema}
            parameters["response_format"] = {"type": "json_schema", "json_schema": form}
        case "json":
            parameters["response_format"] = {"type": "json_object"}
        case "plain":
            pass
    return parameters


def _unbounded(schema: object) -> object:
    """A schema without bounds on the length of texts."""
    if isinstance(schema, Mapping):
        return {name: _unbounded(value) for name, value in schema.items() if name != "maxLength"}
    return [_unbounded(each) for each in schema] if isinstance(schema, list) else schema


def _completion(body: bytes, content_type: str) -> Mapping[str, Any]:
    """A completion that came whole, from a server that does not stream; all else is a `NoApiError`."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise NoApiError(content_type) from None
    if not isinstance(found, dict) or "choices" not in found:
        raise NoApiError(content_type)
    return found


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= _MOST_TOKENS


def _printable(text: str) -> str:
    return "".join(each for each in text if each.isprintable())


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
