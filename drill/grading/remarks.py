"""What a grader says in words, in the language of the answer (which need not be the interface's)."""

from __future__ import annotations

_REMARKS = {
    "empty": (
        "There is no answer here yet.",
        "这里还没有回答。",
    ),
    "echo": (
        "Repeating the question earns nothing; say what the answer is.",
        "复述题目不得分，请给出回答。",
    ),
    "copied": (
        "What stands word for word in the card is not graded; say it in your own words.",
        "与卡片逐字相同的部分不计分；请用自己的话说一遍。",
    ),
    "recalled": (
        "What claims to have been said before counts only where it was said.",
        "自称前面说过的话，只在真正说出的地方计分。",
    ),
    "repeats": (
        "A sentence that is said over and over is not graded.",
        "反复出现的同一句话不计分。",
    ),
    "list": (
        "This is a list of terms; say how they hang together and why. A list earns a quarter at most.",
        "这是术语清单；请说明它们之间的关系和原因。清单最多得四分之一。",
    ),
    "names": (
        "A list of terms was left out of the grading; say how they hang together.",
        "其中的术语清单没有计入评分；请说明它们之间的关系。",
    ),
    "long": (
        "Only the first {count} characters were read.",
        "只读了前 {count} 个字符。",
    ),
    "attempt": (
        "Words to the grader were left out of the grading.",
        "写给评分者的话没有计入评分。",
    ),
    "unsure": (
        "The offline grader could not follow much of this; go through the checklist yourself.",
        "离线评分没能看懂大部分内容，请自己对照要点清单。",
    ),
    "contradicted": (
        "You also say the opposite of “{point}”, so it was not counted.",
        "回答里还有与“{point}”相反的说法，因此该点不计。",
    ),
    "differ": (
        "The graders do not agree on “{point}”; judge that one yourself.",
        "两个评分者对“{point}”看法不一，这一点请自己判断。",
    ),
    "unasked": (
        "The model also judged {count} statements that it was not asked about; they do not count.",
        "模型还判断了 {count} 条没有问到的陈述，不计入。",
    ),
    "plain": (
        "This card has no points to grade by; compare with its answer and rate yourself.",
        "这张卡没有评分要点，请对照答案自评。",
    ),
    "heard": (
        "About {said}: {correction}",
        "关于 {said}：{correction}",
    ),
    "no-number": (
        "There is no number here that could be read; type one with its unit, such as {example}.",
        "没有读到数字；请写出带单位的数，例如 {example}。",
    ),
    "unit-missing": (
        "No unit was given; the number was read in {unit}.",
        "没有写单位，按 {unit} 理解。",
    ),
    "unit-other": (
        "{said} does not measure what was asked; the answer is in {unit}.",
        "{said} 的单位与所问的量不符，答案的单位是 {unit}。",
    ),
    "several": (
        "Several numbers stand here; {said} was taken as the answer.",
        "这里有多个数，按 {said} 评判。",
    ),
    "hedged": (
        "Several values are offered here; decide on one. The value is {expected}.",
        "这里给了几个不同的值，请选定一个。正确值是 {expected}。",
    ),
    "right": (
        "Right: {expected}.",
        "正确：{expected}。",
    ),
    "wrong": (
        "The value is {expected}; you said {said}.",
        "正确值是 {expected}，你答的是 {said}。",
    ),
    "working": (
        "Working: {line}",
        "推导：{line}",
    ),
    "assuming": (
        "Assuming: {line}",
        "前提：{line}",
    ),
}


def remark(name: str, language: str, **values: object) -> str:
    """The remark in `zh` or else in English, with its values put in."""
    english, chinese = _REMARKS[name]
    return (chinese if language == "zh" else english).format(**values)
