"""Having a model put the interviewer's lines into words: what is asked of it, and what is kept of its reply.

The script speaks first; a model may only say the same in other words. Each part of what it says that breaks a
rule is left unsaid, and the script's own part stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Generic, TypeVar

from drill.cards.card import CardId
from drill.cards.passages import tokens
from drill.interview.expected import expected
from drill.interview.explaining import look_up
from drill.interview.hints import hint
from drill.interview.llm.restraint import (
    AKIN,
    STANDS_IN,
    Secrets,
    asks,
    asks_the_same,
    explains,
    improper,
    judges,
    rubrics_of,
    share,
)
from drill.interview.llm.speech import Speech, Task, speech_for
from drill.interview.state import Asked, Confront, Move, Pursue, Put, Replied, Replying, Request, Turn
from drill.interview.voice import Matter

T = TypeVar("T", Put, Replied)


@dataclass(frozen=True, slots=True)
class Wish(Generic[T]):
    """Words that are wanted of a model."""

    speech: Speech
    settle: Callable[[Mapping[str, str]], T | None]
    """What is kept of a reply, with the script's words for the rest; None where nothing is."""


def to_put(matter: Matter, move: Move, script: Put, generator: Random) -> Wish[Put]:
    """Wish for a move in a model's words; the script's are `script`."""
    last = matter.state.turns[-1] if matter.state.turns else None
    heard = last.reply.text if last and last.reply and not last.reply.time_up else ""
    task: Task = "question"
    if heard and isinstance(move.aim, Pursue) and move.aim.numeric:
        task = "lead"  # the numbers are the program's, and so is the question that has them
    elif heard and not isinstance(move.aim, Confront):
        task = "put"
    lines = {"previous_question": last.asked.question if last else "", "program_lead": script.lead}
    if task != "lead":
        lines["program_question"] = script.question
    secrets = _secrets(matter, move, (script.lead, script.question))
    language = matter.state.setup.language

    def settle(said: Mapping[str, str]) -> Put | None:
        lead, question = said["lead"], said["question"]
        if task == "question" or _unfit(lead, matter, secrets) or judges(lead) or asks(lead):
            lead = ""
        if (
            task == "lead"
            or question in matter.said
            or _unfit(question, matter, secrets)
            or not asks_the_same(move.aim, question, script.question, language)
        ):
            question = ""
        kept = replace(script, lead=lead or script.lead, question=question or script.question)
        return kept if lead or question else None

    return Wish(speech_for(task, matter.state.setup, lines, heard, generator), settle)


def to_reply(
    matter: Matter, request: Request, asked: Asked, script: Replied, generator: Random
) -> Wish[Replied] | None:
    """Wish for a reply in a model's words; None where the script's are all there is to say."""
    stage = matter.state.stage
    said = stage.said if isinstance(stage, Replying) else ""
    match request.kind:
        case "rephrase":
            return _rephrase(matter, said, asked, script, generator)
        case "clarify":
            return _clarify(matter, request, said, asked, script, generator)
        case "hint":
            return _hint(matter, said, asked, script, generator)
        case _:
            return None


def _rephrase(
    matter: Matter, said: str, asked: Asked, script: Replied, generator: Random
) -> Wish[Replied] | None:
    if isinstance(asked.move.aim, Pursue) and asked.move.aim.numeric:
        return None
    setup = matter.state.setup
    title = matter.card.text(setup.language).title
    heard = {asked.question, *(each.reply for each in asked.exchanges)}

    def fits(words: str) -> bool:
        originals = (asked.question, *matter.wordings)
        return words not in heard and any(
            asks_the_same(asked.move.aim, words, each, setup.language, AKIN) for each in originals
        )

    lines = {"program_question": asked.question, "subject": title}
    return _reply(matter, asked, script, speech_for("rephrase", setup, lines, said, generator), fits)


def _clarify(
    matter: Matter, request: Request, said: str, asked: Asked, script: Replied, generator: Random
) -> Wish[Replied]:
    setup = matter.state.setup
    known = look_up(request.about, matter.card, matter.others, setup.language)
    lines = {
        "interview_question": asked.question,
        "facts": [known.text] if known else [],
        "program_reply": script.words,
    }
    speech = speech_for("clarify", setup, lines, said or request.about, generator)
    facts = (script.words, known.text) if known else (script.words,)
    return _reply(matter, asked, script, speech, lambda words: explains(words, facts))


def _hint(
    matter: Matter, said: str, asked: Asked, script: Replied, generator: Random
) -> Wish[Replied] | None:
    setup = matter.state.setup
    given = hint(matter.card, asked, setup.language) if script.hints else None
    if given is None:
        return None
    occasion, value = given

    def fits(words: str) -> bool:
        if occasion == "hint2":
            return all(word in words for word in value.replace("、", ", ").split(", "))
        return occasion == "hint1" or share(tokens(value), tokens(words)) >= STANDS_IN

    lines = {"program_question": asked.question, "program_reply": script.words}
    return _reply(matter, asked, script, speech_for("hint", setup, lines, said, generator), fits)


def _reply(
    matter: Matter, asked: Asked, script: Replied, speech: Speech, fits: Callable[[str], bool]
) -> Wish[Replied]:
    secrets = _secrets(matter, asked.move, (script.words, asked.question))

    def settle(said: Mapping[str, str]) -> Replied | None:
        words = said["reply"]
        if _unfit(words, matter, secrets) or not fits(words):
            return None
        return replace(script, words=words)

    return Wish(speech, settle)


def _unfit(words: str, matter: Matter, secrets: Secrets) -> bool:
    return not words or improper(words, matter.state.setup.language) or secrets.given_away_by(words)


def _secrets(matter: Matter, move: Move, script: Sequence[str]) -> Secrets:
    """What is not said yet on the cards of this move and of the last one."""
    state = matter.state
    last = state.turns[-1:]
    turns = [*last, *(turn for turn in state.turns[:-1] if turn.asked.move.number == move.number)]
    before: CardId | None = last[0].asked.move.card if last else None
    cards = [matter.card, *(card for card in matter.others if card.id == before)]
    return Secrets(
        rubrics=(expected(matter.card, move), *(rubric for card in cards for rubric in rubrics_of(card))),
        revealed=(*script, *(text for turn in turns for text in _said(turn))),
        language=state.setup.language,
    )


def _said(turn: Turn) -> Sequence[str]:
    texts = [turn.asked.lead, turn.asked.question, *(each.reply for each in turn.asked.exchanges)]
    return [*texts, turn.reply.text] if turn.reply else texts
