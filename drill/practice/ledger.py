"""What asking a model needs to be remembered: what it said, how it is spoken to, and what it took today."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from drill.i18n import _
from drill.recall.days import Moment
from drill.settings import EndpointSettings

if TYPE_CHECKING:
    from drill.llm.endpoints import Endpoint
    from drill.llm.usage import Usage
    from drill.store.collection import Collection


class Ledger:
    """A collection's memory of the endpoint that the settings name. Use it from the collection's thread."""

    def __init__(self, collection: Collection, settings: EndpointSettings, now: Callable[[], Moment]) -> None:
        self._collection = collection
        self._settings = settings
        self._now = now

    def endpoint(self) -> Endpoint:
        """The endpoint that the settings name. Raises `DrillError` where they name none, or one in part."""
        from drill.llm.endpoints import endpoint_of
        from drill.llm.errors import EndpointError, Trouble

        endpoint = endpoint_of(self._settings)
        if endpoint is None:
            line = _("no model is set up; give the settings a table [endpoint] with profile and model")
            raise EndpointError(Trouble.SETTINGS, line)
        return endpoint

    def check_budget(self) -> None:
        """Raise `EndpointError` where today's budget is used up."""
        from drill.llm.errors import EndpointError, Trouble

        with self._collection.reading() as books:
            tokens, cost = books.endpoints.spent(self._now().day)
        limits = self._settings
        if limits.daily_tokens and tokens >= limits.daily_tokens:
            line = _("today's budget of {tokens:,} tokens is used up; raise endpoint.daily_tokens, or wait")
            raise EndpointError(Trouble.BUDGET, line.format(tokens=limits.daily_tokens))
        if limits.daily_cost and cost >= limits.daily_cost:
            line = _("today's budget of {cost:g} is used up; raise endpoint.daily_cost, or wait")
            raise EndpointError(Trouble.BUDGET, line.format(cost=limits.daily_cost))

    def price(self, usage: Usage) -> float:
        """What tokens cost by the prices in the settings."""
        return usage.cost(self._settings.input_price, self._settings.output_price)

    def spend(self, endpoint: str, usage: Usage) -> None:
        """Add to what was used today."""
        if not usage.requests:
            return
        with self._collection.writing() as books:
            books.endpoints.spend(
                endpoint,
                self._now().day,
                requests=usage.requests,
                sent=usage.sent,
                received=usage.received,
                cost=self.price(usage),
            )

    def judgement(self, key: str) -> Mapping[str, Any] | None:
        """What the model said when it was asked the same before."""
        with self._collection.reading() as books:
            return books.endpoints.judgement(key)

    def keep(self, key: str, judgement: dict[str, Any]) -> None:
        """Keep what the model said."""
        with self._collection.writing() as books:
            books.endpoints.keep(key, judgement, self._now().now)

    def dialect(self, endpoint: str) -> Mapping[str, Any] | None:
        """How the endpoint understood us last."""
        with self._collection.reading() as books:
            kept = books.fact(f"dialect {endpoint}")
        return json.loads(kept) if kept else None

    def keep_dialect(self, endpoint: str, dialect: dict[str, Any]) -> None:
        """Keep how the endpoint understood us."""
        written = json.dumps(dialect, sort_keys=True)
        with self._collection.writing() as books:
            if books.fact(f"dialect {endpoint}") != written:
                books.note(f"dialect {endpoint}", written)
