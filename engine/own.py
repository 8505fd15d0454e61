"""A user's own GPUs and models, from TOML.

hardware.toml has a table for each GPU, in a data sheet's units; models.toml a table for each model, either
`config = "path/to/config.json"` or that file's keys themselves:

    [rtx-5090]
    memory_gb = 32
    bandwidth_tb_s = 1.792
    fp16_tflops = 209.5
    host_gb_s = 55

    [house-model]
    config = "house/config.json"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from engine.configs import model_of, read_config
from engine.errors import EngineError, unknown
from engine.hardware import Gpu, gpu
from engine.shapes import Model

_REQUIRED = ("memory_gb", "bandwidth_tb_s", "fp16_tflops", "host_gb_s")
_OPTIONAL = ("fp8_tflops", "int8_tflops", "fp4_tflops", "peers_gb_s")


def read_gpus(path: Path) -> dict[str, Gpu]:
    """The GPUs of a hardware.toml by lower-case name. Raises `EngineError` naming file, table and key."""
    return {name.lower(): _gpu(name, table, f"{path}: [{name}]") for name, table in _tables(path).items()}


def read_models(path: Path) -> dict[str, Model]:
    """The models of a models.toml by lower-case name. Raises `EngineError` naming file, table and key."""
    return {name.lower(): _model(name, table, path) for name, table in _tables(path).items()}


def _gpu(name: str, table: Mapping[str, object], where: str) -> Gpu:
    for key in table:
        if key not in (*_REQUIRED, *_OPTIONAL):
            raise EngineError(f"{where} {unknown('key', key, (*_REQUIRED, *_OPTIONAL))}")
    for key in _REQUIRED:
        if key not in table:
            raise EngineError(f"{where} {key} is missing")

    def given(key: str) -> float:
        value = table.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            raise EngineError(f"{where} {key} must be a number of at least 0, not {value!r}")
        if key in _REQUIRED and not value:
            raise EngineError(f"{where} {key} must be more than 0")
        return float(value)

    return gpu(
        name,
        given("memory_gb"),
        given("bandwidth_tb_s"),
        fp16=given("fp16_tflops"),
        fp8=given("fp8_tflops"),
        int8=given("int8_tflops"),
        fp4=given("fp4_tflops"),
        host=given("host_gb_s"),
        peers=given("peers_gb_s"),
    )


def _model(name: str, table: Mapping[str, object], path: Path) -> Model:
    config = table.get("config")
    if isinstance(config, str):
        return read_config(path.parent / config)
    try:
        return model_of(table, name)
    except EngineError as error:
        raise EngineError(f"{path}: [{name}] {error}") from error


def _tables(path: Path) -> dict[str, Mapping[str, object]]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EngineError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise EngineError(f"{path}: not TOML: {error}") from error
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise EngineError(f"{path}: {name} must be a table, [{name}]")
    return tables
