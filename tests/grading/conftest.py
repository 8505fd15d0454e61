"""A small card in two languages, built by hand: what the grader must do does not hang on the shipped deck."""

import pytest

from drill.cards.card import (
    Card,
    CardId,
    CardText,
    Dimension,
    FollowUp,
    Heard,
    Item,
    ItemId,
    Kind,
    Mention,
    Misconception,
    Point,
    Section,
)
from drill.grading.rubric import Rubric, rubric_for

D = Dimension

ZH = {
    D.WHAT: (
        "blocks!KV 缓存切成固定大小的块，用块表把逻辑块映射到物理块",
        "demand 写满一块才再申请一块，按需分配",
    ),
    D.WHY: ("unknown!输出长度事先未知，连续分配只能按最大长度预留", "bounded 浪费被限制在每个请求的最后一块"),
    D.COUNTERFACTUAL: (
        "fewer!没有分页，大部分预留的显存闲置，并发请求少好几倍",
        "throughput 批变小，吞吐下降",
    ),
    D.VERIFICATION: (
        "running!比较相同显存下抢占之前能同时运行的请求数",
        "waste 用块数和 token 数计算内部碎片",
    ),
}
EN = {
    D.WHAT: (
        "blocks!The KV cache is cut into fixed-size blocks, and a table maps logical blocks to physical ones",
        "demand A new block is allocated on demand, only once the last one is full",
    ),
    D.WHY: (
        "unknown!The output length is unknown, so contiguous allocation must reserve the maximum length",
        "bounded Waste is bounded by the last block of each request",
    ),
    D.COUNTERFACTUAL: (
        "fewer!Without paging most reserved memory stays idle and several times fewer requests run at once",
        "throughput The batch gets smaller and throughput falls",
    ),
    D.VERIFICATION: (
        "running!Compare how many requests run at once before preemption, with the same GPU memory",
        "waste Compute internal fragmentation from the number of blocks and tokens",
    ),
}


def _text(language: str, points: dict[Dimension, tuple[str, ...]], **more: object) -> CardText:
    sections = {}
    for dimension, lines in points.items():
        parsed = []
        for line in lines:
            mark = "!" if "!" in line.split(" ")[0] else " "
            name, _, words = line.partition(mark)
            parsed.append(Point(name, words, mark == "!", dimension))
        sections[dimension] = Section("", tuple(parsed))
    return CardText(language, sections=sections, **more)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def card() -> Card:
    zh = _text(
        "zh",
        ZH,
        title="PagedAttention 解决什么问题？",
        phrasings=("为什么 KV 缓存要分页管理？",),
        misconceptions=(
            Misconception("kernel", "分页让注意力算子变快", "算子要多查一次表，略慢一点；快在能装更多请求"),
            Misconception("bigger", "块越大越好，没有代价", "块越大，最后一块浪费越多"),
        ),
        followups=(
            FollowUp(
                "size",
                "块大小怎么权衡？",
                (
                    Point("small", "块小则浪费少，但块表更长，开销更大", True, None),
                    Point("large", "块大则访问更连续，但最后一块浪费更多", False, None),
                ),
            ),
        ),
        mentions=(Mention("sixty", "60%", 1),),
        notes={"sixty": "60% 是被浪费的比例，利用率只有 20% 到 38%"},
    )
    en = _text(
        "en",
        EN,
        title="What problem does PagedAttention solve?",
        phrasings=("Why is the KV cache managed in pages?",),
        misconceptions=(
            Misconception(
                "kernel",
                "Paging makes the attention kernel faster",
                "The kernel does one more lookup and is slightly slower; the gain is more requests in memory",
            ),
            Misconception(
                "bigger",
                "A bigger block is always better and costs nothing",
                "A bigger block wastes more at the end",
            ),
        ),
        followups=(
            FollowUp(
                "size",
                "How do you choose the block size?",
                (
                    Point(
                        "small",
                        "Small blocks waste less, but the block table is longer and costs more",
                        True,
                        None,
                    ),
                    Point(
                        "large",
                        "Large blocks read more contiguously, but the last block wastes more",
                        False,
                        None,
                    ),
                ),
            ),
        ),
        mentions=(Mention("sixty", "60%", 1),),
        notes={"sixty": "60% is what was wasted; utilisation was only 20 to 38%"},
    )
    return Card(
        id=CardId("paging"),
        deck="test",
        path="paging.md",
        base="zh",
        texts={"zh": zh, "en": en},
        figures={"sixty": Heard("sixty", "wrong", "60% 是被浪费的比例，利用率只有 20% 到 38%", 1)},
        says={
            "blocks": ("像操作系统分页那样管 KV 显存", "KV memory is handed out in pages, with a page table"),
            "unknown": ("不知道会生成多长，只好按上限占一整段", "nobody knows how long the reply gets"),
            "fewer": (
                "不分页的话同一张卡能跑的请求少很多",
                "without it far fewer requests fit on the same card",
            ),
            "kernel": (
                "用了分页，attention 计算更快",
                "the attention computation speeds up thanks to paging",
            ),
            "size.small": (
                "小块省显存，可是查表更频繁",
                "smaller blocks save memory at the price of more lookups",
            ),
        },
    )


@pytest.fixture(scope="session")
def rubric(card: Card) -> Rubric:
    return rubric_for(card, Item(ItemId("paging"), card.id, Kind.EXPLAIN))


@pytest.fixture(scope="session")
def followup(card: Card) -> Rubric:
    return rubric_for(card, Item(ItemId("paging/followup/size"), card.id, Kind.FOLLOWUP, "size"))


GOOD_ZH = (
    "它把每个请求的 KV 切成定长的小块，用一张块表记录逻辑块落在哪个物理块，写满了再领新块。"
    "因为生成前不知道会输出多长，连续分配只能按最大长度预留，浪费很大；分页后只浪费最后一块。"
    "如果不分页，预留的显存多半空着，同一张卡能同时跑的请求少几倍，批变小，吞吐跟着掉。"
    "验证时比较同样显存下、发生抢占之前能同时运行多少请求，再用块数和 token 数算内部碎片。"
)
GOOD_EN = (
    "The KV cache is split into fixed-size pages and every sequence has a block table that maps logical "
    "pages to physical ones; a page is allocated only when the previous one fills up. Output length is not "
    "known in advance, so a contiguous allocator has to reserve for the longest possible reply, whereas here "
    "at most the last page of a request is wasted. Without paging most of the reservation sits idle, so far "
    "fewer requests run concurrently and throughput drops. To verify, compare how many requests run at once "
    "before preemption at equal GPU memory, and compute internal fragmentation from blocks and tokens."
)


@pytest.fixture(params=[("zh", GOOD_ZH), ("en", GOOD_EN)], ids=["zh", "en"])
def good(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A good answer with its language."""
    return request.param  # type: ignore[no-any-return]
