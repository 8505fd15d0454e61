"""What reaches the screen from cards and answers, and how times are worded."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.i18n import choose_language
from drill.tui.text import blanked, one_line, plain
from drill.tui.wording import clock, comes_back, day, interval, quantity

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("a\x1b[31mred\x1b[0m", "ared"),
        ("\x1b]0;title\x07x", "x"),
        ("\x1b]52;c;cGF3bmVk\x1b\\x", "x"),
        ("bell\x07 back\x08 nul\x00", "bell back nul"),
        ("\x9b31mc1", "31mc1"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("\tx", "    x"),
        ("[bold]中文[/]", "[bold]中文[/]"),
    ],
)
def test_what_a_text_would_do_to_a_terminal_is_taken_out(given_text, shown):
    assert plain(given_text) == shown


@given(st.text())
def test_no_control_character_reaches_the_screen(text):
    assert not any((each < " " and each != "\n") or "\x7f" <= each <= "\x9f" for each in plain(text))
    assert "\n" not in one_line(text)


@given(st.text())
def test_spans_of_an_answer_stay_where_they_are(text):
    assert len(blanked(text)) == len(text)


@pytest.mark.parametrize(
    ("days", "shown"),
    [
        (10 / 1440, "10 min"),
        (3 / 24, "3 h"),
        (1, "1 d"),
        (4.4, "4 d"),
        (60, "60 d"),
        (76, "2.5 mo"),
        (365.25 * 1.25, "1.2 y"),
    ],
)
def test_spans_are_short_enough_for_a_key(days, shown):
    choose_language("en")
    assert interval(days) == shown


@pytest.mark.parametrize(
    ("after", "shown"),
    [
        (timedelta(minutes=-5), "now"),
        (timedelta(minutes=10), "in 10 min"),
        (timedelta(hours=3), "in 3 h"),
        (timedelta(hours=16), "tomorrow"),
        (timedelta(days=1), "tomorrow"),
        (timedelta(days=4), "in 4 days"),
        (timedelta(days=91.3), "in 3.0 mo"),
    ],
)
def test_when_something_comes_back(after, shown):
    choose_language("en")
    assert comes_back(NOW + after, NOW) == shown


def test_dates_and_times():
    choose_language("en")
    assert day(date(2026, 12, 4)) == "4 Dec 2026"
    choose_language("zh")
    assert day(date(2026, 12, 4)) == "2026 年 12 月 4 日"
    choose_language("en")
    assert clock(187.9) == "3:07"


@pytest.mark.parametrize(
    ("value", "unit", "told"),
    [
        (1_253_662.4, "token", "1,253,662 tokens"),
        (41.79, "ms", "41.79 ms"),
        (50.0, "GiB", "50 GiB"),
        (3.5, "1", "3.5"),
        (0.25, "%", "0.25 %"),
    ],
)
def test_a_value_is_told_as_people_write_it(value, unit, told):
    assert quantity(value, unit) == told
