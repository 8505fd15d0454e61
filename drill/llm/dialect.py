"""How one endpoint wants to be spoken to: found out by being refused, and remembered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, get_args

from drill.llm.endpoints import Endpoint, Mode

_LOOSER: Mapping[Mode, Mode] = {"schema": "json", "json": "plain"}
_OTHER_LIMIT = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_ABOUT_FORM = ("response_format", "json_schema", "json_object", "schema", "grammar", "structured", "guided")


@dataclass(frozen=True, slots=True)
class Dialect:
    """The parameters that an endpoint and model understand."""

    url: str
    mode: Mode
    limit: str = "max_tokens"
    """The name of the parameter that bounds a reply."""
    temperature: bool = True
    usage: bool = True
    """Whether a stream may be asked to count its tokens."""

    @classmethod
    def of(cls, endpoint: Endpoint, remembered: Mapping[str, Any] | None = None) -> Dialect:
        """What was remembered of an endpoint, or else what its profile says."""
        first = cls(endpoint.urls[0], endpoint.profile.mode, endpoint.profile.limit)
        if not remembered or remembered.keys() != asdict(first).keys():
            return first
        known = cls(**remembered)
        return known if known.url in endpoint.urls and known.mode in get_args(Mode) else first

    def as_json(self) -> dict[str, Any]:
        """Plain values to remember it by."""
        return asdict(self)

    def looser(self) -> Dialect | None:
        """The same with the next mode that asks for less; None when nothing is left to ask for."""
        mode = _LOOSER.get(self.mode)
        return replace(self, mode=mode) if mode else None

    def without(self, refused: str) -> Dialect | None:
        """The same without what a server's message refuses; None when it names nothing that can go.

        A refusal that names no parameter is taken for one of the reply's form, the commonest cause.
        """
        said = refused.lower()
        if "context" in said and "length" in said:
            return None
        if any(word in said for word in _ABOUT_FORM):
            return self.looser()
        if "max_tokens" in said or "max_completion_tokens" in said:
            return replace(self, limit=_OTHER_LIMIT[self.limit]) if self.limit in said else None
        if self.usage and "stream_options" in said:
            return replace(self, usage=False)
        if self.temperature and "temperature" in said:
            return replace(self, temperature=False)
        return self.looser()
