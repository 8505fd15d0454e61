"""What in an answer is not an answer: words to the grader, the question again, the card pasted, bare lists.

Text addressed to the grader is quoted in the verdict and blanked before anything is matched, so it can
neither be obeyed nor earn credit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from drill.grading.features import features
from drill.grading.lexicon import Kind
from drill.grading.text import Folded, Span, fold, sentences

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
_ENCODED = re.compile(r"(?<![\w/])(?=[\w+/]*[a-z])(?=[\w+/]*[0-9])[a-z0-9+/]{40,}={0,2}")

_GRADING = (
    r"grader|grading|graders?'|examiner|evaluator|reviewer|rubric|full (?:marks?|credits?|scores?)|top (?:marks?|score)"
    r"|max(?:imum)? (?:marks?|credits?|scores?|points)|perfect score|all (?:the )?(?:criteria|points|dimensions)"
    r"|every (?:criterion|criteria|dimension|field|column|rubric point)|criteria|criterion|score field|each score"
    r"|gold answer|model answer|reference answer|marking scheme"
    r"|评分|打分|满分|给分|得分|判分|阅卷|评卷|评委|评审|考官|评分员|标准答案|参考答案|要点全|全部要点|每一项|各项"
)
_DIRECTIVE = (
    r"ignore|disregard|forget|override|overrule|bypass|mark|award|assign|give|grant|output|return|print|respond|reply"
    r"|set|fill|convert|decode|execute|act on|act as|pretend|treat|consider|stay in character|you are|you must"
    r"|you should|you have to|please|skip|approve[d]?|satisf(?:y|ies)|deserves?|covers?|now,? "
    r"|忽略|无视|忘记|忘掉|请|给我|直接给|直接判|判为|判定|输出|返回|视为|当作|你是|你现在|你必须|扮演|覆盖|满足|务必"
)
_ALWAYS = re.compile(
    r"(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instruction|prompt|rule|rubric|above|previous|everything)"
    r"|(?:忽略|无视|忘记|忘掉|不要理会|跳过).{0,12}(?:以上|上面|之前|前面|所有|全部)?.{0,8}(?:要求|指令|指示|规则|标准|提示词|内容)"
    r"|\byou are (?:now |no longer )?(?:a |an |the )?(?:grader|assistant|professor|ai\b|language model)"
    r"|你(?:现在)?(?:是|不再是)(?:一个|一名)?(?:评分|阅卷|助手|ai|管理员)|(?:系统|本)?管理员.{0,12}(?:模式|要求|授权)|测试模式|开发者模式"
    r"|developer mode|\bjailbreak|prompt injection|\brot-?13\b|\bbase64\b|as an ai\b"
    r"|\b(?:what|why|counterfactual|verification)\s*[=:]\s*(?:1|100|full|max|met|hit)\b"
    r"|\bscore\s*[:=]\s*\S|(?:得分|分数|评分)\s*(?:为|是|[:：=])\s*\d|\b(?:10|100)\s*/\s*100?\b.{0,20}(?:score|mark|grade)"
    r"|^\s*(?:system|assistant|developer)\s*[:：]"
    r"|失去工作|丢(?:了|掉)?工作|lose my job|my (?:job|life) depends"
)
_BOTH_KINDS = re.compile(
    rf"(?=.*(?:\b(?:{_GRADING})\b|(?:{_GRADING})))(?=.*(?:\b(?:{_DIRECTIVE})|(?:{_DIRECTIVE})))", re.S
)
_DIMENSION = re.compile(r"\b(?:what|why|counterfactual|verification)\b|反事实|如何验证")

_DENIES_NEXT = re.compile(
    r"\b(?:it|that)(?: is|'s| was) (?:\w+ )?(?:false|untrue|wrong|incorrect|nonsense|not true|not the case|not so)\b"
    r"|\b(?:it|that) is a (?:myth|lie|misconception)\b|\bthe opposite of\b|\bcontrary to\b|\bit isn't (?:true|so)\b"
    r"|\bi (?:do not|don't|doubt|would not|wouldn't) ?(?:think|believe|say|agree|claim)?\b"
    r"|\b(?:some|many|most)(?: people)? (?:say|think|claim|believe)\b|\bpeople (?:say|think|claim|believe)\b"
    r"|并不是说|并非|不能说|谈不上|有(?:些)?人(?:说|认为|觉得|以为)|误以为|我不(?:认为|同意|觉得)"
)
"""Denies what comes after it in the sentence, up to a turn such as "but"."""
_DENIES_BEFORE = re.compile(
    r"\b(?:is|are|was|were) (?:\w+ )?(?:false|untrue|a myth|a misconception|nonsense|not true|not the case)\b"
    r"|(?:是|都是|这是|纯属)(?:错误|错|假|不对|不正确|不成立|谣言|误解|误区)的?|说法(?:有误|不对|不成立)"
    r"|(?:这|都)?不(?:成立|正确|属实|对)(?=[。，,；;!！\s]|$)|并非如此"
)
"""Denies what stands before it in the sentence, or the sentence before when it stands alone."""
_TURN = re.compile(r"\b(?:but|instead|in fact|actually|rather)\b|而是|其实|实际上|事实上|但")

_SHINGLE = 8
_COPIED = 0.8
_COPY_LEAST = 60
_LIST_LEAST = 6
_SUBJECT = 8
"""Characters of a bare subject such as "all of that"; more is a claim of its own."""
_SEGMENT = re.compile(r"[,，、;；\n|/]+")


def attempts(answer: Folded) -> list[Span]:
    """Where the answer speaks to the grader instead of to the question, in order, without overlap."""
    found = [Span(*match.span()) for match in _MARKUP.finditer(answer.text)]
    found += [
        Span(*match.span()) for match in _OBJECT.finditer(answer.text) if _OBJECT_KEYS.search(match.group())
    ]
    found += [Span(*match.span()) for match in _ENCODED.finditer(answer.text)]
    found += [
        span for span in sentences(answer.text) if _addresses_grader(answer.text[span.start : span.end])
    ]
    return _merged(found)


def _addresses_grader(sentence: str) -> bool:
    if _ALWAYS.search(sentence) or _BOTH_KINDS.match(sentence):
        return True
    named = {match.group() for match in _DIMENSION.finditer(sentence)}
    return len(named) >= 3 and bool(re.search(r"\b(?:one|full|max\w*|level|1|100)\b|满", sentence))


def echoes(answer: Folded, questions: Iterable[str]) -> list[Span]:
    """Sentences that only say the question again."""
    asked = [
        text
        for question in questions
        for text in (fold(question).text, *(_cut(fold(question).text)))
        if len(text) >= 4
    ]
    return [
        span
        for span in sentences(answer.text)
        if any(_same(answer.text[span.start : span.end].strip(), question) for question in asked)
    ]


def _cut(text: str) -> list[str]:
    return [text[span.start : span.end].strip() for span in sentences(text)]


def _same(sentence: str, question: str) -> bool:
    return fuzz.ratio(sentence, question) >= 82 or (
        len(sentence) >= 0.5 * len(question)
        and fuzz.partial_ratio(sentence, question) >= 92
        and len(sentence) <= 1.2 * len(question)
    )


def is_copied(answer: Folded, card: Sequence[str]) -> bool:
    """Whether nearly all of the answer stands word for word in the card."""
    said = _shingles(answer.text)
    if len(said) < _COPY_LEAST - _SHINGLE:
        return False
    written = set().union(*(_shingles(fold(text).text) for text in card))
    return len(said & written) >= _COPIED * len(said)


def _shingles(text: str) -> set[str]:
    letters = "".join(character for character in text if character.isalnum())
    return {letters[at : at + _SHINGLE] for at in range(len(letters) - _SHINGLE + 1)}


def is_list(answer: Folded) -> bool:
    """Whether the answer is a list of names without a word that relates them."""
    segments = [segment for segment in _SEGMENT.split(answer.text) if any(map(str.isalnum, segment))]
    if len(segments) < _LIST_LEAST:
        return False
    bare = sum(_is_bare(segment) for segment in segments)
    return bare >= 0.7 * len(segments)


def _is_bare(segment: str) -> bool:
    said = features(segment)
    relates = said.cues & {Kind.FUNCTION, Kind.BECAUSE, Kind.WITHOUT, Kind.BUT, Kind.NEGATOR}
    return said.size <= 9 and not relates and not re.search(r"[→⇒↑↓=≈]|->|=>", segment)


def denials(answer: Folded) -> list[Span]:
    """Stretches that are mentioned in order to be denied: "it is false that …", "有人说……其实……"."""
    found: list[Span] = []
    before: Span | None = None
    for span in sentences(answer.text):
        if after := _DENIES_NEXT.search(answer.text, span.start, span.end):
            turn = _TURN.search(answer.text, after.end(), span.end)
            found.append(Span(after.start(), turn.start() if turn else span.end))
        elif verdict := _DENIES_BEFORE.search(answer.text, span.start, span.end):
            alone = verdict.start() - span.start <= _SUBJECT and before is not None
            found.append(Span(before.start if alone and before else span.start, verdict.end()))
        before = span
    return found


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted(spans, key=lambda each: (each.start, -each.end)):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged
