"""`drill ask`: what a card says to a free question."""

from __future__ import annotations

import json

from tests.cli.test_model import Run, endpoint, run
from tests.llm.server import Asked, Handler, refuses, says, serving

__all__ = ["run"]

ASKED = ("ask", "kv-cache", "why is Q not cached?", "--lang", "en")


def test_the_card_answers_with_its_sections(run: Run):
    told = run(*ASKED)
    assert (told.code, told.err) == (0, "")
    assert "Only the newest token's query takes part in a step" in told.out
    assert "**" not in told.out


def test_a_model_answers_from_the_card(run: Run):
    words = "Only the newest token's query takes part in a step, so older queries are of no use."

    def answer(handler: Handler, asked: Asked) -> None:
        passages = json.loads(asked.user.partition("\n\n[")[0])["card"]
        (number,) = (each["number"] for each in passages if "newest token's query" in each["text"])
        says(json.dumps({"answer": words, "cites": [number]}))(handler, asked)

    with serving(answer) as server:
        endpoint(server)
        told = run(*ASKED, "--json")
    data = json.loads(told.out)
    assert (told.code, data["answer"], data["fault"]) == (0, words, None)
    assert len(data["passages"]) == 1
    assert data["passages"][0].keys() == {"section", "text"}


def test_a_failure_is_told_on_stderr_and_the_passages_answer(run: Run):
    with serving(refuses(401)) as server:
        endpoint(server)
        told = run(*ASKED)
    assert told.code == 0
    assert len(told.err.splitlines()) == 1
    assert "answered from the card alone" in told.err
    assert "Only the newest token's query" in told.out


def test_what_the_card_does_not_know_is_a_finding(run: Run):
    told = run("ask", "kv-cache", "zebra")
    assert told.code == 1
    assert "says nothing about that" in told.out


def test_a_card_that_is_not_there_is_a_wrong_call(run: Run):
    told = run("ask", "nope", "why?")
    assert (told.code, told.out) == (2, "")
