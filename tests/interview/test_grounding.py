"""A question about a card, put to a model: what goes along, and which answers count."""

import json
from random import Random

import pytest

from drill.cards.card import Dimension
from drill.cards.passages import Passage
from drill.interview.llm.grounding import ROOM, inquiry_for

PASSAGES = (
    Passage(Dimension.WHAT, "Every layer stores the keys and values of past tokens."),
    Passage("Why cache K and V but not Q?", "Only the newest token's query takes part in a step."),
    Passage(Dimension.WHY, "A 128K request on the 70B takes 40 GiB."),
)
QUESTION = "Why is the query not cached?"
GOOD = "Only the query of the newest token takes part in a step, so an older one is of no use."


def inquiry(language: str = "en"):
    return inquiry_for(QUESTION, PASSAGES, language, Random(1))


def test_the_passages_go_along_with_numbers_and_sections_and_the_question_is_fenced():
    asked = inquiry()
    told = json.loads(asked.user.partition("\n\n[")[0])
    assert [each["number"] for each in told["card"]] == [1, 2, 3]
    assert told["card"][0]["section"] == "what"
    assert asked.schema["properties"]["cites"]["items"]["enum"] == [1, 2, 3]
    mark = asked.user.partition("\n\n[")[2][:24]
    assert f"[{mark}]\n{QUESTION}\n[{mark}]" in asked.user


def test_an_answer_comes_with_the_passages_that_it_cites():
    found = inquiry().read({"answer": f"{GOOD} [2]", "cites": [2, 1, 2, 99, "3"]})
    assert found.words == GOOD
    assert found.cited == (PASSAGES[1], PASSAGES[0])


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ({"answer": GOOD, "cites": []}, "cites nothing"),
        ({"answer": GOOD, "cites": [0, 4, -1, True]}, "cites nothing"),
        ({"answer": GOOD}, "cites nothing"),
        ({"answer": "", "cites": [2]}, "no answer"),
        ({"answer": "word " * 400, "cites": [2]}, "no answer"),
        ({"answer": "只有最新 token 的 query 参与计算，旧的不再有用。", "cites": [2]}, "another language"),
        ({"answer": "Paris has been the capital of France for centuries.", "cites": [2]}, "not what"),
        ({"answer": f"{GOOD} That saves 17 GiB.", "cites": [2]}, "a figure"),
    ],
)
def test_an_answer_that_does_not_rest_on_the_card_is_none(reply, why):
    with pytest.raises(ValueError, match=why):
        inquiry().read(reply)


def test_a_figure_of_the_card_may_be_told():
    answer = "The newest token's query takes part in a step; a 128K request on the 70B takes 40 GiB."
    assert inquiry().read({"answer": answer, "cites": [2]}).words == answer


def test_of_a_long_card_the_passages_that_answer_best_go_along():
    long = [Passage("body", f"{n} " + "padding " * 40) for n in range(200)]
    asked = inquiry_for(QUESTION, [*long, *PASSAGES], "en", Random(1))
    assert PASSAGES[1] in asked.passages
    assert sum(len(each.text) for each in asked.passages) <= ROOM
    assert list(asked.passages) == [each for each in (*long, *PASSAGES) if each in asked.passages]
