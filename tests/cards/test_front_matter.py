"""The block at the head of a file: what YAML would turn into something else stays the text it is."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.cards.frontmatter import FrontMatterError, read_front_matter


def test_scalars_stay_the_text_they_are():
    front = read_front_matter("---\nid: 007\ntags: [no, on, 1.10, ~, 0x1F]\nday: 2026-01-01\nnone:\n---\n")
    assert front.values == {
        "id": "007",
        "tags": ("no", "on", "1.10", "~", "0x1F"),
        "day": "2026-01-01",
        "none": "",
    }


def test_dashes_inside_a_value_do_not_close_the_block():
    front = read_front_matter("---\nid: a\nnote: a --- b\nblock: |\n  ---\n  more\n---\n# Title")
    assert front.values == {"id": "a", "note": "a --- b", "block": "---\nmore\n"}
    assert front.length == 7


@pytest.mark.parametrize("opening", ["---", "--- ", "---\t"])
@pytest.mark.parametrize("closing", ["---", "---  "])
@pytest.mark.parametrize("after", ["", "\n", "\n# Card"])
def test_trailing_spaces_and_a_missing_last_line_end_change_nothing(opening, closing, after):
    front = read_front_matter(f"{opening}\nid: a\n{closing}{after}")
    assert (front.values, front.length) == ({"id": "a"}, 3)


@pytest.mark.parametrize(
    ("block", "line", "said"),
    [
        ("id: a\nid: b", 3, "column 1: key 'id' stands twice"),
        ("id: a\ntags:\n\t- x", 4, "tab"),
        ("id: !!python/object:os.system a", 2, "column 5: tag"),
        ("id: a\nx: !thing b", 3, "column 4: tag"),
        ("id: &a b\nx: *a", 2, "anchor"),
        ("id: [a", 3, "front matter, column"),
        ("- a\n- b", 2, "key: value"),
        ("just words", 2, "key: value"),
        ("? [a]\n: b", 2, "plain word"),
    ],
)
def test_a_fault_names_line_and_column(block, line, said):
    with pytest.raises(FrontMatterError, match=said) as caught:
        read_front_matter(f"---\n{block}\n---\n")
    assert caught.value.line == line


def test_a_block_that_is_never_closed_is_a_fault():
    with pytest.raises(FrontMatterError, match="not closed"):
        read_front_matter("---\nid: a\n# Title\n")


def test_a_file_without_a_block_has_none():
    assert read_front_matter("# Title\n---\nid: a\n---\n").length == 0


def test_aliases_cannot_blow_the_block_up():
    bomb = "a: &a [x,x]\n" + "".join(f"b{n}: [*a,*a]\n" for n in range(50))
    with pytest.raises(FrontMatterError, match="anchor"):
        read_front_matter(f"---\n{bomb}---\n")


@given(st.text(alphabet=st.sampled_from("-:[]{}&*!?|>'\"#%@`, \t\nab1é漢"), max_size=80))
def test_any_block_is_read_or_refused(block):
    with suppress(FrontMatterError):
        read_front_matter(f"---\n{block}\n---\n# Title\n")
