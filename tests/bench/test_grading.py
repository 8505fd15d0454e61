"""How long the offline grader takes for an answer, with the cards compiled and without."""

import json
import statistics
import sys
import time
from pathlib import Path

import pytest

from drill.cards.decks import builtin, load_decks
from drill.cards.items import items
from drill.grading.grade import grade
from drill.grading.lexicon import lexicon
from drill.grading.matching import compiled
from drill.grading.rubric import rubric_for

pytestmark = pytest.mark.bench
ROUNDS = 5


def milliseconds(work) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def test_latency_of_an_answer(shared: Path) -> None:
    rows = [
        json.loads(line) for line in (shared / "answers" / "answers.jsonl").read_text("utf-8").splitlines()
    ]
    rubrics = {name: rubric_for(card, items(card)[0]) for name, card in load_decks([builtin()]).cards.items()}
    first = milliseconds(lexicon)
    compile_times = [milliseconds(lambda rubric=rubric: compiled(rubric)) for rubric in rubrics.values()]
    times = sorted(
        milliseconds(lambda row=row: grade(rubrics[row["card"]], row["answer"], row["lang"]))
        for _ in range(ROUNDS)
        for row in rows
    )
    sys.stdout.write(
        f"\nan answer: median {statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms; "
        f"a card compiled: {statistics.mean(compile_times):.0f} ms; the lexicon read: {first:.0f} ms\n"
    )
