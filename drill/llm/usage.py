"""Tokens and what they cost."""

from __future__ import annotations

from dataclasses import dataclass

_LETTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Usage:
    """What requests took: how many there were, and tokens sent and received."""

    requests: int = 0
    sent: int = 0
    received: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.requests + other.requests, self.sent + other.sent, self.received + other.received)

    @property
    def tokens(self) -> int:
        """Sent and received together."""
        return self.sent + self.received

    def cost(self, input_price: float, output_price: float) -> float:
        """In the currency of the prices, which are for a million tokens."""
        return (self.sent * input_price + self.received * output_price) / 1e6


def estimated(text: str) -> int:
    """About how many tokens a text has, for servers that do not count: four letters or one ideograph each."""
    ascii_letters = sum(character.isascii() for character in text)
    return -(-ascii_letters // _LETTERS_A_TOKEN) + len(text) - ascii_letters
