"""Symbols in ASCII: nothing whose width the terminal decides, as many cells as before, Chinese as it is."""

from __future__ import annotations

import sys
from io import BytesIO

import pytest
from wcwidth import wcswidth, wcwidth

from drill.symbols import AsciiStream, in_ascii, wants_ascii

AMBIGUOUS = [
    character
    for character in map(chr, range(0x20, 0x2FFFF))
    if wcwidth(character) != wcwidth(character, ambiguous_width=2)
]


def test_no_character_is_left_whose_width_is_the_terminals():
    assert len(AMBIGUOUS) > 1000
    left = {character: into for character in AMBIGUOUS if not (into := in_ascii(character)).isascii()}
    assert left == {}


@pytest.mark.parametrize("text", ["量化 FP4：“误差”……±3%", "█████░░░ 60 %", "┌─ 今天 ─┐", "✓ → ① α²", "é ü"])
def test_a_line_stays_as_wide_as_it_was(text: str):
    assert wcswidth(in_ascii(text)) == wcswidth(text)


def test_what_is_drawn_keeps_its_sense():
    assert in_ascii("━━──│ ✓ ✗ → “KV” 1–2 × 3 ≈ 4 · α ①") == '----| v x > "KV" 1-2 x 3 ~ 4 . a 1'
    assert in_ascii("中文，全角。👍") == "中文，全角。👍"


@pytest.mark.parametrize(
    ("setting", "term", "wanted"),
    [
        ("auto", "xterm-256color", False),
        ("auto", "linux", True),
        ("ascii", "xterm-256color", True),
        ("unicode", "linux", False),
    ],
)
def test_a_linux_console_gets_ascii_unless_the_setting_says_otherwise(setting: str, term: str, wanted: bool):
    assert wants_ascii(setting, {"TERM": term}) is wanted


def test_without_utf_8_symbols_are_ascii(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "__stdout__", AsciiStream(BytesIO(), encoding="iso-8859-1"))
    assert wants_ascii("auto", {"TERM": "xterm"})
    assert not wants_ascii("unicode", {"TERM": "xterm"})


def test_a_stream_to_a_terminal_writes_them_so():
    written = BytesIO()
    stream = AsciiStream(written, encoding="utf-8", write_through=True)
    print("→ 好 ━", file=stream)
    assert written.getvalue().decode() == "> 好 -\n"
