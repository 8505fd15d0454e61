"""Cards to read: small ones from strings, and a complete one that keeps the standard `explain`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from drill.cards.card import Card
from drill.cards.fault import Fault
from drill.cards.reader import CardFiles, read_card
from drill.cards.source import Source, decode

Reading = tuple[Card | None, tuple[Fault, ...]]


def _source(path: str, text: str | bytes) -> Source:
    source = decode(path, text.encode() if isinstance(text, str) else text)
    assert isinstance(source, Source), source
    return source


@pytest.fixture(scope="session")
def read() -> Callable[..., Reading]:
    """Reads a card from the text of its base file, of translations by language, and of its says-lines."""

    def read(base: str | bytes, says: str | None = None, **translations: str) -> Reading:
        files = CardFiles(
            _source("card.md", base),
            {tag: _source(f"card.{tag}.md", text) for tag, text in translations.items()},
            None if says is None else _source("card.says.md", says),
        )
        return read_card(files, "deck", None, "fallback")

    return read


@pytest.fixture(scope="session")
def card_of(read) -> Callable[..., Card]:
    """Reads a card that must be without fault."""

    def card_of(base: str | bytes, **others: str) -> Card:
        card, faults = read(base, **others)
        assert faults == ()
        assert card is not None
        return card

    return card_of


@pytest.fixture
def write(tmp_path) -> Callable[..., Path]:
    """Writes files below a folder of the test's own and returns the folder."""

    def write(files: dict[str, str | bytes], folder: str = "deck") -> Path:
        root = tmp_path / folder
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode() if isinstance(text, str) else text)
        return root

    return write


def _sections(headings: tuple[str, ...], prose: str) -> str:
    points = "- **{0}-a!** one\n- **{0}-b** another\n- **{0}-c** a third"
    names = ("what", "why", "without", "verify")
    return "\n\n".join(
        f"## {heading}\n{prose}\n{points.format(name)}" for heading, name in zip(headings, names, strict=True)
    )


@pytest.fixture(scope="session")
def complete() -> dict[str, str]:
    """The files of a deck with one card, by name, in which lint finds nothing."""
    zh = f"""---
id: size
---
# 缓存有多大？
- 怎么估算？
- 谁决定它？

{_sections(("是什么", "为什么", "不这样会怎样", "如何验证"), "缓存的大小取决于结构" * 12)}
- **sized** 一个长请求要 40 GiB[^long]

## 常见误解
- **sixty** 只用到 60–80 %[^sixty] → 那是浪费
- **flat** 它不增长 → 它随长度增长
- **free** 它不要钱 → 它占显存

## 追问
### 换成 GQA 呢？ {{#gqa}}
- **heads** 头变少
### 换成 FP8 呢？ {{#fp8}}
- **half** 减半

## 计算题
### {{tokens}} 个 token 多大？ {{#one}}
`kv.size model=llama-3-70b tokens=8Ki..32Ki -> GiB ±3%`
### {{users}} 个用户多大？ {{#many}}
`kv.size model=llama-3-70b tokens=8Ki users=1..8 -> GiB ±3%`

## 出处
- 某论文

[^long]: kv.size model=llama-3-70b tokens=128Ki ±0
[^sixty]: heard, wrong: 那是浪费的部分
"""
    en = f"""---
id: size
---
# How large is the cache?
- How would you estimate it?
- What decides its size?

{_sections(("What", "Why", "Without it", "How to verify"), "the size follows from the structure " * 7)}
- **sized** a long request takes 40 GiB[^long]

## Misconceptions
- **sixty** only 60–80 %[^sixty] is used → that was the waste
- **flat** it does not grow → it grows with the length
- **free** it costs nothing → it takes memory

## Follow-ups
### What about GQA? {{#gqa}}
- **heads** fewer heads
### What about FP8? {{#fp8}}
- **half** half of it

## Drills
### How large are {{tokens}} tokens? {{#one}}
### How much for {{users}} users? {{#many}}

## Sources
- A paper

[^sixty]: heard, wrong: that was the waste
"""
    ids = ("what-a", "why-a", "without-a", "verify-a", "sixty", "flat", "free")
    says = "\n".join(f"## {name}\n- put another way\n- 换个说法" for name in ids)
    deck = 'title = { zh = "一", en = "One" }\nlanguage = "zh"\nstandard = "explain"\ncards = ["size"]\n'
    return {"deck.toml": deck, "size.md": zh, "size.en.md": en, "size.says.md": says}
