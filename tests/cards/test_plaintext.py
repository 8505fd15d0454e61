"""Markdown is read out without its marks."""

import pytest

from drill.cards.plaintext import as_line, as_text

CARD = """## What

The **KV cache** keeps `K` and *V*; see [this](http://x.example).

- one
- two
  - nested
1. first
2. second

| model | bytes |
|---|---|
| 70B | `320 KiB` |

```py
x = 1
```
"""

READ = """What

The KV cache keeps K and V; see this (http://x.example).

- one
- two
  - nested

1. first
2. second

model | bytes
70B | 320 KiB

    x = 1"""


def test_blocks_stay_and_marks_go():
    assert as_text(CARD) == READ


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("2 * 3 * 4 and a_b_c", "2 * 3 * 4 and a_b_c"),
        ("第 1 点：**K** 和 `V`", "第 1 点：K 和 V"),
        ("<b>no html</b> & <script>", "<b>no html</b> & <script>"),
        ("> a quotation", "a quotation"),
        ("5. fifth\n6. sixth", "5. fifth\n6. sixth"),
        ("", ""),
        ("a  \nb", "a\nb"),
    ],
)
def test_what_is_no_mark_stays(markdown, text):
    assert as_text(markdown) == text


def test_on_one_line():
    assert as_line("## What\n\n- one\n- **two**") == "What - one - two"
