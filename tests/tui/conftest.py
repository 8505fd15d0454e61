"""A practice without a collection; the interface speaks the language the test asks for."""

from collections.abc import Iterator

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
