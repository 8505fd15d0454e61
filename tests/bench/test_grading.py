"""The offline grader measured: how long an answer takes, and how it does on cards it was not fitted to.

`python -m pytest tests/bench/test_grading.py -m bench -s`
"""

import statistics
import sys
import time
from pathlib import Path

import pytest

from drill.grading import judging
from drill.grading.grade import grade
from drill.grading.lexicon import lexicon
from drill.grading.matching import Matcher
from drill.grading.weighing import Weights
from tests.bench import fitting
from tests.grading.labelled import graded, tables
from tests.grading.statements import told

pytestmark = pytest.mark.bench
ROUNDS = 5


def milliseconds(work) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def test_latency_of_an_answer(shared: Path) -> None:
    rows = fitting.labelled(shared / "answers" / "answers.jsonl")
    known = fitting.rubrics()
    first = milliseconds(lexicon)
    compile_times = [milliseconds(lambda rubric=rubric: Matcher(rubric)) for rubric in known.values()]
    for row in rows:
        grade(known[row["card"]], row["answer"], row["lang"])
    times = sorted(
        milliseconds(lambda row=row: grade(known[row["card"]], row["answer"], row["lang"]))
        for _ in range(ROUNDS)
        for row in rows
    )
    sys.stdout.write(
        f"\nan answer: median {statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms; "
        f"a card compiled: {statistics.mean(compile_times):.0f} ms; the lexicon read: {first:.0f} ms\n"
    )


def test_answers_to_cards_that_were_left_out(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = fitting.labelled(shared / "answers" / "answers.jsonl")
    known = fitting.rubrics()
    sys.stdout.write("\nas shipped\n")
    sys.stdout.write(
        tables(graded(rows, lambda row: grade(known[row["card"]], row["answer"], row["lang"]))) + "\n"
    )
    weights = {
        card: Weights.of(fitting.named(found))
        for card, found in fitting.left_out(fitting.examples(known, rows)).items()
    }

    def left_out(card: str, answer: str, language: str):
        monkeypatch.setattr(judging, "fitted", lambda: weights[card])
        return grade(known[card], answer, language)

    measured = graded(rows, lambda row: left_out(row["card"], row["answer"], row["lang"]))
    sys.stdout.write(f"with the card of the answer left out\n{tables(measured)}\n")
    for learnt, name in ((True, "the half that was learnt from"), (False, "the half that only measures")):
        for right in (True, False):
            chosen = [each for each in told() if each.learnt == learnt and each.right == right]
            verdicts = [left_out(each.card, each.text, each.language) for each in chosen]
            made = [{point.id for point in verdict.points if point.verdict != "miss"} for verdict in verdicts]
            voiced = [{belief.id for belief in verdict.misconceptions} for verdict in verdicts]
            hits = sum(
                bool(points & each.about if right else points)
                for each, points in zip(chosen, made, strict=True)
            )
            heard = sum(bool(each.about & beliefs) for each, beliefs in zip(chosen, voiced, strict=True))
            falsely = sum(
                bool(beliefs if right else beliefs - each.about)
                for each, beliefs in zip(chosen, voiced, strict=True)
            )
            sys.stdout.write(
                f"{name}: {len(chosen)} {'right' if right else 'wrong'} statements, credited {hits}, "
                f"misconceptions rightly heard {0 if right else heard}, falsely {falsely}\n"
            )
