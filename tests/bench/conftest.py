"""Benchmarks run only when they are asked for by path: `pytest tests/bench`."""

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave this folder out of a run that does not name it."""
    asked_for = any("bench" in str(argument) for argument in config.invocation_params.args)
    return None if asked_for else True
