"""What the SDK raises, as a line that says which setting, server or account to look at.

Servers repeat keys in their messages, so only a scrubbed, short excerpt of one is ever shown, and none where
the key itself is in question.
"""

from __future__ import annotations

import math
import socket
import ssl
from collections.abc import Iterator

import openai

from drill.i18n import _
from drill.llm.endpoints import Endpoint
from drill.llm.errors import EndpointError, Trouble
from drill.llm.wire import wait_in

_EXCERPT = 160
_DAY = 86_400


def unreachable(endpoint: Endpoint, error: openai.APIConnectionError, seconds: float) -> EndpointError:
    """Why no connection came about within so many seconds, or why it broke."""
    url = endpoint.urls[0]
    causes = list(_causes(error))
    if any(isinstance(each, ssl.SSLCertVerificationError) for each in causes):
        line = _("{url}: its certificate is not trusted; name its CA in $SSL_CERT_FILE, or use http://")
        return EndpointError(Trouble.SETTINGS, line.format(url=url))
    said = " ".join(f"{type(each).__name__} {each}" for each in causes)
    if "SSL" in said:
        line = _("{url}: does not speak TLS; write http:// in endpoint.base_url")
        return EndpointError(Trouble.SETTINGS, line.format(url=url))
    if any(isinstance(each, socket.gaierror) for each in causes) or "Name or service" in said:
        line = _("{url}: there is no such host; check endpoint.base_url and the network")
        return EndpointError(Trouble.SETTINGS, line.format(url=url))
    if "ConnectTimeout" in said:
        line = _("{url}: no connection within {seconds:g} s; check endpoint.base_url and the server")
        return EndpointError(Trouble.UNREACHABLE, line.format(url=url, seconds=seconds))
    if "ConnectError" in said or any(isinstance(each, ConnectionRefusedError) for each in causes):
        line = _("{url}: nothing listens there; start the server, or set endpoint.base_url")
        return EndpointError(Trouble.UNREACHABLE, line.format(url=url))
    line = _("{url}: the connection broke off; try again")
    return EndpointError(Trouble.UNREACHABLE, line.format(url=url))


def refused(endpoint: Endpoint, error: openai.APIStatusError, offered: tuple[str, ...]) -> EndpointError:
    """Why a server answered with an error; `offered` are the models it says it has."""
    url, status = endpoint.urls[0], error.status_code
    said = message(error)
    if status in (401, 403):
        return EndpointError(Trouble.SETTINGS, _key_line(endpoint, status))
    if status == 402 or "quota" in said.lower() or "balance" in said.lower():
        line = _("{url}: the account has no credit left ({status})")
        return EndpointError(Trouble.SETTINGS, line.format(url=url, status=status))
    if status == 429:
        wait = wait_in(error.response.headers)
        told = wait is not None and 0 < wait <= _DAY
        after = _("in {seconds} s").format(seconds=math.ceil(wait or 0)) if told else _("later")
        line = _("{url}: too many requests; try again {after}")
        return EndpointError(Trouble.UNREACHABLE, line.format(url=url, after=after))
    if status >= 500:
        line = _("{url}: the server failed ({status}); try again later")
        return EndpointError(Trouble.UNREACHABLE, line.format(url=url, status=status))
    if names_model(error):
        has = _("it has {models}; ").format(models=", ".join(offered)) if offered else ""
        line = _("{url}: has no model {model!r}; {has}set endpoint.model")
        return EndpointError(Trouble.SETTINGS, line.format(url=url, model=endpoint.model, has=has))
    if status in (404, 405):
        line = _("{url}: no chat completions there ({status}); check endpoint.base_url")
        return EndpointError(Trouble.SETTINGS, line.format(url=url, status=status))
    excerpt = _shown(endpoint, said)
    return EndpointError(
        Trouble.SETTINGS,
        _("{url}: refuses the request ({status}): {said}").format(url=url, status=status, said=excerpt),
    )


def no_api(endpoint: Endpoint, content_type: str) -> EndpointError:
    """An answer that is no completion: a web page, a file."""
    line = _("{url}: answers with {kind}, not as an API; set endpoint.base_url to the API's address")
    kind = "HTML" if "html" in content_type else (_shown(endpoint, content_type) or _("something else"))
    return EndpointError(Trouble.SETTINGS, line.format(url=endpoint.urls[0], kind=kind))


def names_model(error: openai.APIStatusError) -> bool:
    """Whether a server's refusal is about the model's name, rather than the address."""
    said = message(error).lower()
    unknown = ("not found", "not exist", "unknown", "no such", "not_found", "invalid model", "not loaded")
    return error.status_code in (400, 404) and "model" in said and any(word in said for word in unknown)


def message(error: openai.APIStatusError) -> str:
    """What a server said of a refusal, with the parameter and the code it names."""
    body = error.body if isinstance(error.body, dict) else {}
    inner = body.get("error")
    inner = inner if isinstance(inner, dict) else body
    parts = (inner.get(name) for name in ("message", "param", "code", "detail"))
    return " ".join(str(part) for part in parts if part) or str(error.body or "")


def _key_line(endpoint: Endpoint, status: int) -> str:
    url = endpoint.urls[0]
    if endpoint.key is None:
        line = _("{url}: wants a key ({status}); set endpoint.key to env:NAME or keyring")
        return line.format(url=url, status=status)
    line = _("{url}: does not accept the key from {source} ({status})")
    return line.format(url=url, source=endpoint.key.source, status=status)


def _shown(endpoint: Endpoint, said: str) -> str:
    text = endpoint.key.scrubbed(said) if endpoint.key else said
    text = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return text if len(text) <= _EXCERPT else text[: _EXCERPT - 1] + "…"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
