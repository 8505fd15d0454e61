"""What a candidate asks back is understood in both languages, and an answer stays an answer."""

import pytest

from drill.interview.chat import recognise
from drill.interview.state import Request

REQUESTS = {
    "repeat": (
        "Could you repeat the question, please?",
        "Sorry, can you say that again?",
        "What was the question again?",
        "请再说一遍",
        "能重复一下问题吗？",
        "不好意思，没听清",
        "题目是什么来着？",
    ),
    "rephrase": (
        "Could you rephrase that?",
        "I don't understand the question.",
        "Can you put it in other words?",
        "换个说法",
        "能换一种问法吗",
        "没太明白题目的意思",
        "什么意思？",
    ),
    "hint": (
        "Could you give me a small hint, please?",
        "I'm stuck.",
        "hint",
        "给我一个提示",
        "能给点提示吗？",
        "我卡住了",
    ),
    "think": (
        "Let me think about it for a moment.",
        "Can I think out loud?",
        "one moment please",
        "让我想一想",
        "给我一点时间",
        "我先想一下",
    ),
    "skip": (
        "Can we skip this one?",
        "I don't know.",
        "next question please",
        "pass",
        "跳过",
        "下一题",
        "这题我不会",
        "不知道",
    ),
    "end": ("Let's stop here.", "I'd like to end the interview", "结束面试", "就到这里吧", "今天先到这里"),
    "help": ("?", "help", "我可以问什么？", "？"),
}
ANSWERS = (
    "",
    "It repeats the whole prefix at every step.",
    "KV cache",
    "40 GiB",
    "no",
    "I would skip the padding and repeat the last block, which ends the request.",
    "A hint in the scheduler tells it where the prefix lives",
    "没有缓存，每一步都要重算",
    "不会重算，因为 K 和 V 已经存下来了",
    "提示词的前缀一样才能命中",
    "Is it because K and V never change under the causal mask, so that storing them is enough?",
)


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind in REQUESTS for text in REQUESTS[kind]])
def test_requests_in_natural_words(kind, text):
    assert recognise(text) == Request(kind)


@pytest.mark.parametrize("text", ANSWERS)
def test_answers_are_no_requests(text):
    assert recognise(text) is None


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("What is prefill?", "prefill"),
        ("? what does TTFT mean", "TTFT"),
        ("? preemption", "preemption"),
        ("什么是抢占？", "抢占"),
        ("prefill 是什么意思？", "prefill"),
        ("？解释一下 MLA", "MLA"),
    ],
)
def test_a_term_to_clarify(text, term):
    assert recognise(text) == Request("clarify", term)


@pytest.mark.parametrize("kind", ["repeat", "hint", "skip", "end"])
def test_a_question_mark_makes_a_request_of_a_word(kind):
    assert recognise(f"? {kind}") == Request(kind)
