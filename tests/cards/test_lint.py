"""What lint finds in a deck that promises complete cards; each rule, broken once."""

import re

import pytest

from drill.cards.check import check


def found(write, files):
    folder = write(files)
    return [(each.path.removeprefix(f"{folder}/"), each.line, each.message) for each in check([folder])]


def broken(complete, name, old, new, count=1):
    text = complete[name]
    assert old in text, f"{old!r} is not in the sample card"
    return {**complete, name: text.replace(old, new, count)}


def line_of(files, name, text):
    return next(at for at, line in enumerate(files[name].split("\n"), 1) if text in line)


def test_a_complete_card_is_clean(write, complete):
    assert found(write, complete) == []


def test_a_plain_deck_is_held_to_nothing_but_its_own_footnotes(write, complete):
    files = {"a.md": "# Front\nabout 60 % of 1000\n", "deck.toml": ""}
    assert found(write, files) == []
    files["a.md"] += "and 40 GiB[^size], 2 GiB[^gone]\n\n[^size]: kv.size model=llama-3-70b tokens=128Ki\n"
    assert found(write, files) == [("a.md", 3, "footnote [^gone] is not defined; define it in the base file")]


# file, old, new, the text on the line that is named, what is said there
RULES = {
    "phrasings": ("size.en.md", "- What decides its size?\n", "", "# How large", "1 further phrasings"),
    "section": (
        "size.en.md",
        "## How to verify",
        "## How to see",
        "# How large",
        "no section 'verification'",
    ),
    "heading": ("size.en.md", "## How to verify", "## How to see", "## How to see", "unknown heading"),
    "points": ("size.en.md", "- **why-b** another\n", "", "**why-a", "2 points on 'why'"),
    "musts": ("size.en.md", "**why-b**", "**why-b!**", "**why-a", "more than one must"),
    "length": (
        "size.en.md",
        "the size follows from the structure " * 7,
        "short",
        "# How large",
        "words long",
    ),
    "characters": ("size.md", "缓存的大小取决于结构" * 12, "短", "# 缓存有多大", "characters long"),
    "prose": ("size.md", "缓存的大小取决于结构" * 12, "", "**what-a", "no prose on 'what'"),
    "misconceptions": (
        "size.en.md",
        "- **free** it costs nothing → it takes memory\n",
        "",
        "# How large",
        "2 misconceptions",
    ),
    "follow-ups": ("size.en.md", "### What about FP8? {#fp8}\n", "", "# How large", "1 follow-ups"),
    "expects": ("size.en.md", "- **half** half of it\n", "", "{#fp8}", "expects no points"),
    "drills": ("size.en.md", "### How much for {users} users? {#many}\n", "", "# How large", "1 drills"),
    "sources": ("size.en.md", "- A paper\n", "", "# How large", "0 sources"),
    "body": ("size.en.md", "## What\n", "Aside.\n\n## What\n", "Aside.", "prose before the first section"),
    "ids": ("size.en.md", "**flat**", "**why-c**", "**why-c**", "stands twice"),
    # numbers
    "loose": ("size.en.md", "**half** half of it", "**half** 50 % of it", "**half**", "'50 %' is bound"),
    "loose title": ("size.en.md", "### What about FP8?", "### Why 50 %?", "### Why 50", "'50 %' is bound"),
    "undefined": ("size.en.md", "40 GiB[^long]", "40 GiB[^lng]", "[^lng]", "[^lng] is not defined"),
    "unsaid": ("size.en.md", "40 GiB[^long]", "memory[^long]", "memory[^long]", "no number right before"),
    "unused": (
        "size.md",
        "[^long]: kv",
        "[^other]: kv.size tokens=1\n[^long]: kv",
        "[^other]:",
        "referred to nowhere",
    ),
    "unknown kind": ("size.md", "heard, wrong: 那", "那", "[^sixty]: 那", "of no known kind"),
    "two values": (
        "size.md",
        "- **half** 减半",
        "- **half** 41 GiB[^long]",
        "41 GiB",
        "says another value for [^long]",
    ),
    # languages
    "value": (
        "size.en.md",
        "40 GiB[^long]",
        "41 GiB[^long]",
        "41 GiB",
        "says another value for [^long] than",
    ),
    "range": ("size.en.md", "60–80 %", "60–90 %", "60–90 %", "says another value for [^sixty]"),
    "missing point": ("size.en.md", "- **sized** a", "- a", "# How large", "point 'sized' is missing here"),
    "extra point": ("size.en.md", "**sized**", "**sizes**", "**sizes**", "point 'sizes' is not in"),
    "must differs": ("size.en.md", "**what-a!**", "**what-a**", "**what-a**", "is optional on what here"),
    "missing follow-up": ("size.en.md", "{#fp8}", "{#fp4}", "{#fp4}", "follow-up 'fp4' is not in"),
    "follow-up point": ("size.en.md", "**half**", "**halved**", "**halved**", "'fp8.halved' is not in"),
    "missing misconception": ("size.en.md", "**flat**", "**level**", "**level**", "'level' is not in"),
    "missing drill": ("size.en.md", "{#many}", "{#more}", "{#more}", "drill 'more' is not in"),
    "correction": (
        "size.en.md",
        "[^sixty]: heard, wrong: that was the waste\n",
        "",
        "[^sixty]",
        "lacks its correction",
    ),
    "verdict": (
        "size.en.md",
        "heard, wrong",
        "heard, thumb",
        "[^sixty]:",
        "heard, thumb here, but heard, wrong",
    ),
    "computed twice": (
        "size.en.md",
        "[^sixty]: heard",
        "[^long]: kv.size tokens=1\n[^sixty]: heard",
        "[^long]:",
        "stands in",
    ),
    "defined here only": (
        "size.en.md",
        "[^sixty]: heard",
        "[^x]: cite: a\n[^sixty]: heard",
        "[^x]:",
        "is not defined in",
    ),
    # drills
    "placeholder": ("size.md", "{tokens} 个 token", "{token} 个 token", "{#one}", "{token} is no argument"),
    "hidden": ("size.en.md", "{users} users", "all users", "{#many}", "draws users"),
    # says
    "says english": ("size.says.md", "- put another way\n", "", "## what-a", "no line in en for 'what-a'"),
    "says chinese": ("size.says.md", "- 换个说法\n", "", "## what-a", "no line in zh for 'what-a'"),
    "says lost": ("size.says.md", "## flat", "## gone", "## gone", "'gone' is neither"),
}


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_kept(write, complete, rule):
    name, old, new, at, said = RULES[rule]
    files = broken(complete, name, old, new)
    assert (name, line_of(files, name, at)) in {
        (path, line) for path, line, message in found(write, files) if said in message
    }


@pytest.mark.parametrize(
    ("name", "said"),
    [("size.en.md", "no text in en"), ("size.says.md", "no says-lines"), ("size.md", "belongs to")],
)
def test_a_file_that_is_missing_is_asked_for(write, complete, name, said):
    files = {each: text for each, text in complete.items() if each != name}
    assert any(said in message or "lists 'size'" in message for _, _, message in found(write, files))


def test_the_file_has_the_name_of_the_card(write, complete):
    files = broken(complete, "size.md", "id: size", "id: sized")
    messages = [message for _, _, message in found(write, files)]
    assert any("name the file sized.md" in message for message in messages)


@pytest.mark.parametrize(
    "text",
    [
        "Llama-3-70B on H100 in FP8 or W4A16, at P99, with vLLM 0.11.2",
        "a 70B model",
        "`60 %` in code, $x = 60$ in maths",
        "第 3 节, section 4",
        "the 2nd and the 1st",
        "1. first\n2. second",
    ],
)
def test_names_code_and_ordinals_are_no_loose_numbers(write, complete, text):
    files = broken(complete, "size.en.md", "## Why\n", f"## Why\n{text}\n\n")
    assert found(write, files) == []


@pytest.mark.parametrize("said", ["128K", "131,072 tokens", "128Ki"])
def test_arguments_of_a_figure_bound_beside_them_are_no_loose_numbers(write, complete, said):
    files = {
        **complete,
        **{
            name: complete[name].replace("40 GiB[^long]", f"40 GiB[^long] ({said})")
            for name in ("size.md", "size.en.md")
        },
    }
    assert found(write, files) == []


def test_arguments_elsewhere_do_not_count(write, complete):
    files = broken(complete, "size.en.md", "## Why\n", "## Why\nAt 128K.\n\n")
    assert [message.split(" is")[0] for _, _, message in found(write, files)] == ["'128K'"]


def test_a_single_card_is_checked_with_all_its_files(write, complete):
    files = broken(complete, "size.says.md", "## flat", "## gone")
    folder = write({**files, "other.md": "no title"})
    for name in ("size.md", "size.en.md", "size.says.md"):
        paths = {each.path for each in check([folder / name])}
        assert paths == {str(folder / "size.says.md")}


@pytest.mark.parametrize(
    "body", ["the  **same** answer", "The <b>same</b> answer.", "ｔｈｅ same\n\n`answer`"]
)
def test_formatting_hides_no_double(write, body):
    files = {
        "a.md": "# Front\n\nthe same answer\n",
        "b.md": f"# *Front*\n\n{body}\n",
        "c.md": "# Front\n\nanother\n",
    }
    assert [(path, message.split(" as ")[0]) for path, _, message in found(write, files)] == [
        ("b.md", "asks and answers the same")
    ]


def test_every_finding_reads_path_line_what(write, complete):
    for name, old, new, _, _ in RULES.values():
        for each in check([write(broken(complete, name, old, new))]):
            assert re.fullmatch(r".+\.(?:md|toml):\d+: .+", str(each), re.DOTALL)
