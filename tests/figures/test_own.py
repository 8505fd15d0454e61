"""The user's own GPUs and models, and this machine's: in the lab, and nowhere else."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from drill.cli.lab import command as lab
from drill.errors import UsageError
from drill.figures.arguments import experiment_named, read_arguments
from drill.figures.own import of_this_machine, own_entries, this_machine
from engine import EngineError, machine
from engine.machine import Found, Machine
from tests.engine.test_configs import LLAMA_3_8B
from tests.engine.test_hardware import HARDWARE


@pytest.fixture
def home(drill_home: Path) -> Path:
    drill_home.mkdir(exist_ok=True)
    (drill_home / "hardware.toml").write_text(HARDWARE)
    (drill_home / "models.toml").write_text('[house]\nconfig = "house.json"\n')
    (drill_home / "house.json").write_text(json.dumps(LLAMA_3_8B))
    return drill_home


def run(*arguments: str) -> Result:
    return CliRunner().invoke(lab, arguments, standalone_mode=False, catch_exceptions=False)


def test_the_lab_knows_the_users_gpus_and_models(home):
    output = run("decode.floor", "model=House", "gpu=rtx-5090", "gpus=1", "mbu=1", "--json").output
    assert json.loads(output)["value"] == pytest.approx(2 * 8.030261248e9 / 1.792e12)


def test_the_lab_reads_a_configuration_file(home):
    output = run("kv.per_token", f"model={home / 'house.json'}", "--json").output
    assert json.loads(output)["value"] == 131_072


def test_figures_know_only_the_catalogue(home):
    experiment = experiment_named("kv.per_token")
    assert read_arguments(experiment, {"model": str(home / "house.json")}) == {
        "model": str(home / "house.json")
    }
    with pytest.raises(EngineError, match="unknown model"):
        experiment.run(**read_arguments(experiment, {"model": "house"}))


def test_a_mistake_in_the_users_file_is_a_line_that_names_it(home):
    (home / "hardware.toml").write_text("[mine]\nmemory_gb = 1\n")
    with pytest.raises(UsageError, match=r"hardware\.toml: \[mine\] bandwidth_tb_s is missing"):
        own_entries(home)
    (home / "hardware.toml").unlink()
    with pytest.raises(UsageError, match=r"model=nowhere/config\.json: No such file"):
        run("kv.per_token", "model=nowhere/config.json")


def test_without_such_files_there_is_nothing_of_the_users(drill_home):
    assert own_entries(drill_home) == {}


def test_the_lab_takes_this_machines_gpu_where_none_is_named(home, monkeypatch):
    found = Found("NVIDIA H200", 150e9, "h200")
    monkeypatch.setattr(machine, "look", lambda: Machine((found, found)))
    experiment = experiment_named("decode.floor")
    assert of_this_machine(experiment, {"model": "llama-3-8b"}) == {"gpu": "h200", "gpus": "2"}
    assert of_this_machine(experiment, {"gpu": "l4"}) == {}
    assert of_this_machine(experiment_named("kv.per_token"), {}) == {}
    result = run("decode.floor", "model=llama-3-8b", "mbu=1", "--json")
    assert "gpu=h200 gpus=2" in result.stderr
    assert json.loads(result.stdout)["value"] == pytest.approx(2 * 8.03e9 / 9.6e12)


def test_a_gpu_that_is_not_in_the_catalogue_is_not_taken_for_another(home, monkeypatch):
    monkeypatch.setattr(machine, "look", lambda: Machine((Found("Quadro P400", 2e9, None),)))
    assert of_this_machine(experiment_named("decode.floor"), {}) == {}
    assert this_machine() == "Quadro P400, 2 GB (not in the catalogue)"


def test_the_doctor_says_why_there_is_no_gpu_and_how_to_look(monkeypatch):
    monkeypatch.setattr(machine, "look", lambda: Machine(why_none="no NVIDIA driver here"))
    assert this_machine() == "no NVIDIA driver here"
    monkeypatch.setattr(
        machine, "look", lambda: Machine(why_none="not looked for: nvidia-ml-py is not installed")
    )
    assert this_machine().endswith("`pip install 'llm-drill[gpu]'`")
