"""A small deck, a clock that is set by hand, and answers to give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from drill.practice.practice import Practice
from drill.practice.views import Reviewed

Opener = Callable[..., Practice]

CARD = """---
id: {id}
---
# What is {id}?

- And what is {id}, in other words?

## What

It is kept.

- **kept!** The keys and values of earlier tokens are kept in memory
- **grows** It grows by one row with each token

## Why

It saves work.

- **saves!** Work that was done once is not repeated
- **reads** Only reading is left

## Without it

All is done again.

- **again!** Every step computes all earlier tokens again
- **slow** Each token takes longer than the one before

## How to verify

Measure it.

- **measure!** Measure the time per token against the length
- **gauge** Watch the usage gauge

## Follow-ups

### What does it cost? {{#cost}}

- **memory!** Memory, which limits how many requests fit

### What replaces it? {{#else}}

- **state!** A state of fixed size

## Drills

### {{model}} with {{users}} requests of {{tokens}} tokens: how much? {{#size}}

`kv.size model=llama-3-70b tokens=8Ki..64Ki users=1..8 -> GiB ±3%`
"""

PLAIN = "---\nid: ttft\n---\n# What does TTFT stand for?\n\nTime to first token\n"


@dataclass
class HandClock:
    """A clock that tells what it is set to."""

    at: datetime = datetime(2026, 5, 4, 10, tzinfo=UTC)
    zone: tzinfo = field(default_factory=lambda: ZoneInfo("Asia/Shanghai"))

    def now(self) -> datetime:
        return self.at

    def monotonic(self) -> float:
        return self.at.timestamp()

    def pass_by(self, **time: float) -> None:
        self.at += timedelta(**time)


def write_deck(folder: Path) -> None:
    """Three cards with two follow-ups and a drill each, and a plain one."""
    folder.mkdir()
    for name in ("alpha", "beta", "gamma"):
        (folder / f"{name}.md").write_text(CARD.format(id=name), encoding="utf-8")
    (folder / "ttft.md").write_text(PLAIN, encoding="utf-8")
    (folder / "deck.toml").write_text('cards = ["alpha", "beta", "gamma", "ttft"]\nlanguage = "en"\n')


GOOD = (
    "The keys and values of earlier tokens are kept in memory and grow by one row with each token. "
    "Work that was done once is not repeated. Without it every step computes all earlier tokens again. "
    "Measure the time per token against the length."
)


def study(practice: Practice, rating: str = "good") -> Reviewed:
    prompt = practice.next()
    assert prompt is not None
    return practice.rate(practice.answer(prompt, GOOD), rating)  # type: ignore[arg-type]


def study_all(practice: Practice, rating: str = "good") -> list[str]:
    asked = []
    while practice.next() is not None:
        asked.append(study(practice, rating).item.id)
    return asked
