"""Profiles of endpoints, and what the settings make of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from drill.i18n import _
from drill.llm.errors import EndpointError, Trouble
from drill.llm.keys import Secret, read_key
from drill.settings import EndpointSettings

Mode = Literal["schema", "json", "plain"]
"""How a reply's form is asked for: by a JSON schema, by JSON mode, or in words alone."""

_LOOPBACK = {"localhost", "127.0.0.1", "[::1]", "::1", "0.0.0.0"}  # noqa: S104 - an address to call, not to bind


@dataclass(frozen=True, slots=True)
class Profile:
    """The ways of one kind of endpoint."""

    base_url: str
    key: str = "none"
    mode: Mode = "schema"
    """The strictest mode it is known to take."""
    bounded: bool = True
    """Whether its schemas may bound the length of a text, which keeps a small model from rambling."""
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"


PROFILES = {
    "openai": Profile(
        "https://api.openai.com/v1", "env:OPENAI_API_KEY", bounded=False, limit="max_completion_tokens"
    ),
    "deepseek": Profile("https://api.deepseek.com/v1", "env:DEEPSEEK_API_KEY", mode="json"),
    "dashscope": Profile(
        "https://dashscope.aliyuncs.com/compatible-mode/v1", "env:DASHSCOPE_API_KEY", mode="json"
    ),
    "ollama": Profile("http://127.0.0.1:11434/v1"),
    "vllm": Profile("http://127.0.0.1:8000/v1"),
    "llama.cpp": Profile("http://127.0.0.1:8080/v1"),
    "custom": Profile(""),
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model that can be asked: where, by which name, with which key."""

    profile: Profile
    urls: tuple[str, ...]
    """Addresses to try, in order: people write a base URL with and without `/v1`."""
    model: str
    key: Secret | None

    @property
    def name(self) -> str:
        """Endpoint and model, as they are remembered and counted by."""
        return f"{self.urls[0]} {self.model}"

    @property
    def local(self) -> bool:
        """Whether it is on this machine, where no proxy stands in between."""
        return urlsplit(self.urls[0]).hostname in _LOOPBACK


def endpoint_of(settings: EndpointSettings) -> Endpoint | None:
    """The endpoint that the settings name; None where they name none.

    Raises `EndpointError` where something is missing: the model, the address, the key.
    """
    if settings.profile == "off":
        return None
    profile = PROFILES[settings.profile]
    url = settings.base_url or profile.base_url
    if not url:
        line = _("endpoint.profile is custom; set endpoint.base_url to the endpoint's address")
        raise EndpointError(Trouble.SETTINGS, line)
    if not settings.model.strip():
        line = _("no model is named; set endpoint.model to one that {url} offers")
        raise EndpointError(Trouble.SETTINGS, line.format(url=url))
    key = read_key(settings.key or profile.key, settings.profile)
    return Endpoint(profile, addresses(url), settings.model.strip(), key)


def addresses(base_url: str) -> tuple[str, ...]:
    """A base URL as it was probably meant, and then as it may have been meant.

    >>> addresses("http://localhost:11434/")
    ('http://localhost:11434/v1', 'http://localhost:11434')
    """
    url = base_url.rstrip("/").removesuffix("/chat/completions").rstrip("/")
    if url.endswith("/v1"):
        return (url, url.removesuffix("/v1"))
    with_version = f"{url}/v1"
    return (url, with_version) if urlsplit(url).path else (with_version, url)
