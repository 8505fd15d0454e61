"""What holds for every card: what is denied or pasted earns nothing, and saying less never pays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drill.cards.decks import builtin, load_decks
from drill.cards.items import items
from drill.grading.grade import grade
from drill.grading.rubric import Rubric, rubric_for
from drill.grading.text import fold, sentences

QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
RUBRICS: dict[str, Rubric] = {
    str(name): rubric_for(card, items(card)[0]) for name, card in load_decks([builtin()]).cards.items()
}
FILLER = (
    "Thank you for the question, it is one that I like.",
    "Our office moved to another street in spring, and the coffee there is better.",
    "这个问题挺有意思的，我平时也常跟同事聊到。",
    "周末我一般去爬山，天气好的时候能看到海。",
    "In any case it always depends on what people want in the end.",
)


@pytest.mark.parametrize("card", RUBRICS)
def test_a_point_that_is_denied_earns_nothing(card: str) -> None:
    for point in RUBRICS[card].points:
        english, chinese = point.texts["en"].rstrip("."), point.texts["zh"].rstrip("。")
        assert grade(RUBRICS[card], f"It is false that {english[0].lower()}{english[1:]}.", "en").score == 0
        assert grade(RUBRICS[card], f"有人说{chinese}，这是错的。", "zh").score == 0
        assert grade(RUBRICS[card], f"{chinese}，这是错的。", "zh").score == 0


@pytest.mark.parametrize("card", RUBRICS)
@pytest.mark.parametrize("between", ["\n", " ", "；"])
def test_the_question_and_the_rubric_pasted_earn_nothing(card: str, between: str) -> None:
    rubric = RUBRICS[card]
    assert grade(rubric, between.join(rubric.questions), "mixed").score == 0
    for language in ("zh", "en"):
        pasted = between.join(point.texts[language] for point in rubric.points)
        assert grade(rubric, pasted, language).score == 0


@pytest.mark.parametrize("card", RUBRICS)
def test_gibberish_and_talk_of_other_things_earn_nothing(card: str) -> None:
    for nothing in (
        " ".join(FILLER),
        "qwe zxc 123 !!! rty fgh vbn uio",
        "的了吗呢吧啊哦嗯" * 20,
        "1 2 3 4 5 6 7 8",
    ):
        assert grade(RUBRICS[card], nothing, "mixed").score == 0


def spoken(card: str) -> list[str]:
    """Sentences that candidates may say: of points, each with its full stop, and none that turns."""
    lines = [line for point in RUBRICS[card].points for line in point.says]
    return [f"{line.rstrip('.。')}{'.' if line.isascii() else '。'} " for line in lines]


@st.composite
def answers(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A card with sentences on it, in any order, some of them filler."""
    card = draw(st.sampled_from(sorted(RUBRICS)))
    return card, draw(
        st.lists(st.sampled_from([*spoken(card), *FILLER]), min_size=2, max_size=8, unique=True)
    )


@QUICK
@given(answer=answers(), data=st.data())
def test_leaving_out_a_sentence_never_pays(answer: tuple[str, list[str]], data: st.DataObject) -> None:
    card, said = answer
    place = data.draw(st.integers(0, len(said) - 1))
    whole = grade(RUBRICS[card], "".join(said), "mixed")
    less = grade(RUBRICS[card], "".join(said[:place] + said[place + 1 :]), "mixed")
    if not whole.misconceptions:
        assert (less.score or 0) <= (whole.score or 0)


def rows(shared: Path) -> list[dict[str, Any]]:
    path = shared / "answers" / "answers.jsonl"
    if not path.exists():
        pytest.skip("needs the labelled answers")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_no_labelled_answer_gets_better_by_saying_less(shared: Path) -> None:
    for row in rows(shared):
        if row["kind"] in {"contradiction", "wrong", "injection"}:
            continue
        rubric, answer, folded = RUBRICS[row["card"]], row["answer"], fold(row["answer"])
        whole = grade(rubric, answer, row["lang"])
        for span in sentences(folded.text):
            start, end = folded.starts[span.start], folded.starts[span.end]
            less = grade(rubric, answer[:start] + answer[end:], row["lang"])
            assert (less.score or 0) <= (whole.score or 0), answer[start:end]
            earned = {
                point.dimension
                for point in whole.points
                for evidence in point.evidence
                if point.dimension and evidence.start < end and evidence.end > start
            }
            assert all(less.dimensions[each] <= whole.dimensions[each] for each in earned), answer[start:end]


@pytest.mark.parametrize("filler", [FILLER, FILLER[:2], FILLER[2:4] * 3])
def test_talk_after_a_contradiction_brings_nothing_back(shared: Path, filler: tuple[str, ...]) -> None:
    for row in rows(shared):
        if row["kind"] == "contradiction":
            rubric = RUBRICS[row["card"]]
            bare = grade(rubric, row["answer"], row["lang"]).score or 0
            longer = grade(rubric, f"{row['answer']} {' '.join(filler)}", row["lang"]).score or 0
            assert longer <= bare
