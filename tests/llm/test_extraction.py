"""The answer is found in whatever stands around it, and half an answer is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.llm.extraction import UnreadableError, read_object
from tests.llm.conftest import score

AROUND = {
    "alone": '{"score": 3}',
    "blanks": '\n\n  {"score": 3}  \n',
    "prose": 'Sure! Here is my verdict:\n{"score": 3}\nLet me know if you need more.',
    "fence": '```json\n{"score": 3}\n```',
    "bare fence": '```\n{"score": 3}\n```\nDone.',
    "the word json": 'json\n{"score": 3}',
    "wrapped": '{"result": {"score": 3}}',
    "a list": '[{"score": 3}]',
    "another object before it": '{"note": "first"} {"score": 3}',
    "braces in prose": 'The set {a, b} is fine. {"score": 3}',
    "a broken one before it": '{"score": tr {"score": 3}',
    "an invalid one before it": '{"score": 85} then {"score": 3}',
    "a brace in a text": '{"note": "} {", "score": 3}',
    "cut off after it": '{"score": 3}\n```\nand {"sco',
}
THINKING = {
    "a block": '<think>{"score":1}</think>{"score":3}',
    "only the end": 'so {"score":1} it is</think>\n{"score":3}',
    "two blocks": '<think>{"score":1}</think><think>{"score":2}</think>{"score":3}',
    "another word": '<Reasoning>{"score":1}</reasoning>\n```json\n{"score":3}\n```',
    "a tag in a quotation": '{"quote": "he said </think> {", "score": 3}',
}
NOTHING = {
    "nothing": "",
    "blanks": "  \n\t ",
    "prose": "I would give this a 3 out of 4.",
    "a number": "3",
    "thinking without an end": '<think>{"score":3}',
    "a second thought without an end": '<think>no</think><think>{"score":3}',
    "thinking and nothing after": '<think>{"score":3}</think>',
    "cut off": '{"score": 3',
    "cut off in a name": '{"points":[{"id":"p1","met":tr',
    "a text": '{"score": "3"}',
    "out of ten": '{"score": "8/10"}',
    "a word": '{"score": "five"}',
    "too much": '{"score": 85}',
    "too little": '{"score": -1}',
    "null": '{"score": null}',
    "no number": '{"score": NaN}',
    "without end": '{"score": Infinity}',
    "a truth": '{"score": true}',
    "a fraction": '{"score": 2.5}',
    "a hundred thousand braces": "{" * 100_000,
    "a deep nest": '{"a":' * 5_000 + "1" + "}" * 5_000,
}


@pytest.mark.parametrize("said", [*AROUND.values(), *THINKING.values()], ids=[*AROUND, *THINKING])
def test_the_answer_is_found(said):
    assert read_object(said, score) == 3


@pytest.mark.parametrize("said", NOTHING.values(), ids=NOTHING.keys())
def test_what_is_no_answer_is_not_made_one(said):
    with pytest.raises(UnreadableError):
        read_object(said, score)


@given(cut=st.integers(0, len('{"note": "a } b", "score": 3}') - 1))
def test_no_part_of_an_answer_is_an_answer(cut):
    with pytest.raises(UnreadableError):
        read_object('{"note": "a } b", "score": 3}'[:cut], score)


@given(before=st.text(alphabet=' ab"{[}\n', max_size=20), after=st.text(max_size=20))
def test_any_text_may_stand_around_it(before, after):
    assert read_object(before + '\n{"score": 3}' + after.replace("<", ""), score) == 3
