"""What a model says about an answer, under the rubric's own ids; nothing in it is a score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Word = Literal["met", "partial", "unmet", "contradicted"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A model's word on one statement, with the passage that it gives for it."""

    word: Word
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One reply, read."""

    points: Mapping[str, Claim]
    beliefs: Mapping[str, Claim] = field(default_factory=dict)
    """The same on the card's misconceptions: those that are met, the candidate holds."""
    credited_controls: int = 0
    """How many statements that no answer makes it says this one makes."""
    to_grader: tuple[str, ...] = ()
    """Passages that speak to the grader."""
    advice: Mapping[str, str] = field(default_factory=dict)
    """A sentence by dimension, or under an empty name where the item has none."""
    followup: str = ""
    unasked: int = 0
    """Verdicts on statements that nobody asked about."""

    def as_json(self) -> dict[str, Any]:
        """Plain values to keep it by."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Judgement:
        """What `as_json` gave. Raises `TypeError`, `KeyError` or `AttributeError` for anything else."""
        claims = {
            part: {name: Claim(**claim) for name, claim in kept[part].items()}
            for part in ("points", "beliefs")
        }
        return cls(**{**kept, **claims, "to_grader": tuple(kept["to_grader"])})
