"""A practice without a collection; the interface speaks the language the test asks for."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from drill.i18n import choose_language
from tests.tui.fake_practice import FakePractice


@pytest.fixture(params=["en", "zh"])
def language(request: pytest.FixtureRequest) -> str:
    """Each test that takes it runs in both languages."""
    return request.param


@pytest.fixture
def practice(request: pytest.FixtureRequest) -> Iterator[FakePractice]:
    asked = "language" in request.fixturenames
    speaks = choose_language(request.getfixturevalue("language") if asked else "en")
    yield FakePractice(speaks)
    choose_language("en")


@pytest.fixture(scope="module")
def opened_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose decks are cached and whose collection is made, as at a second start."""
    from tests.tui.terminal import DRILL, Terminal  # skips where there is no emulator

    home = tmp_path_factory.mktemp("home")
    with Terminal(DRILL, home) as terminal:
        terminal.see("5 new")
        terminal.send("q")
        terminal.wait()
    return home


@pytest.fixture
def home(opened_before: Path, drill_home: Path) -> Path:
    """A copy of that home for one test."""
    return shutil.copytree(opened_before, drill_home)
