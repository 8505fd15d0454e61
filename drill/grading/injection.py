"""Words to the grader inside an answer: found, quoted to the user, and blanked before anything is matched.

What is blanked can neither be obeyed nor earn credit, so a missed attempt costs nothing but its own words:
no grader here takes instructions from an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from drill.grading.text import Folded, Span, sentences


def _any(*words: str) -> re.Pattern[str]:
    """Any of the words (a full stop stands for the blank in one); English ones only as whole words."""
    listed = [word.replace(".", r"\s") for line in words for word in line.split()]
    english = "|".join(word for word in listed if word[0].isascii())
    return re.compile(rf"\b(?:{english})\b|" + "|".join(word for word in listed if not word[0].isascii()))


_MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<\|.*?\|>"
    r"|<(?P<tag>system|assistant|user|answer|tool\w*|instructions?|rubric|grad\w*|scor\w*|verdict)\b[^>]*>"
    r"(?:.*?</(?P=tag)>)?"
    r"|</(?:system|assistant|user|answer|tool\w*|instructions?|rubric|grad\w*|scor\w*|verdict)>"
    r"|\[/?inst\]",
    re.S,
)
_OBJECT = re.compile(r"[{\[](?:[^{}\[\]]|\{[^{}]*\}|\[[^\[\]]*\])*[}\]]")
_OBJECT_KEYS = re.compile(
    r"[\"'](?:score|overall|grade|verdict|met|criteria|points|what|why|counterfactual|verification|rating"
    r"|分数|得分|评分)[\"']\s*[:：]"
)
_EXAMPLES = re.compile(
    r"(?:^|(?<=\n)|(?<=[。！？])|(?<=[.!?]\s))[ \t#*>-]*(?:"
    r"(?:example|sample|demo|shot|示例|样例|范例|例子?)[ \t]*[#(（]?[0-9一二三四五六七八九十]+"
    r"|(?:(?:question|q|问题?|题目)[ \t]*[0-9]*[ \t]*[:：][^\n]{0,200}\n\s*)?"
    r"(?:answer|回答|答案)[ \t]*[0-9]*[ \t]*[:：])"
    r".{0,600}?(?:scores?|grades?|verdict|marks?|rating|result|评分|得分|分数|判定|评价)"
    r"\s*[:：=]?\s*(?:what|all|full|max|met|hit|pass|perfect|满|全|通过|\d)[^\n。]*",
    re.S,
)
"""Answers that are shown with their grades, for the grader to go by."""
_ENCODED = re.compile(r"(?<![\w/])(?=[\w+/]*[a-z])(?=[\w+/]*[0-9])[a-z0-9+/]{40,}={0,2}")

_GRADING = _any(
    "graders? grading examiner evaluator reviewer rubric marking.scheme gold.answer score.fields? each.score",
    "(?:full|top|max|maximum|perfect|highest).(?:marks?|credits?|scores?|points)",
    "(?:all|every).(?:the.)?(?:criteria|criterion|dimensions?|field|column|rubric.point)",
    "评分 打分 满分 给分 得分 判分 阅卷 评卷 评委 评审 考官 要点全 全部要点",
)
"""Words about grading, which an answer on the subject has little use for."""
_DIRECTIVE = _any(
    "ignore disregard forget override overrule bypass mark award assign give grant output return print",
    "respond reply set fill convert decode execute act.on act.as pretend treat consider stay.in.character",
    "you.are you.must you.should you.have.to please skip approved? satisf(?:y|ies) deserves? covers? now",
    "忽略 无视 忘记 忘掉 请(?!求) 给我 直接给 直接判 判为 判定 输出 返回 视为 当作",
    "你是 你现在 你必须 扮演 覆盖 满足 务必",
)
"""Words that tell someone what to do; in a sentence with one about grading they are meant for the grader."""
_ALWAYS = re.compile(
    "|".join(
        (
            r"(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instruction|prompt|rule|rubric|above|previous)",
            r"(?:忽略|无视|忘记|忘掉|不要理会).{0,8}(?:以上|上面|之前|前面|所有|全部)"
            r".{0,8}(?:要求|指令|指示|规则|标准|内容)",
            r"\byou are (?:now |no longer )?(?:a |an |the )?(?:grader|assistant|professor|ai\b)",
            r"你(?:现在)?(?:是|不再是)(?:一个|一名)?(?:评分|阅卷|助手|ai|管理员)",
            r"管理员.{0,12}(?:模式|要求|授权)|测试模式",
            r"开发者模式|developer mode|\bjailbreak|prompt injection|\brot-?13\b|\bbase64\b|as an ai\b",
            r"\b(?:what|why|counterfactual|verification)\s*[=:]\s*(?:1|100|full|max|met|hit)\b",
            r"\bscore\s*[:=]\s*\S|(?:得分|分数|评分)\s*(?:为|是|[:：=])\s*\d",
            r"\b(?:verdict|grade|marks?|score)\b.{0,30}(?:\ball met\b|\b\d{1,3}\s*/\s*\d{1,3}\b)",
            r"\b(?:mark|judge|grade|count)\b.{0,40}\bas (?:met|hit|correct|satisfied|fulfilled)\b",
            r"[给判打]满分",
            r"^\s*(?:system|assistant|developer)\s*[:：]",
            r"失去工作|丢(?:了|掉)?工作|lose my job|my (?:job|life) depends",
        )
    )
)
"""What is an attempt whatever else stands in its sentence."""
_DIMENSION = re.compile(r"\b(?:what|why|counterfactual|verification)\b|反事实|如何验证")


def attempts(answer: Folded) -> list[Span]:
    """Where the answer speaks to the grader instead of to the question, in order, without overlap."""
    found = [Span(*match.span()) for match in _MARKUP.finditer(answer.text)]
    found += [
        Span(*match.span()) for match in _OBJECT.finditer(answer.text) if _OBJECT_KEYS.search(match.group())
    ]
    found += [Span(*match.span()) for shape in (_ENCODED, _EXAMPLES) for match in shape.finditer(answer.text)]
    found += [
        span for span in sentences(answer.text) if _addresses_grader(answer.text[span.start : span.end])
    ]
    return _merged(found)


def _addresses_grader(sentence: str) -> bool:
    if _ALWAYS.search(sentence) or (_GRADING.search(sentence) and _DIRECTIVE.search(sentence)):
        return True
    named = {match.group() for match in _DIMENSION.finditer(sentence)}
    return len(named) >= 3 and bool(re.search(r"\b(?:one|full|max\w*|level|1|100)\b|满", sentence))


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted(spans, key=lambda each: (each.start, -each.end)):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged
