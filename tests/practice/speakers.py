"""Models that speak for the interviewer, well and badly."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from tests.llm.server import Asked, Behaviour, Handler, says

Decide = Callable[[Mapping[str, Any], str], Mapping[str, Any]]


def speaks(decide: Decide) -> Behaviour:
    """Says what `decide` makes of the program's lines and the candidate's words."""

    def behave(handler: Handler, asked: Asked) -> None:
        lines, heard = told(asked)
        says(json.dumps(decide(lines, heard), ensure_ascii=False))(handler, asked)

    return behave


def told(asked: Asked) -> tuple[Mapping[str, Any], str]:
    """The program's lines and the candidate's words in a request to say something."""
    material, _blank, rest = asked.user.partition("\n\n[")
    mark = rest[: rest.index("]")]
    heard = rest.split(f"{mark}]\n", 1)[1].split(f"\n[{mark}]")[0]
    return json.loads(material), heard


def well(lines: Mapping[str, Any], heard: str) -> Mapping[str, str]:
    """A model that does as it is told."""
    if "program_lead" in lines:
        taken_up = " ".join(heard.split()[:4])
        return {
            "lead": f"You speak of “{taken_up}”." if heard else "",
            "question": f"Let me put it like this: {lines.get('program_question', '')}",
        }
    if "program_reply" in lines:
        return {"reply": f"Let us see. {lines['program_reply']}"}
    return {"reply": f"In plainer words, then: {lines['program_question']}"}
