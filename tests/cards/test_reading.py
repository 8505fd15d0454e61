"""A card as a person writes it: what of it is read as what, whatever the file looks like."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.cards.card import Cited, Computed, Dimension, Heard, Tolerance
from drill.cards.fault import Fault
from drill.cards.items import items
from drill.cards.source import LARGEST, Source, decode

EXPLAIN = """---
id: kv-cache
tags: [kv, memory]
level: core
aliases: [kv]
enough: {why: 3}
---
# Why a KV cache? {#ignored}
- What if there were none?
- Why is it
  so large?

## What
It takes 40 GiB[^long] for `a[^long]`.

### A topic
- **stored!** K and V stay
  in memory
- an ordinary item
- **append** each step appends 2^10[^ten] rows

## Misconceptions
- **smi** it grows → the pool is reserved
## Follow-ups
### What does GQA change? {#gqa}
In general:
- **heads!** fewer heads
## Drills
### {users} requests: how much? {#size}
`kv.size model=llama-3-70b|llama-3-8b users=1..64 -> GiB ±3%`
## How to choose
By need.
## Sources
- Kwon et al. 2023

[^long]: kv.size model=llama-3-70b tokens=128Ki ±0.5
[^ten]: cite: a paper,
    section 3
[^unused]: heard, outdated: no longer so
"""


def test_everything_on_a_card_is_found_where_it_stands(card_of):
    card = card_of(EXPLAIN, says="## stored\n- it keeps K and V\n- 把 K、V 留下\n\n## gqa.heads\n- fewer\n")
    text = card.texts["en"]
    assert (card.id, card.tags, card.level, card.aliases) == ("kv-cache", ("kv", "memory"), "core", ("kv",))
    assert card.enough == {Dimension.WHY: 3}
    assert text.title == "Why a KV cache?"
    assert text.phrasings == ("What if there were none?", "Why is it so large?")
    section = text.sections[Dimension.WHAT]
    assert section.prose == "It takes 40 GiB for `a[^long]`.\n\n### A topic\n- an ordinary item"
    assert [(each.id, each.must, each.text) for each in section.points] == [
        ("stored", True, "K and V stay in memory"),
        ("append", False, "each step appends 2^10 rows"),
    ]
    assert (text.misconceptions[0].claim, text.misconceptions[0].correction) == (
        "it grows",
        "the pool is reserved",
    )
    followup = text.followups[0]
    assert (followup.id, followup.question, followup.prose) == ("gqa", "What does GQA change?", "In general:")
    assert [(each.id, each.must, each.dimension) for each in followup.points] == [("heads", True, None)]
    assert (text.choose, text.sources, text.body) == ("By need.", ("Kwon et al. 2023",), "")
    assert card.says == {"stored": ("it keeps K and V", "把 K、V 留下"), "gqa.heads": ("fewer",)}
    assert text.notes == {"ten": "a paper, section 3", "unused": "no longer so"}


def test_figures_and_drills_are_bound_as_written(card_of):
    card = card_of(EXPLAIN)
    arguments = {"model": "llama-3-70b", "tokens": "128Ki"}
    assert card.figures == {
        "long": Computed("long", "kv.size", arguments, Tolerance(0.5, relative=False), 36),
        "ten": Cited("ten", "a paper, section 3", 37),
        "unused": Heard("unused", "outdated", "no longer so", 39),
    }
    drill = card.drills["size"]
    assert drill.arguments == {"model": "llama-3-70b|llama-3-8b", "users": "1..64"}
    assert (drill.experiment, drill.unit, drill.line) == ("kv.size", "GiB", 30)
    assert drill.tolerance == Tolerance(pytest.approx(0.03), relative=True)


def test_a_mention_is_the_quantity_right_before_the_mark(card_of):
    card = card_of(EXPLAIN)
    assert [(each.figure, each.said, each.line) for each in card.texts["en"].mentions] == [
        ("long", "40 GiB", 14),
        ("ten", "2^10", 20),
    ]


@pytest.mark.parametrize(
    ("prose", "said"),
    [
        ("takes **40 GiB**[^a].", "40 GiB"),
        ("takes (40 GiB)[^a].", "40 GiB"),
        ("占 ４０ ＧｉＢ[^a]。", "４０ ＧｉＢ"),
        ("用了 60–80 %[^a] 的池", "60–80 %"),
        ("40\nGiB[^a]", "40 GiB"),
        ("40 GiB[^b][^a]", "40 GiB"),
        ("8 个[^a]请求", "8 个"),
        ("> 40 GiB[^a]", "40 GiB"),
        ("40 GiB of memory[^a]", ""),
        ("`40 GiB`[^a]", ""),
        ("H100[^a]", ""),
    ],
)
def test_what_stands_before_a_mark_is_said(card_of, prose, said):
    card = card_of(f"# T\n\n{prose}\n\n[^a]: cite: x\n[^b]: cite: y\n")
    mentioned = {each.figure: each.said for each in card.texts[card.base].mentions}
    assert mentioned["a"] == said


# --- plain cards --------------------------------------------------------------------------------


def test_a_title_and_prose_are_a_card(card_of):
    card = card_of("# Front\n- a list\n- is the back\n")
    assert (card.id, card.texts["en"].body) == ("fallback", "- a list\n- is the back")
    assert [item.id for item in items(card)] == ["fallback"]


@pytest.mark.parametrize("after", ["# Front\nBack", "\n# Front\nBack", "# Front\n\nBack\n"])
def test_a_card_directly_after_front_matter_is_found(card_of, after):
    card = card_of(f"---\nid: a\n---\n{after}")
    assert (card.id, card.texts["en"].title, card.texts["en"].body.strip()) == ("a", "Front", "Back")


FENCE = "```python\n# not a title\n\n## What\n- **not** a point[^x]\nQ: not a card\n```"


@pytest.mark.parametrize(
    "body",
    [
        FENCE,
        FENCE.replace("```", "~~~~"),
        "    # indented code\n\n    ## Why",
        "`std::vector<int>` and `# no`",
        "```one line``` of code",
        "- a\n\n  # a heading in a list\n\n- b",
        "> # quoted\n> ## Why",
        "1. one\n\n   ```\n   ## What\n   ```\n2. two",
        "| a | b |\n|---|---|\n| `x|y` | # |",
        "$$\n\\frac{a}{b} # no\n$$",
        "- outer\n  - inner\n    - innermost\n\n      para",
        "，。《》「」—— ￥１２３",
        "<div># raw</div>",
    ],
)
def test_the_body_is_kept_byte_for_byte(card_of, body):
    card = card_of(f"# Front\n\n{body}\n")
    assert card.texts[card.base].body == body
    assert card.texts[card.base].sections == {}


def test_headings_in_code_do_not_end_a_section(card_of):
    card = card_of(f"# T\n\n## What\n{FENCE}\n- **a** point\n\n## Why\nbecause\n")
    what = card.texts["en"].sections[Dimension.WHAT]
    assert what.prose == FENCE
    assert [each.id for each in what.points] == ["a"]
    assert card.texts["en"].sections[Dimension.WHY].prose == "because"


def test_a_point_keeps_its_nested_blocks(card_of):
    card = card_of("# T\n\n## What\n- **a** first\n  - nested\n\n  ```\n  code\n\n  more\n  ```\n")
    point = card.texts["en"].sections[Dimension.WHAT].points[0]
    assert point.text == "first\n- nested\n\n```\ncode\n\nmore\n```"


@pytest.mark.parametrize(
    ("wrapped", "joined"),
    [("缓存\n  很大", "缓存很大"), ("the\n  cache", "the cache"), ("用 KV\n  缓存", "用 KV 缓存")],
)
def test_wrapped_lines_join_without_a_space_in_chinese(card_of, wrapped, joined):
    card = card_of(f"# 题\n\n## 是什么\n- **a** {wrapped}\n")
    assert card.texts["zh"].sections[Dimension.WHAT].points[0].text == joined


def test_both_languages_headings_are_known(card_of):
    card = card_of("# 题\n\n## 为什么\n因为\n", en="# T\n\n## Why\nbecause\n")
    assert [card.texts[each].sections[Dimension.WHY].prose for each in ("zh", "en")] == ["因为", "because"]
    assert card.base == "zh"


def test_an_unknown_heading_belongs_to_the_prose_it_stands_in(card_of):
    card = card_of("# T\n\n## Why\nbecause\n\n## Aside\nmore\n")
    assert card.texts["en"].sections[Dimension.WHY].prose == "because\n\n## Aside\nmore"


# --- line ends, marks, encodings ------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends_and_byte_order_marks_change_nothing(card_of, end, mark, last):
    plain = card_of(EXPLAIN)
    text = EXPLAIN if last else EXPLAIN.rstrip("\n")
    assert card_of((mark + text.replace("\n", end)).encode()).texts == plain.texts


@given(st.lists(st.sampled_from([*EXPLAIN.splitlines(), "", "\t- x", "```", "## Why"]), max_size=30))
def test_any_lines_read_alike_with_any_line_end(lines):
    text = "\n".join(lines)
    read = [decode("a", text.replace("\n", end).encode()) for end in ("\n", "\r\n", "\r")]
    assert read[0] == read[1] == read[2]


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        ("# 题\n答案是缓存的大小".encode("gb18030"), 1, "byte 2 .*GB18030"),
        ("# ok\nthen \xff".encode("latin-1"), 2, "byte 10 .*not UTF-8; save"),
        ("# 题\n".encode("utf-16"), 1, "UTF-16"),
        (b"# a\rb\0c", 2, "byte 5 is NUL"),
        (b"#" * (LARGEST + 1), 1, "larger than 500,000 bytes"),
    ],
)
def test_what_is_not_text_is_refused_with_its_place(data, line, said):
    fault = decode("x.md", data)
    assert isinstance(fault, Fault)
    assert fault.line == line
    assert re.search(said, fault.message)


@pytest.mark.parametrize(
    "attack", ["\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x1b\\", "\x9b31m", "a\x08b\x7f"]
)
def test_text_that_would_drive_a_terminal_is_disarmed(card_of, attack):
    body = card_of(f"# T\n\nx {attack} y\n").texts["en"].body
    assert not any(ord(each) < 32 or 0x7F <= ord(each) < 0xA0 for each in body)
    assert body.startswith("x ")
    assert body.endswith(" y")


# --- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("---\nid: a/b\n---\n# T\n", 2, "'a/b' is no id"),
        ("---\nid: a\nid: b\n---\n# T\n", 3, "stands twice"),
        ("just prose\n", 1, "no title"),
        ("", 1, "no title"),
        ("# \n", 1, "no title"),
    ],
)
def test_a_card_that_cannot_be_told_apart_or_asked_is_reported(read, text, line, said):
    card, faults = read(text)
    assert card is None
    assert [each.line for each in faults] == [line]
    assert said in faults[0].message


@pytest.mark.parametrize(
    ("part", "line", "said"),
    [
        ("# Another\n", 3, "a second title"),
        ("## Why\nx\n## 为什么\ny\n", 5, "stands twice"),
        ("## What\n- **a** x\n- **a** y\n", 5, "point 'a' stands twice"),
        ("## Misconceptions\n- **a** no arrow\n", 4, "lacks its correction"),
        ("## Misconceptions\n- no id → x\n", 4, "begins with its id"),
        ("## Follow-ups\n### no id\n", 4, "needs an id"),
        ("## Drills\n### q {#a}\n", 4, "write `experiment"),
        ("## Drills\n### q {#a}\n`kv.size tokens=1`\n", 5, "write `experiment"),
        ("## Drills\n### q {#a}\n`kv.size tokens -> GiB ±3%`\n", 5, "'tokens' is not name=value"),
        ("## Drills\n### q {#a}\n`kv.size tokens=1 -> furlong ±3%`\n", 5, "unknown unit 'furlong'"),
        ("x\n\n[^a]: kv.size model ±3%\n", 5, "'model' is not name=value"),
        ("x\n\n[^a]: kv.size t=1 t=2\n", 5, "t is given twice"),
        ("x\n\n[^a]: heard wrong: y\n", 5, "write `heard, thumb|outdated|wrong"),
        ("x\n\n[^a]: heard, wrong:\n", 5, "lacks its correction"),
        ("x\n\n[^a]: cite: x\n[^a]: cite: y\n", 6, "defined twice"),
    ],
)
def test_a_fault_in_a_part_costs_that_part_only(read, part, line, said):
    card, faults = read(f"# T\n\n{part}")
    assert card is not None
    assert [(each.path, each.line) for each in faults] == [("card.md", line)]
    assert said in faults[0].message


def test_a_translation_of_another_card_is_left_out(read):
    card, faults = read("---\nid: a\n---\n# 题\n", en="---\nid: b\n---\n# T\n")
    assert list(card.texts) == ["zh"]
    assert [(each.path, each.line) for each in faults] == [("card.en.md", 2)]


@settings(max_examples=150)
@given(st.text(alphabet=st.sampled_from("#-*`|>[]^:{}()!$\\ \t\n\x0b\x0c\x85\u2028a1漢→±%."), max_size=200))
def test_any_text_is_read_or_refused_but_never_crashes(read, text):
    read(f"# T\n{text}", says=text, en=f"# T\n{text}")
    read(text)


@pytest.mark.parametrize(
    "piece", ["[^", "`", "$a ", "{{a", "1,", "1 GiB[^a] ", "**a", "~~~\n", "<a", "|a", "> "]
)
def test_no_text_makes_reading_hang(read, piece):
    """With patterns that look ahead without bound, one of these took minutes at this size."""
    card, _ = read(f"# T\n\n{piece * (40_000 // len(piece))}\n")
    assert items(card)


@given(st.text(max_size=300))
def test_any_bytes_are_text_or_a_fault(text):
    for data in (text.encode("utf-8", "surrogatepass"), text.encode("utf-16", "surrogatepass")):
        assert isinstance(decode("a.md", data), Source | Fault)


# --- identity ----------------------------------------------------------------------------------------


def test_editing_a_card_keeps_its_items(card_of):
    before = card_of(EXPLAIN)
    after = card_of(EXPLAIN.replace("Why a KV", "Why on earth a KV").replace("K and V stay", "K, V remain"))
    assert [each.id for each in items(before)] == [each.id for each in items(after)]
    assert before.digest != after.digest
