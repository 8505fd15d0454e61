"""The catalogue of accelerators, a user's own, and what a driver reports."""

import json
import subprocess
import sys
import types

import pytest

import engine
from engine import EngineError, machine
from engine.hardware import GPUS, LINKS
from engine.machine import look, match
from engine.own import read_gpus, read_models
from tests.engine.test_configs import LLAMA_3_8B

ANSWERS = [
    # source, experiment, arguments, expected
    ("NVIDIA HGX B300", "gpu.rate", {"gpu": "b300", "gpus": 8, "dtype": "nvfp4"}, 105e15),
    ("fact sheet, section 0", "gpu.rate", {"gpu": "h20"}, 148e12),
    ("fact sheet, section 0", "gpu.bandwidth", {"gpu": "b200"}, 8e12),
    ("NVIDIA DGX B200", "gpu.memory", {"gpu": "b200", "gpus": 8}, 1440e9),
    ("fact sheet, section 0", "gpu.link", {"gpu": "h100-sxm"}, 450e9),
    ("fact sheet, section 0", "gpu.link", {"gpu": "h100-sxm", "to": "host"}, 55e9),
]


@pytest.mark.parametrize(("source", "name", "arguments", "expected"), ANSWERS)
def test_the_catalogue_says_what_data_sheets_say(source, name, arguments, expected):
    outcome = engine.run(name, **arguments)
    assert outcome.value == pytest.approx(expected)
    assert outcome.assumptions


def test_the_named_accelerators_are_there_each_with_its_source():
    named = "a100-40 a100-80 a40 l40s rtx-4090 h100-sxm h100-pcie h200 h20 b200 b300 gb200 mi300x mi355x"
    assert {*named.split(), "ascend-910b", "ascend-950pr"} <= set(GPUS)
    assert all(GPUS[key].source for key in GPUS)


@pytest.mark.parametrize("key", sorted(GPUS))
def test_entries_keep_what_holds_of_every_accelerator(key):
    """Halving the width of an operand never slows it; memory is faster than links, links than the host."""
    gpu = GPUS[key]
    rates = gpu.rates
    assert rates["fp16"] <= min(rates.get("fp8", rates["fp16"]), rates.get("int8", rates["fp16"]))
    assert rates.get("fp8", 0) <= rates.get("fp4", float("inf"))
    assert gpu.host <= (gpu.peers or gpu.host) < gpu.bandwidth
    assert 60 < rates["fp16"] / gpu.bandwidth * (2 if key in ("h20",) else 1) < 600
    assert gpu.host in (12.5e9, LINKS["pcie4"], LINKS["pcie5"], LINKS["nvlink4"])


def test_a_gpu_without_links_says_what_it_has():
    with pytest.raises(EngineError, match=r"L40S has no link of its own .* PCIe moves 25 GB/s"):
        engine.run("gpu.link", gpu="l40s")


@pytest.mark.parametrize(
    ("reported", "mebibytes", "key"),
    [
        # names and sizes as nvidia-smi prints them
        ("NVIDIA H100 80GB HBM3", 81_559, "h100-sxm"),
        ("NVIDIA H100 PCIe", 81_559, "h100-pcie"),
        ("NVIDIA H100 NVL", 95_830, "h100-nvl"),
        ("NVIDIA H200", 143_771, "h200"),
        ("NVIDIA H20", 97_871, "h20"),
        ("NVIDIA H800", 81_559, "h800"),
        ("NVIDIA B200", 183_359, "b200"),
        ("NVIDIA B300 SXM6 AC", 275_040, "b300"),
        ("NVIDIA GB200", 189_471, "gb200"),
        ("NVIDIA A100-SXM4-80GB", 81_920, "a100-80"),
        ("NVIDIA A100-PCIE-40GB", 40_960, "a100-40"),
        ("NVIDIA A40", 46_068, "a40"),
        ("NVIDIA L40S", 46_068, "l40s"),
        ("NVIDIA L4", 23_034, "l4"),
        ("NVIDIA GeForce RTX 4090", 24_564, "rtx-4090"),
        ("Tesla T4", 15_360, "t4"),
        ("Tesla V100-SXM2-32GB", 32_768, "v100-32"),
        ("NVIDIA GeForce RTX 4090 Laptop GPU", 16_376, None),
        ("NVIDIA H20-3e", 143_771, None),
        ("NVIDIA GH200 480GB", 97_871, None),
        ("NVIDIA GeForce GTX 1080", 8_192, None),
    ],
)
def test_a_drivers_name_is_matched_to_the_catalogue_or_to_nothing(reported, mebibytes, key):
    assert match(reported, mebibytes * 2**20) == key


def driver(monkeypatch: pytest.MonkeyPatch, gpus: list[tuple[str, float]], refuses: str = "") -> None:
    """A stand-in for nvidia-ml-py with those GPUs, or one whose start fails in that way."""
    module = types.ModuleType("pynvml")

    class NVMLError(Exception):
        pass

    module.NVMLError = NVMLError
    for name in ("NVMLError_LibraryNotFound", "NVMLError_DriverNotLoaded", "NVMLError_NoPermission"):
        setattr(module, name, type(name, (NVMLError,), {}))

    def start() -> None:
        if refuses:
            raise getattr(module, refuses)("Insufficient Permissions")

    module.nvmlInit = start
    module.nvmlShutdown = lambda: None
    module.nvmlDeviceGetCount = lambda: len(gpus)
    module.nvmlDeviceGetHandleByIndex = lambda index: gpus[index]
    module.nvmlDeviceGetName = lambda handle: handle[0]
    module.nvmlDeviceGetMemoryInfo = lambda handle: types.SimpleNamespace(total=handle[1])
    monkeypatch.setitem(sys.modules, "pynvml", module)


def test_the_machines_gpus_are_named_with_their_entries(monkeypatch):
    driver(monkeypatch, [("NVIDIA H200", 143_771 * 2**20), ("NVIDIA Quadro P400", 2**31)])
    found = look()
    assert [str(each) for each in found.gpus] == [
        "NVIDIA H200, 150.8 GB (h200)",
        "NVIDIA Quadro P400, 2.1 GB (not in the catalogue)",
    ]
    assert not found.why_none


@pytest.mark.parametrize(
    ("refuses", "why"),
    [
        ("NVMLError_LibraryNotFound", "no NVIDIA driver here"),
        ("NVMLError_DriverNotLoaded", "no NVIDIA driver here"),
        ("NVMLError_NoPermission", "the NVIDIA driver refuses: Insufficient Permissions"),
        ("", "the NVIDIA driver sees no GPU"),
    ],
)
def test_a_machine_without_a_gpu_says_why(monkeypatch, refuses, why):
    driver(monkeypatch, [], refuses)
    assert look() == machine.Machine(why_none=why)


def test_without_the_extra_it_says_that_it_has_not_looked(monkeypatch):
    monkeypatch.setitem(sys.modules, "pynvml", None)
    assert look().why_none == "not looked for: nvidia-ml-py is not installed"


def test_no_answer_looks_at_the_machine():
    question = "engine.run('decode.step', model='llama-3-8b', gpu='h100', gpus=1, batch=1, context=9)"
    program = f"import engine, sys; {question}; print({{'pynvml', 'engine.machine'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


HARDWARE = """
[RTX-5090]
memory_gb = 32
bandwidth_tb_s = 1.792
fp16_tflops = 209.5
fp8_tflops = 419
host_gb_s = 55
"""


def test_a_users_gpu_answers_like_one_of_the_catalogue(tmp_path):
    path = tmp_path / "hardware.toml"
    path.write_text(HARDWARE)
    mine = read_gpus(path)["rtx-5090"]
    assert engine.run("decode.ridge", gpu=mine).value == pytest.approx(209.5 / 1.792)
    assert engine.run("gpu.memory", gpu=mine).value == 32e9
    with pytest.raises(EngineError, match=r"need 144\.2 GB, 115\.4 GB more than the 28\.8 GB"):
        engine.run("kv.pool", model="llama-3-70b", gpu=mine, gpus=1)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("memory_gb = 32\n", r"\[mine\] bandwidth_tb_s is missing"),
        ("memory = 32\n", r"\[mine\] unknown key 'memory'; did you mean memory_gb"),
        (
            "memory_gb = -1\nbandwidth_tb_s = 1\nfp16_tflops = 1\nhost_gb_s = 1\n",
            "must be a number of at least 0, not -1",
        ),
        ("memory_gb = nan\nbandwidth_tb_s = 1\nfp16_tflops = 1\nhost_gb_s = 1\n", "not nan"),
        ("memory_gb = 0\nbandwidth_tb_s = 1\nfp16_tflops = 1\nhost_gb_s = 1\n", "more than 0"),
        ("memory_gb = \n", "not TOML"),
    ],
)
def test_a_users_mistake_is_told_with_file_table_and_key(tmp_path, wrong, complaint):
    path = tmp_path / "hardware.toml"
    path.write_text(f"[mine]\n{wrong}")
    with pytest.raises(EngineError, match=complaint) as error:
        read_gpus(path)
    assert str(error.value).startswith(str(path))


def test_a_users_models_stand_in_toml_or_point_to_a_configuration(tmp_path):
    lines = [
        f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
        for key, value in LLAMA_3_8B.items()
    ]
    (tmp_path / "models.toml").write_text(
        "[mine]\n" + "\n".join(lines) + '\n[theirs]\nconfig = "theirs.json"\n'
    )
    with pytest.raises(EngineError, match=r"theirs\.json: No such file"):
        read_models(tmp_path / "models.toml")
    (tmp_path / "theirs.json").write_text(json.dumps(LLAMA_3_8B))
    models = read_models(tmp_path / "models.toml")
    assert models["mine"].derived == models["theirs"].derived == 8_030_261_248
