"""Fixtures that every room's tests may use."""

from pathlib import Path

import pytest

from drill.i18n import choose_language

_SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of measured data and labelled answers beside a developer's checkout."""
    if not _SHARED.is_dir():
        pytest.skip("needs the developers' shared data, which does not travel with the program")
    return _SHARED


@pytest.fixture(autouse=True)
def drill_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test, so that no test sees the user's collection."""
    home = tmp_path / "drill-home"
    monkeypatch.setenv("DRILL_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def english() -> None:
    """The interface speaks English unless a test chooses, whatever the machine or an earlier test says."""
    choose_language("en")
