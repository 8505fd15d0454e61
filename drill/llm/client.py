"""A model behind an endpoint: asked for a JSON object, within a time, and given up cleanly.

Everything between a question and an object that its reader takes is decided here: the fall from JSON schema
to JSON mode to plain words, what is asked again, and the limit on time over all tries. What cannot be had
ends in an `EndpointError`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

import openai

from drill.i18n import _
from drill.llm import faults
from drill.llm.dialect import Dialect
from drill.llm.endpoints import Endpoint
from drill.llm.errors import EndpointError, Trouble
from drill.llm.extraction import UnreadableError, read_object
from drill.llm.usage import Usage
from drill.llm.wire import CONNECT_SECONDS, NoApiError, Question, Reply, Wire

T = TypeVar("T")

TOTAL_SECONDS = 60.0
"""For all that an opened model is asked, retries and waiting included."""
CHECK_SECONDS = 10.0
"""For a question whether it is there at all."""
_TRIES = 3
"""Replies that are asked for before the model is taken not to know better."""
_LIMIT = 4_000
"""Tokens of a reply; thirty verdicts with quotes take about two thousand."""
_BIGGER = 4
_NAMED = 5
"""Models that are named to someone who named another."""


class Model:
    """A model that can be asked; made by `opened`."""

    def __init__(self, endpoint: Endpoint, dialect: Dialect, wire: Wire, seconds: float) -> None:
        self.endpoint = endpoint
        self.dialect = dialect
        """How it understood us last: worth remembering."""
        self._wire = wire
        self._seconds = seconds
        self._deadline = asyncio.get_running_loop().time() + seconds

    @property
    def usage(self) -> Usage:
        """What was used so far, by failed tries too."""
        return self._wire.usage

    async def ask(
        self,
        question: Question,
        read: Callable[[Mapping[str, Any]], T],
        hear: Callable[[str], None] | None = None,
    ) -> T:
        """What `read` makes of the reply; what it refuses by `ValueError` is asked for again.

        `hear` gets the text of a reply as it grows. Raises `EndpointError`.
        """
        try:
            async with asyncio.timeout_at(self._deadline):
                return await self._ask(question, read, hear)
        except TimeoutError:
            line = _("{url}: no complete answer within {seconds:g} s; try again, or choose a faster model")
            said = line.format(url=self.endpoint.urls[0], seconds=self._seconds)
            raise EndpointError(Trouble.UNREACHABLE, said) from None

    async def _ask(
        self, question: Question, read: Callable[[Mapping[str, Any]], T], hear: Callable[[str], None] | None
    ) -> T:
        dialect, limit, why = self.dialect, _LIMIT, ""
        for _try in range(_TRIES):
            reply, dialect = await self._reply(question, dialect, limit, hear)
            if reply.refusal or reply.finish == "content_filter":
                raise self._useless(_("it declined to answer"))
            try:
                value = read_object(reply.text, read)
            except UnreadableError as error:
                why = str(error)
            else:
                self.dialect = dialect
                return value
            if reply.finish == "length" and not reply.astray:
                limit *= _BIGGER
            else:
                dialect = dialect.looser() or dialect
        raise self._useless(why)

    async def _reply(
        self, question: Question, dialect: Dialect, limit: int, hear: Callable[[str], None] | None
    ) -> tuple[Reply, Dialect]:
        """A reply, and the dialect in which it came about: what the server refuses is left out."""
        tried = {dialect}
        while True:
            try:
                return await self._wire.converse(question, dialect, limit, hear), dialect
            except openai.APIStatusError as error:
                other = self._after(error, dialect)
                if other is None or other in tried:
                    raise await self._refused(error) from None
            except NoApiError as error:
                other = self._elsewhere(dialect)
                if other is None or other in tried:
                    raise faults.no_api(self.endpoint, str(error)) from None
            except openai.APIConnectionError as error:
                raise faults.unreachable(self.endpoint, error, CONNECT_SECONDS) from None
            except (openai.OpenAIError, ValueError, TypeError, AttributeError, RecursionError) as error:
                # Half a chunk, or one of another shape: the SDK decodes a stream as it comes.
                raise self._useless(type(error).__name__) from None
            tried.add(other)
            dialect = other

    def _after(self, error: openai.APIStatusError, dialect: Dialect) -> Dialect | None:
        """How to go on after a refusal; None when it is not about how we spoke."""
        said = faults.message(error)
        if faults.names_model(error):
            return None
        if error.status_code in (404, 405):
            return self._elsewhere(dialect)
        if error.status_code in (400, 422):
            return dialect.without(said)
        return dialect.looser() if error.status_code >= 500 and "response_format" in said else None

    def _elsewhere(self, dialect: Dialect) -> Dialect | None:
        after = self.endpoint.urls.index(dialect.url) + 1
        return replace(dialect, url=self.endpoint.urls[after]) if after < len(self.endpoint.urls) else None

    async def _refused(self, error: openai.APIStatusError) -> EndpointError:
        offered: tuple[str, ...] = ()
        if faults.names_model(error):
            with suppress(openai.OpenAIError, NoApiError):
                offered = await self._wire.models(self.dialect.url)
        return faults.refused(self.endpoint, error, offered[:_NAMED])

    def _useless(self, why: str) -> EndpointError:
        line = _("{model} gave no usable reply ({why})")
        return EndpointError(Trouble.REPLY, line.format(model=self.endpoint.model, why=why))


@asynccontextmanager
async def opened(
    endpoint: Endpoint, remembered: Mapping[str, Any] | None = None, seconds: float | None = None
) -> AsyncIterator[Model]:
    """A model to ask for so many seconds in all, `TOTAL_SECONDS` where not said.

    `remembered` is a dialect's JSON from an earlier time.
    """
    most = TOTAL_SECONDS if seconds is None else seconds
    wire = Wire(endpoint, most)
    try:
        yield Model(endpoint, Dialect.of(endpoint, remembered), wire, most)
    finally:
        await wire.close()


async def offered(endpoint: Endpoint) -> tuple[str, ...]:
    """The models that an endpoint says it has, which costs no tokens; none where it does not say.

    Raises `EndpointError` where it cannot be reached or does not accept the key.
    """
    wire = Wire(endpoint, CHECK_SECONDS)
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            for url in endpoint.urls:
                try:
                    return await wire.models(url)
                except openai.NotFoundError:
                    continue
                except NoApiError as error:
                    raise faults.no_api(endpoint, str(error)) from None
                except openai.APIStatusError as error:
                    raise faults.refused(endpoint, error, ()) from None
                except openai.APIConnectionError as error:
                    raise faults.unreachable(endpoint, error, CONNECT_SECONDS) from None
            return ()
    except TimeoutError:
        line = _("{url}: no answer within {seconds:g} s")
        said = line.format(url=endpoint.urls[0], seconds=CHECK_SECONDS)
        raise EndpointError(Trouble.UNREACHABLE, said) from None
    finally:
        await wire.close()
