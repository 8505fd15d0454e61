"""What a step of an interview takes, grading apart: events stored, words found, numbers drawn."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

import pytest

from drill.interview.state import Event
from drill.practice.interviewer import Interviewer
from drill.practice.practice import open_practice
from drill.practice.session import Session
from drill.settings import Settings
from tests.interview.candidates import Candidate

pytestmark = pytest.mark.bench

SAYINGS = ("? hint", "an answer", "? what is prefill", "an answer", "? rephrase", "an answer", "40 GiB")


def test_transitions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    candidate = Candidate(lambda _: 0.5, Random(1))
    monkeypatch.setattr(
        Interviewer,
        "_verdict",
        lambda self, state, asked, reply: candidate.verdict(asked.move, asked.move.card),
    )
    steps: list[float] = []
    transitions: list[float] = []
    keep = Session._keep
    since = 0.0

    def timed(session: Session, event: Event) -> None:
        nonlocal since
        keep(session, event)
        transitions.append(perf_counter() - since)
        since = perf_counter()

    monkeypatch.setattr(Session, "_keep", timed)
    database = f"sqlite:///{tmp_path / 'c.db'}"
    with open_practice(Settings(question_language="en"), database=database, seed=1) as practice:
        interviews = practice.interviews()
        for n in range(20):
            began = since = perf_counter()
            session = interviews.begin(interviews.preset(language=("en", "zh")[n % 2]))
            steps.append(perf_counter() - began)
            said = 0
            while session.over is None:
                began = since = perf_counter()
                session.say(SAYINGS[said % len(SAYINGS)])
                steps.append(perf_counter() - began)
                said += 1
        began = perf_counter()
        interviews.debrief(session.id)
        debriefed = perf_counter() - began
    with capsys.disabled():
        for name, taken in (("steps (all that follows what is said)", steps), ("transitions", transitions)):
            cuts = quantiles(taken[1:], n=20)  # the first one imports the engine
            print(  # noqa: T201 - a benchmark tells its figures
                f"\n{len(taken)} {name}: median {1000 * cuts[9]:.1f} ms, p95 {1000 * cuts[18]:.1f} ms, "
                f"most {1000 * max(taken):.0f} ms"
            )
        print(f"debrief {1000 * debriefed:.1f} ms; load {os.getloadavg()[0]:.1f}")  # noqa: T201
