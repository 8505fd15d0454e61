"""What a second-level heading of a card opens, in either language; any other heading is part of the prose."""

from __future__ import annotations

from collections.abc import Mapping

from drill.cards.card import Language
from drill.cards.markdown import Document

PARTS: Mapping[str, Mapping[Language, str]] = {
    "what": {"zh": "是什么", "en": "What"},
    "why": {"zh": "为什么", "en": "Why"},
    "counterfactual": {"zh": "不这样会怎样", "en": "Without it"},
    "verification": {"zh": "如何验证", "en": "How to verify"},
    "choose": {"zh": "如何选择", "en": "How to choose"},
    "misconceptions": {"zh": "常见误解", "en": "Misconceptions"},
    "follow-ups": {"zh": "追问", "en": "Follow-ups"},
    "drills": {"zh": "计算题", "en": "Drills"},
    "sources": {"zh": "出处", "en": "Sources"},
}
"""The parts of a card in their order, with their headings."""

HEADINGS = {heading.casefold(): part for part, each in PARTS.items() for heading in each.values()}
"""A heading, casefolded, to the part of the card that stands under it."""


def part_at(document: Document, line: int) -> str:
    """The part that a line, counted from 0, stands in; empty under the title or an unknown heading."""
    above = [each for each in document.headings if each.line <= line and each.level <= 2]
    return HEADINGS.get(above[-1].text.casefold(), "") if above and above[-1].level == 2 else ""
