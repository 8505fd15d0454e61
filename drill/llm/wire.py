"""One request over the wire and what comes back, through the SDK; the only retries here are its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
            if isinstance(sent, int) and isinstance(received, int):
                self.usage = Usage(1, sent, received)

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
                    reply.add(_completion(await stream.response.aread(), kind))
                    return reply
                async for chunk in stream:
                    reply.add(chunk.to_dict(warnings=False))
                    if hear:
                        hear(reply.text)
                    if reply.astray:
                        break
        finally:
            sent = sum(estimated(each["content"]) for each in messages)
            self.usage += reply.usage or Usage(1, sent, estimated(reply.text))
        return reply

    async def models(self, url: str) -> tuple[str, ...]:
        """The models that an endpoint says it has. Raises what the SDK raises, and `NoApiError`."""
        client = self._client.with_options(base_url=url, max_retries=0)
        raw = await client.models.with_raw_response.list()  # parsed, a web page would be an AttributeError
        try:
            return tuple(each["id"] for each in json.loads(raw.content)["data"])
        except (ValueError, KeyError, TypeError):
            raise NoApiError(raw.headers.get("content-type", "")) from None


async def _be_reasonable(response: Response) -> None:
    """Do not sit out a `Retry-After` longer than a user would wait; the SDK obeys the header set here."""
    wait = response.headers.get("retry-after", "")
    if wait.isdecimal() and int(wait) > PATIENCE_SECONDS:
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
    except ValueError:
        raise NoApiError(content_type) from None
    if not isinstance(found, dict) or "choices" not in found:
        raise NoApiError(content_type)
    return found


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
