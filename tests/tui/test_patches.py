"""The repairs of the toolkit work, and are off where the toolkit no longer is what they repair."""

import io
import itertools
import re
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich import _wrap as rich_wrap
from rich.cells import cell_len
from rich.console import Console
from textual import _wrap as textual_wrap
from textual.drivers.linux_driver import LinuxDriver
from textual.widgets import TextArea

from drill.tui.patches import driver, svg, words, wrap

CLOSING = "，。、；：？！）】》」』”’…"
MIXED = "为什么 LLM 推理需要 KV cache，它为什么这么大？没有它（即每步重算）时，解码成本是 O(n²)。“好”，他说。"
ALPHABET = "为什么解码慢，。；？！（）《》“”、：abc xyz1. "


@pytest.fixture(autouse=True)
def repaired():
    assert wrap.repair(), "Textual or Rich changed how it finds words: look at drill/tui/patches/wrap.py"


def broken(text: str, width: int) -> list[list[str]]:
    """The lines that Static and Markdown make, and those that TextArea makes."""
    for_static = [0, *rich_wrap.divide_line(text, width), len(text)]
    for_area = [0, *textual_wrap.compute_wrap_offsets(text, width, 4), len(text)]
    return [[text[start:end] for start, end in itertools.pairwise(cuts)] for cuts in (for_static, for_area)]


def test_chinese_fills_its_lines():
    for lines in broken(MIXED, 40):
        assert all(cell_len(line.rstrip()) >= 37 for line in lines[:-1])


def test_english_wraps_as_it_did():
    text = "Plain words (in parens), e.g. x=3.14; that’s “quoted” text"
    assert broken(text, 24)[0] == ["Plain words (in parens), ", "e.g. x=3.14; that’s ", "“quoted” text"]


@given(st.text(ALPHABET, min_size=1, max_size=120), st.integers(20, 200))
def test_no_line_overflows_and_none_starts_with_closing_punctuation(text, width):
    for lines in broken(text, width):
        assert "".join(lines) == text
        for line in lines:
            assert cell_len(line.rstrip()) <= width
        longest = max((cell_len(run) for run in re.split("[为什么解码慢\\s]", text)), default=0)
        if longest < width // 2:  # a run longer than the line has to be cut somewhere
            assert not any(line.startswith(tuple(CLOSING)) for line in lines[1:])


@given(st.text(max_size=200))
def test_any_text_is_broken_without_loss(text):
    line = text.replace("\n", " ")
    for lines in broken(line, 30):
        assert "".join(lines) == line


def test_wrapping_stays_stock_where_rich_has_changed(monkeypatch):
    monkeypatch.setattr(rich_wrap, "re_word", re.compile(r"\S+"))
    assert not wrap.repair()


def test_word_motion_stops_at_each_han_character():
    area = TextArea("缓存cache大小 next")
    assert words.repair(area)
    stops = []
    for _step in range(6):
        area.move_cursor(area.get_cursor_word_right_location())
        stops.append(area.cursor_location[1])
    assert stops == [1, 2, 7, 8, 9, 14]


def test_word_motion_stays_stock_where_the_area_has_changed():
    assert not words.repair(SimpleNamespace(_word_pattern=re.compile("x")))


def test_the_driver_is_the_one_we_repair():
    assert driver.repaired(LinuxDriver) is not LinuxDriver


def test_an_unknown_driver_is_left_alone():
    class LinuxDriver:
        def run_input_thread(self) -> None:
            raise NotImplementedError

    assert driver.repaired(LinuxDriver) is LinuxDriver


@pytest.mark.parametrize(
    ("data", "pasted"),
    [
        ("one\ntwo\r\nthree", True),
        ("a\tb c d e", True),
        ("line of text\n", True),
        ("\n", False),
        ("\r", False),
        ("y\r", False),
        ("abc", False),
        ("hello world", False),
        ("\x1b[200~one\ntwo\x1b[201~", False),
        ("\x1b[A\x1b[B", False),
    ],
)
def test_text_that_comes_in_one_burst_with_line_ends_was_pasted(data, pasted):
    assert driver.is_unbracketed_paste(data) is pasted


@pytest.mark.parametrize("size", [1, 2, 5, 7, 4096])
def test_what_stands_between_the_brackets_of_a_paste_is_known_however_it_is_cut(size):
    brackets = driver.Brackets()
    text = "typed \x1b[200~one\ntwo\nthree\x1b[201~ typed\n"
    first, last = text.index("one"), text.index("three") + len("three")
    for start in range(0, len(text), size):
        end = min(start + size, len(text))
        held = brackets.hold(text[start:end])
        if start < last and end > first:
            assert held
        if end <= text.index("\x1b") or start >= text.index(" typed\n"):
            assert not held


def test_chinese_in_a_screenshot_gets_the_width_of_its_cells():
    console = Console(record=True, width=40, file=io.StringIO(), force_terminal=True)
    console.print("中文 ab")
    lengths = {
        text.replace("&#160;", " "): float(length)
        for length, text in re.findall(
            r'textLength="([0-9.]+)"[^>]*>([^<]*)<', svg.repaired(console.export_svg())
        )
    }
    cell = lengths["中文 ab"] / 7
    assert cell == pytest.approx(12.2, abs=0.1)  # Rich's own width of a cell
