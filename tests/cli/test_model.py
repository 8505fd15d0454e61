"""`--grader llm` on the command line: the model's verdict, or the offline one with the reason on stderr."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from drill.cli import main
from drill.settings import settings_path
from tests.llm.server import Server, judges, refuses, serving

ANSWER = (
    "The KV cache keeps the keys and values of all earlier tokens of every layer in GPU memory, "
    "so a decode step computes only the new token. Without it every step would run the whole prefix again."
)
CONTRACT = [
    *("item", "card", "lang", "grader", "status", "score", "rating", "confidence", "points"),
    *("dimensions", "misconceptions", "attempts", "notes"),
]
Run = Callable[..., SimpleNamespace]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs the program in this process: exit code, standard output and error."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)

    def once(*arguments: str, stdin: str = ANSWER) -> SimpleNamespace:
        monkeypatch.setattr(sys, "argv", ["drill", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return SimpleNamespace(code=left.value.code or 0, out=out, err=err)

    return once


def endpoint(server: Server, **more: str) -> None:
    chosen = {"profile": "custom", "model": "m", "base_url": server.url, **more}
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f'{name} = "{value}"\n' for name, value in chosen.items())
    settings_path().write_text(f"[endpoint]\n{lines}", encoding="utf-8")


def first_half(statement: str, answer: str) -> tuple[str, str]:
    if "every layer" in statement.lower() or "each layer" in statement.lower():
        return "met", answer.split(", so")[0]
    return "unmet", ""


HONEST = judges(first_half, {"advice": {"why": "Say why it may be kept."}, "followup": "How large is it?"})


def test_a_verdict_of_the_model_has_all_that_scripts_rely_on_and_more(run: Run, drill_home: Path):
    with serving(HONEST) as server:
        endpoint(server)
        told = run("grade", "kv-cache", "--grader", "llm", "--json")
    verdict = json.loads(told.out)
    assert (told.code, told.err) == (0, "")
    assert verdict["grader"] == "llm"
    assert [*verdict] == [*CONTRACT, "unsure", "advice", "followup", "cost"]
    assert verdict["advice"] == [{"dimension": "why", "text": "Say why it may be kept."}]
    assert verdict["followup"] == "How large is it?"
    assert verdict["cost"]["requests"] >= 1


def test_people_read_the_advice_and_the_follow_up(run: Run):
    with serving(HONEST) as server:
        endpoint(server)
        told = run("grade", "kv-cache", "--grader", "llm")
    assert "Say why it may be kept." in told.out
    assert "How large is it?" in told.out


def test_a_failure_leaves_the_offline_verdict_and_says_why(run: Run):
    offline = json.loads(run("grade", "kv-cache", "--json").out)
    with serving(refuses(500)) as server:
        endpoint(server)
        told = run("grade", "kv-cache", "--grader", "llm", "--json")
    verdict = json.loads(told.out)
    assert told.code == 0
    assert "graded offline" in told.err
    assert "the server failed (500)" in told.err
    assert [*verdict] == CONTRACT
    assert {**verdict, "notes": []} == {**offline, "notes": []}
    assert "the server failed (500)" in verdict["notes"][-1]


@pytest.mark.parametrize("verb", ["grade", "answer"])
def test_without_an_endpoint_it_is_a_wrong_call_and_nothing_is_recorded(run: Run, verb: str):
    told = run(verb, "kv-cache", "--grader", "llm", "--json")
    assert (told.code, told.out) == (2, "")
    assert "[endpoint]" in told.err


def test_a_key_that_is_missing_is_named_before_anything_is_graded(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("MY_KEY", raising=False)
    with serving(HONEST) as server:
        endpoint(server, key="env:MY_KEY")
        told = run("grade", "kv-cache", "--grader", "llm", "--json")
        assert (told.code, told.out, server.asked) == (1, "", [])
    assert "$MY_KEY" in told.err


def test_an_answer_is_recorded_with_the_verdict_of_the_model(run: Run):
    with serving(HONEST) as server:
        endpoint(server)
        told = run("answer", "kv-cache", "--grader", "llm", "--json", "--lang", "en")
        assert json.loads(told.out)["grader"] == "llm"
        assert len(server.asked) >= 1
        progress = json.loads(run("report", "--format", "json").out)
    assert "kv-cache" in json.dumps(progress)


def test_an_answer_is_recorded_where_the_model_fails(run: Run):
    with serving(refuses(500)) as server:
        endpoint(server)
        told = run("answer", "kv-cache", "--grader", "llm", "--json", "--lang", "en")
    verdict = json.loads(told.out)
    assert (told.code, verdict["grader"]) == (0, "offline")
    assert "graded offline" in told.err
    assert "the server failed (500)" in verdict["notes"][-1]
    assert "kv-cache" in json.loads(run("undo", "--json").out)["item"]


def test_a_batch_is_judged_line_by_line(run: Run):
    lines = "".join(
        json.dumps({"card": card, "lang": "en", "answer": ANSWER}) + "\n"
        for card in ("kv-cache", "nope", "mla")
    )
    with serving(HONEST) as server:
        endpoint(server)
        told = run("grade", "--batch", "-", "--grader", "llm", stdin=lines)
    first, second, third = map(json.loads, told.out.splitlines())
    assert (told.code, first["card"], third["card"]) == (1, "kv-cache", "mla")
    assert first["grader"] == third["grader"] == "llm"
    assert "error" in second
