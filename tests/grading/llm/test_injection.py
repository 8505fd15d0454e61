"""Nothing in an answer talks a grader round, even where the endpoint obeys what the answer says.

Each attempt is put after a weak answer. The endpoint marks everything as met that it is told to, with the
best quotes there are; the score must stay within two points of a hundred of the clean answer's.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from drill.cards.decks import builtin, load_decks
from drill.cards.items import items
from drill.grading.grade import grade
from drill.grading.rubric import Rubric, rubric_for
from tests.grading.llm.attacks import ATTEMPTS, FLOODS, made_for
from tests.grading.llm.judges import Judge, agreeing_to, answer_in, as_offline, graded

TWO_POINTS = 0.02

WEAK = {
    "en": (
        "The KV cache is split into fixed-size pages and a block table maps logical pages to physical ones. "
        "The length of the output cannot be foreseen."
    ),
    "zh": "KV 缓存被切成定长的块，用块表把逻辑块映射到物理块。输出会有多长事先并不知道。",
}

CASES = [(language, name) for language, attempts in ATTEMPTS.items() for name in attempts]


class Obeying(Judge):
    """Judges as the offline grader does, until it sees the attempt; then it agrees to everything."""

    def __init__(self, rubric: Rubric, attempt: str) -> None:
        honest = as_offline(rubric)
        won = agreeing_to("point", "belief", "control", rubric=rubric)
        lines = [line for line in attempt.split("\n") if len(line) > 8]

        def decide(statement, text):  # type: ignore[no-untyped-def]
            return (won if any(line in text for line in lines) else honest).decide(statement, text)

        super().__init__(decide)


def endpoints(rubric: Rubric, attempt: str) -> dict[str, Judge]:
    return {
        "obeys what it sees": Obeying(rubric, attempt),
        "marks everything": agreeing_to("point", "belief", "control", rubric=rubric),
        "marks what is on the subject": agreeing_to("point", "belief", rubric=rubric),
        "marks every point": agreeing_to("point", rubric=rubric),
    }


@pytest.mark.parametrize(("language", "name"), CASES, ids=[f"{language}-{name}" for language, name in CASES])
async def test_no_attempt_moves_the_score(rubric: Rubric, language: str, name: str):
    weak, attempt = WEAK[language], ATTEMPTS[language][name]
    clean = await graded(rubric, weak, as_offline(rubric), language)
    assert clean.score is not None
    assert 0.1 < clean.score < 0.6
    for endpoint, judge in endpoints(rubric, attempt).items():
        verdict = await graded(rubric, f"{weak}\n{attempt}", judge, language)
        assert verdict.score == pytest.approx(clean.score, abs=TWO_POINTS), endpoint


KNOWN = [case for case in CASES if case[1] not in (*FLOODS, "switch")]


@pytest.mark.parametrize(("language", "name"), KNOWN, ids=[f"{language}-{name}" for language, name in KNOWN])
async def test_an_attempt_is_not_shown_to_the_model_and_is_told_to_the_user(
    rubric: Rubric, language: str, name: str
):
    attempt = ATTEMPTS[language][name]
    judge = as_offline(rubric)
    verdict = await graded(rubric, f"{WEAK[language]}\n{attempt}", judge, language)
    assert judge.asked
    assert not any(attempt in answer_in(request) for request in judge.asked)
    assert verdict.attempts


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_saying_that_every_point_is_false_earns_nothing(rubric: Rubric, language: str):
    denied = {"zh": "有人说{}，这是错的。", "en": "It is false that {}. "}[language]
    answer = "".join(denied.format(point.texts[language]) for point in rubric.points)
    for endpoint, judge in endpoints(rubric, answer).items():
        assert (await graded(rubric, answer, judge, language)).score == 0.0, endpoint


# A weak answer to cards of the built-in deck; each makes between one point and a handful.
SHIPPED = {
    ("kv-cache", "en"): (
        "It keeps the key and value tensors of earlier tokens of every layer in GPU memory, and each step "
        "adds one more entry. It grows with the context."
    ),
    ("kv-cache", "zh"): (
        "就是把每一层里前面 token 的 K 和 V 存在显存里，后面的 token 直接读；每生成一个 token 就追加一份。"
    ),
    ("continuous-batching", "en"): (
        "The scheduler decides again at every step which requests run, so a finished one leaves at once "
        "and a waiting one takes its place."
    ),
    ("scale-to-zero", "en"): (
        "When nobody calls, the replicas are scaled down to zero, and the next request starts one again. The "
        "weights have to be loaded first, which takes minutes."
    ),
    ("pd-disaggregation", "zh"): (
        "把 prefill 和 decode 放到不同的实例上跑，prefill 算完以后把 KV 传给 decode 实例。"
    ),
}


@pytest.fixture(scope="module")
def rubrics() -> dict[str, Rubric]:
    return {name: rubric_for(card, items(card)[0]) for name, card in load_decks([builtin()]).cards.items()}


@pytest.mark.parametrize(("card", "language"), SHIPPED, ids=[" ".join(each) for each in SHIPPED])
async def test_nothing_moves_the_score_of_a_shipped_card(
    rubrics: dict[str, Rubric], card: str, language: str
):
    rubric, weak = rubrics[card], SHIPPED[card, language]
    clean = await graded(rubric, weak, as_offline(rubric), language)
    assert clean.score is not None
    assert 0 < clean.score < 0.6
    moved = {}
    for name, attempt in {**ATTEMPTS[language], **made_for(rubric, language)}.items():
        for judge in (Obeying(rubric, attempt), agreeing_to("point", rubric=rubric)):
            verdict = await graded(rubric, f"{weak}\n{attempt}", judge, language)
            assert verdict.score is not None
            moved[name] = max(moved.get(name, 0.0), abs(verdict.score - clean.score))
    assert {name: by for name, by in moved.items() if by > TWO_POINTS} == {}


async def test_the_card_pasted_is_not_even_sent(rubric: Rubric):
    judge = agreeing_to("point", rubric=rubric)
    answer = ". ".join(point.texts["en"] for point in rubric.points)
    assert (await graded(rubric, answer, judge)).score == 0.0
    assert judge.asked == []


async def test_labelled_attempts_are_not_lifted_by_any_endpoint(shared: Path):
    cards = load_decks([builtin()]).cards
    lines = (shared / "answers" / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    labelled = [each for each in map(json.loads, lines) if each["kind"] == "injection"]
    assert labelled
    for each in labelled:
        card = cards[each["card"]]
        rubric = rubric_for(card, items(card)[0])
        offline = grade(rubric, each["answer"], each["lang"])
        assert offline.score is not None
        for endpoint, judge in endpoints(rubric, each["answer"]).items():
            verdict = await graded(rubric, each["answer"], judge, each["lang"])
            assert verdict.score == pytest.approx(offline.score, abs=TWO_POINTS), (each["id"], endpoint)
