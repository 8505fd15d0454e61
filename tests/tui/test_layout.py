"""Whatever is shown fits, at any width, in either script."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content
from textual.style import Style
from textual.visual import RenderOptions

from drill.i18n import choose_language
from drill.tui.patches import wrap
from drill.tui.widgets.bars import bar
from drill.tui.widgets.rows import Row, Rows
from tests.tui.driving import make_app, paste, press, settle, text_of
from tests.tui.fake_practice import QUOTE, FakePractice

TEXT = st.text("缓存为什么这么大，。（）“” abc KV-cache 1.5 é", max_size=160)
OPTIONS = RenderOptions(Style.parse, {}, None, None)


@pytest.fixture(autouse=True, scope="module")
def chinese_wraps():
    wrap.repair()


@given(st.lists(TEXT, min_size=1, max_size=5), st.integers(20, 200), st.integers(2, 16))
def test_a_list_keeps_its_indent_and_its_width_and_loses_nothing(bodies, width, indent):
    rows = Rows([Row(Content("✓"), Content(body)) for body in bodies], indent)
    strips = rows.render_strips(width, None, Style(), OPTIONS)
    assert len(strips) == rows.get_height({}, width)
    assert all(strip.cell_length <= width for strip in strips)
    assert sum(strip.text.startswith("✓") for strip in strips) == len(bodies)
    assert all(strip.text[0] == "✓" or strip.text[:indent].isspace() for strip in strips)
    shown = "".join(strip.text.removeprefix("✓") for strip in strips)
    assert "".join(shown.split()) == "".join("".join(bodies).split())


@given(st.floats(0, 1), st.integers(1, 40))
def test_a_bar_has_its_length_and_shows_anything_above_nothing(share, cells):
    drawn = bar(share, cells)
    assert len(drawn) == cells
    assert ("█" in drawn) is (share > 0)


STEPS = [
    (),
    ("enter",),
    ("enter", "ctrl+j", "ctrl+j"),
    ("m", "enter", "space"),
    ("question_mark",),
    ("comma",),
]


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(STEPS), st.sampled_from(["en", "zh"]), st.integers(20, 200), st.integers(8, 50))
async def test_no_screen_is_wider_than_the_terminal(steps, language, width, height):
    choose_language(language)
    app = make_app(FakePractice(language), screen="home")
    async with app.run_test(size=(width, height)) as pilot:
        await settle(pilot)
        await press(pilot, *steps)
        lines = text_of(app).splitlines()
        assert len(lines) == height
        assert all(cell_len(line) <= width for line in lines)
        assert lines[-1].split()  # a key to press is always in sight
    choose_language("en")


async def test_an_answer_of_300_kilobytes_is_shown_and_keys_still_work():
    choose_language("en")
    app = make_app(FakePractice("en"))
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, f"{QUOTE['en']}. 很长的回答。\n" * 9000)
        await press(pilot, "ctrl+j", "a")
        assert QUOTE["en"] in text_of(app)
        await press(pilot, "end")
        assert "more characters" in text_of(app)
        await press(pilot, "p")
        assert "One step yields one token per request" in text_of(app)
