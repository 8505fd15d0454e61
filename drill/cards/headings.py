"""What a second-level heading of a card opens, in either language; any other heading is part of the prose."""

from __future__ import annotations

from collections.abc import Mapping

from drill.cards.markdown import Document

HEADINGS: Mapping[str, str] = {
    "是什么": "what",
    "what": "what",
    "为什么": "why",
    "why": "why",
    "不这样会怎样": "counterfactual",
    "without it": "counterfactual",
    "如何验证": "verification",
    "how to verify": "verification",
    "如何选择": "choose",
    "how to choose": "choose",
    "常见误解": "misconceptions",
    "misconceptions": "misconceptions",
    "追问": "follow-ups",
    "follow-ups": "follow-ups",
    "计算题": "drills",
    "drills": "drills",
    "出处": "sources",
    "sources": "sources",
}
"""A heading, casefolded, to the part of the card that stands under it."""


def part_at(document: Document, line: int) -> str:
    """The part that a line, counted from 0, stands in; empty under the title or an unknown heading."""
    above = [each for each in document.headings if each.line <= line and each.level <= 2]
    return HEADINGS.get(above[-1].text.casefold(), "") if above and above[-1].level == 2 else ""
