"""What a card holds ready for the question that was asked: the points expected, and a model answer."""

from __future__ import annotations

from drill.cards.card import Dimension, FollowUp, Kind, Language, Point
from drill.i18n import _
from drill.practice.views import Graded, Prompt
from drill.tui.text import plain
from drill.tui.wording import DIMENSIONS, quantity


def expected_points(prompt: Prompt, language: Language | None = None) -> tuple[Point, ...]:
    """The rubric points of the item, in the order they are told; none for a number or a plain card.

    They are in the language of the question, or in another that the card is written in.
    """
    match prompt.item.kind:
        case Kind.EXPLAIN:
            return prompt.card.text(language or prompt.language).points
        case Kind.FOLLOWUP:
            followup = _followup(prompt, language)
            return followup.points if followup else ()
        case _:
            return ()


def model_answer(prompt: Prompt) -> str:
    """What a good candidate would say, as markdown; for a number, the way to it."""
    match prompt.item.kind:
        case Kind.EXPLAIN:
            return plain(_explanation(prompt))
        case Kind.FOLLOWUP:
            followup = _followup(prompt)
            if followup is None:
                return ""
            points = "\n".join(f"- {point.text}" for point in followup.points)
            return plain("\n\n".join(part for part in (followup.prose, points) if part))
        case Kind.DRILL:
            return plain(_working(prompt))
        case Kind.PLAIN | Kind.CLOZE:
            return plain(prompt.card.text(prompt.language).body)


def notes(graded: Graded) -> tuple[str, ...]:
    """What the grader notes, less the way to a number: that stands with the model answer, step by step."""
    question = graded.prompt.numeric
    way = (*question.working, *question.assumptions) if question else ()
    return tuple(note for note in graded.verdict.notes if not note.endswith(way))


def _followup(prompt: Prompt, language: Language | None = None) -> FollowUp | None:
    text = prompt.card.text(language or prompt.language)
    return next((each for each in text.followups if each.id == prompt.item.name), None)


def _explanation(prompt: Prompt) -> str:
    text = prompt.card.text(prompt.language)
    beliefs = "\n".join(f"- {each.claim} → {each.correction}" for each in text.misconceptions)
    sources = "\n".join(f"- {each}" for each in text.sources)
    parts = [
        *((_(DIMENSIONS[each]), text.sections[each].prose) for each in Dimension if each in text.sections),
        (_("How to choose"), text.choose),
        (_("Misconceptions"), beliefs),
        (_("Sources"), sources),
    ]
    return "\n\n".join(f"## {heading}\n\n{body}" for heading, body in parts if body)


def _working(prompt: Prompt) -> str:
    question = prompt.numeric
    if question is None:
        return ""
    value = f"**{quantity(question.expected, question.unit)}**"
    steps = "\n".join(f"{number}. `{step}`" for number, step in enumerate(question.working, start=1))
    parts = [value, steps]
    if question.assumptions:
        parts += [_("Assumed:"), "\n".join(f"- {each}" for each in question.assumptions)]
    return "\n\n".join(part for part in parts if part)
