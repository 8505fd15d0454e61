"""The request for the interviewer's words: what the model is told, how it replies, and how that is read.

What the model does not need it is not told: no rubric, no verdict, no number that is asked for. The
candidate's words travel as data between two lines that nobody can foresee.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Literal

from drill.cards.card import Language
from drill.grading.injection import attempts
from drill.grading.llm.quoting import Quotable
from drill.grading.llm.request import tidy
from drill.grading.text import fold
from drill.interview.syllabus import Setup

Task = Literal["question", "put", "lead", "rephrase", "clarify", "hint"]
LONGEST = {"lead": 320, "question": 400, "reply": 600}
"""Characters of what may be said; what is longer is not cut short but left unsaid."""
ANSWER = 6_000
"""Characters of an answer that the model sees."""
_LANGUAGES = {"zh": "Chinese (simplified)", "en": "English"}
_FIELDS: Mapping[Task, tuple[str, ...]] = {
    "question": ("lead", "question"),
    "put": ("lead", "question"),
    "lead": ("lead", "question"),
    "rephrase": ("reply",),
    "clarify": ("reply",),
    "hint": ("reply",),
}
_MARKUP = re.compile(r"\*{1,3}|_{2,3}|`+|~~|^\s*(?:#{1,6}|>|[-*•]|\d+[.)])\s+|<[^<>]{0,200}>", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()\s]{0,300}\)")
_SPEAKER = re.compile(r"^\s*(?:interviewer|assistant|ai|面试官|考官)\s*[:：]\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Speech:
    """What to send, to have something said."""

    system: str
    user: str
    schema: Mapping[str, Any]

    def read(self, found: Mapping[str, Any]) -> Mapping[str, str]:
        """What the reply says, by `lead`, `question`, `reply`; empty where it says nothing, or too much.

        Raises `ValueError` where nothing is left of it.
        """
        fields = self.schema["properties"]
        said = {name: spoken(found.get(name), LONGEST[name]) for name in fields}
        if not any(said.values()):
            raise ValueError("nothing that could be said")
        return said


def speech_for(
    task: Task,
    setup: Setup,
    lines: Mapping[str, str | Sequence[str]],
    heard: str,
    generator: Random,
) -> Speech:
    """A request to say something; `lines` are the program's, `heard` is the candidate's."""
    mark = f"{generator.getrandbits(96):024x}"
    language = language_name(setup.language)
    manner = manners()["styles"][setup.style]
    rules = prompt("rules.txt").format(manner=manner, language=language, mark=mark)
    fields = _FIELDS[task]
    closing = f"Reply in JSON with {' and '.join(fields)}, in {language}."
    return Speech(
        system=f"{rules}\n{_tasks()[task].strip()}",
        user=f"{json.dumps(lines, ensure_ascii=False)}\n\n{fence(addressed(heard), mark)}\n\n{closing}",
        schema={
            "type": "object",
            "additionalProperties": False,
            "required": [*fields],
            "properties": {name: {"type": "string", "maxLength": LONGEST[name]} for name in fields},
        },
    )


def addressed(heard: str) -> str:
    """What the candidate said to the interviewer, without what is meant for a model."""
    folded = fold(heard[:ANSWER])
    return Quotable(folded.without(attempts(folded))).visible()


def fence(text: str, mark: str) -> str:
    """Somebody's words between two lines with a mark that does not stand in them."""
    return f"[{mark}]\n{text.replace(mark, '')}\n[{mark}]"


def spoken(said: object, most: int) -> str:
    """A model's words as they may be said: on one line, without markup; empty where there are too many."""
    if not isinstance(said, str) or len(said) > 4 * most:
        return ""
    text = _MARKUP.sub("", _LINK.sub(r"\1", said))
    line = _SPEAKER.sub("", tidy(text, 4 * most)).strip(' "“”「」')
    return line if len(line) <= most and any(map(str.isalnum, line)) else ""


def language_name(language: Language) -> str:
    """A language as a model is told of it."""
    return _LANGUAGES.get(language, language)


@cache
def manners() -> Mapping[str, Any]:
    """What the interviewer's words are held to."""
    return tomllib.loads(prompt("manners.toml"))


@cache
def _tasks() -> Mapping[str, str]:
    return tomllib.loads(prompt("tasks.toml"))


@cache
def prompt(name: str) -> str:
    """The wording of a prompt, or of what goes with one."""
    return files("drill.interview.llm").joinpath(name).read_text(encoding="utf-8")
