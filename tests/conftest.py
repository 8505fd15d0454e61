"""Fixtures that every room's tests may use."""

from pathlib import Path

import pytest

from drill.i18n import choose_language

_HERE = Path(__file__).resolve().parent
_SHARED = _HERE.parents[1] / "shared"
_ASKED_FOR = ("bench", "live")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Timings, and minutes of a real model, run only when their folder is named: `pytest tests/live`."""
    room = collection_path.name if collection_path.parent == _HERE else ""
    named = any(room in Path(str(each)).parts for each in config.invocation_params.args)
    return True if room in _ASKED_FOR and not named else None


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
