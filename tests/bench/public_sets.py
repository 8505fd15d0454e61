"""The general mechanism on public sets of graded answers: `pytest tests/bench/public_sets.py`, minutes.

These sets have one reference answer to a question and no rubric, so nothing that a card knows can help.
The reference stands once as the back of a plain card (`plain`), and once as a rubric with a point a sentence
(`points`). Beside them: the answer's length, the share of the reference's words in it, and the cosine of
both, weighted by rarity. Agreement is Pearson's r with the human score; for SciEntsBank, the area under the
curve of correct against all other answers. Intervals hold 95 % of 400 samples drawn by question.
"""

from __future__ import annotations

import csv
import gzip
import json
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from drill.cards.card import CardId, ItemId
from drill.grading.grade import grade
from drill.grading.lexicon import units
from drill.grading.plain import resemblance
from drill.grading.rubric import Rubric, RubricPoint
from drill.grading.text import fold, sentences

pytestmark = pytest.mark.bench
SAMPLES = 400
BLANK = re.compile(r"\s*no (?:response|submission)", re.I)
"""A sixth of SAF's English test answers, which lift every correlation."""


@dataclass(frozen=True)
class Row:
    """An answer with its human score."""

    question_id: str
    question: str
    reference: str
    answer: str
    score: float
    language: str = "en"


@dataclass(frozen=True)
class Known:
    """What is known of a set: the least agreement to hold, and figures from elsewhere."""

    floor: float
    figures: str


KNOWN = {
    "Mohler": Known(0.51, "raters .597; Sultan 2016 .592, BoW of 2011 .518, ELMo cosine .485"),
    "SEB UA": Known(0.76, "e5-small cosine .756 (demoted .776), lexical coverage .733"),
    "SEB UQ": Known(0.77, "e5-small cosine .805, lexical coverage .701"),
    "SAF": Known(0.42, "16 fitted features .385, with e5-small .438; reference and cosine .34"),
    "ADS": Known(0.41, "coverage .396, e5-small cosine .468; fitted .560"),
    "LE": Known(0.64, "coverage .676, e5-small cosine .515; fitted .794"),
}
Score = Callable[[Row], float]


def table(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a CSV file, packed or not."""
    csv.field_size_limit(10**9)
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def mohler(folder: Path) -> list[Row]:
    return [
        Row(each["qid"], each["question"], each["reference"], each["answer"], float(each["score"]))
        for each in table(folder / "mohler.csv")
    ]


def scientsbank(folder: Path, split: str) -> list[Row]:
    return [
        Row(
            each["qid"],
            each["question"],
            each["best_reference"] or json.loads(each["references"])[0],
            each["answer"],
            float(each["label"] == "correct"),
        )
        for each in table(folder / "semeval2013_3way.csv.gz")
        if each["corpus"].lower().startswith("sci") and each["split"].startswith(split)
    ]


def saf(folder: Path) -> list[Row]:
    return [
        Row(each["qid"], each["question"], each["reference"], each["answer"], float(each["score"]))
        for each in table(folder / "saf_v2.csv.gz")
        if each["lang"] == "english" and "unseen" in each["split"] and not BLANK.match(each["answer"])
    ]


def ads(folder: Path) -> list[Row]:
    return [
        Row(each["q_id"], each["question"], each["reference1"], each["answer"], float(each["score"]), "zh")
        for each in table(folder / "ads_zh.csv.gz")
    ]


def le(folder: Path) -> list[Row]:
    return [
        Row(each["qid"], "", each["reference"], each["answer"], float(each["score"]), "zh")
        for each in table(folder / "sas_zh_small.csv")
        if each["ds"] == "LE"
    ]


SETS: Mapping[str, Callable[[Path], list[Row]]] = {
    "Mohler": mohler,
    "SEB UA": lambda folder: scientsbank(folder, "Uanswers"),
    "SEB UQ": lambda folder: scientsbank(folder, "Uquestions"),
    "SAF": saf,
    "ADS": ads,
    "LE": le,
}


def plain(row: Row) -> float:
    """The reference as the back of a plain card."""
    return resemblance(fold(row.answer), (row.reference,), (row.question,))[0]


def points(row: Row) -> float:
    """The reference as a rubric, a point a sentence."""
    return (
        grade(
            rubric(row.question_id, row.question, row.reference, row.language), row.answer, row.language
        ).score
        or 0
    )


@cache
def rubric(name: str, question: str, reference: str, language: str) -> Rubric:
    folded = fold(reference)
    said = [folded.evidence(span) for span in sentences(folded.text)]
    return Rubric(
        item=ItemId(name),
        card=CardId(name),
        base=language,
        questions=(question,) if question else (),
        points=tuple(
            RubricPoint(str(number), None, False, {language: each.quote})
            for number, each in enumerate(said)
            if each
        ),
        digest=reference,
    )


class Words:
    """The words of answers and references, and how rare each is among the answers."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._many = len(rows)
        self._with = Counter(word for row in rows for word in set(self.of(row.answer)))

    @staticmethod
    @cache
    def of(text: str) -> tuple[str, ...]:
        """Stems, numbers and ideographs."""
        return tuple(unit.text for unit in units(fold(text).text))

    def length(self, row: Row) -> float:
        return math.log1p(len(self.of(row.answer)))

    def keywords(self, row: Row) -> float:
        wanted = set(self.of(row.reference))
        return len(wanted & set(self.of(row.answer))) / max(1, len(wanted))

    def cosine(self, row: Row) -> float:
        said, wanted = (self._vector(text) for text in (row.answer, row.reference))
        norm = math.hypot(*said.values()) * math.hypot(*wanted.values())
        return sum(value * wanted.get(word, 0.0) for word, value in said.items()) / norm if norm else 0.0

    def _vector(self, text: str) -> dict[str, float]:
        return {
            word: count * math.log((self._many + 1) / (self._with[word] + 0.5))
            for word, count in Counter(self.of(text)).items()
        }


def pearson(score: np.ndarray, human: np.ndarray) -> float:
    return float(np.corrcoef(score, human)[0, 1])


def area(score: np.ndarray, human: np.ndarray) -> float:
    """Under the curve: how often a correct answer has the higher score, ties counting half."""
    correct, other = score[human == 1], np.sort(score[human == 0])
    below, upto = (np.searchsorted(other, correct, side=side) for side in ("left", "right"))
    return float((below + upto).mean() / 2 / len(other))


def interval(
    rows: Sequence[Row], score: np.ndarray, human: np.ndarray, agreement: Callable[..., float]
) -> tuple[float, float]:
    """Of the agreement, over samples of the questions."""
    by_question = defaultdict(list)
    for place, row in enumerate(rows):
        by_question[row.question_id].append(place)
    groups = [np.array(each) for each in by_question.values()]
    generator = np.random.default_rng(1)
    found = []
    for _ in range(SAMPLES):
        drawn = np.concatenate([groups[each] for each in generator.integers(len(groups), size=len(groups))])
        found.append(agreement(score[drawn], human[drawn]))
    low, high = np.nanquantile(found, [0.025, 0.975])
    return float(low), float(high)


@pytest.mark.parametrize("name", SETS)
def test_the_general_mechanism_on(name: str, shared: Path) -> None:
    rows = SETS[name](shared / "grading")
    words = Words(rows)
    agreement = area if name.startswith("SEB") else pearson
    human = np.array([row.score for row in rows])
    ways: dict[str, Score] = {
        "plain": plain,
        "points": points,
        "length": words.length,
        "keywords": words.keywords,
        "cosine": words.cosine,
    }
    sys.stdout.write(f"\n{name}: {len(rows)} answers, {len({row.question_id for row in rows})} questions")
    sys.stdout.write(f" ({KNOWN[name].figures})\n")
    reached = {}
    for way, of in ways.items():
        score = np.array([of(row) for row in rows])
        reached[way] = agreement(score, human)
        low, high = interval(rows, score, human, agreement)
        sys.stdout.write(f"  {way:9}{reached[way]:6.3f}  {low:.3f} to {high:.3f}\n")
    assert reached["plain"] >= KNOWN[name].floor
    assert reached["plain"] > reached["length"]
