"""Statements that no answer to the question makes: a grader that credits them is not judging.

They are put among the rubric's points, under labels that say nothing. A model that was talked into marking
everything as met, or that is too weak to tell, marks them too, and gives itself away.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from drill.grading.features import phrase_features
from drill.grading.llm.request import Statement
from drill.grading.rubric import Rubric
from drill.grading.text import Folded

COUNT = 3
_STATEMENTS = (
    (
        "A full B-tree node is split in two and its middle key moves up into the parent",
        "B 树的结点满了就一分为二，中间的键上移到父结点",
    ),
    (
        "A TCP sender halves its congestion window when three duplicate acknowledgements arrive",
        "TCP 发送方收到三个重复确认后把拥塞窗口减半",
    ),
    (
        "A Raft follower that hears no heartbeat in time starts an election with a higher term",
        "Raft 的跟随者在超时内没收到心跳，就以更大的任期发起选举",
    ),
    (
        "A resolver asks the root servers first and follows their referrals down to the zone's own server",
        "DNS 解析器先问根服务器，再逐级转到该域自己的服务器",
    ),
    (
        "A mark-and-sweep collector frees every object that it did not reach from the roots",
        "标记清除式垃圾回收会释放从根出发到达不了的对象",
    ),
    (
        "A write-ahead log is flushed to disk before the page that it describes",
        "预写日志要先于它所描述的数据页落盘",
    ),
)


def controls(rubric: Rubric, answer: Folded, generator: Random) -> tuple[Statement, ...]:
    """A few of the statements, those that neither the rubric nor the answer speaks of before any others."""
    spoken_of = _concepts([*_texts(rubric), answer.text])
    statements = list(enumerate(_STATEMENTS))
    generator.shuffle(statements)
    statements.sort(key=lambda each: len(_concepts(each[1]) & spoken_of))
    return tuple(
        Statement("control", str(number), {"en": english, "zh": chinese})
        for number, (english, chinese) in statements[:COUNT]
    )


def _texts(rubric: Rubric) -> Iterable[str]:
    return (text for point in rubric.points for text in point.texts.values())


def _concepts(texts: Iterable[str]) -> set[str]:
    return {name for text in texts for name in phrase_features(text).signs}
