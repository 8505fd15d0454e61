"""The catalogue of models: counts that follow from shapes, and the caches that attention leaves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.memory import kv_bytes, kv_bytes_per_token, longest
from engine.models import MODELS
from engine.precision import FORMATS
from engine.roofline import prefill_flops
from engine.shapes import GroupedAttention, LatentAttention, Model, Window

FP16 = FORMATS["fp16"]

CHECKPOINTS = {
    # total elements that the published checkpoints' safetensors headers sum to
    "llama-2-7b": 6_738_415_616,
    "llama-2-13b": 13_015_864_320,
    "llama-2-70b": 68_976_648_192,
    "llama-3-8b": 8_030_261_248,
    "llama-3-70b": 70_553_706_496,
    "llama-3-405b": 405_853_388_800,
    "llama-3.2-1b": 1_235_814_400,
    "llama-3.2-3b": 3_212_749_824,
    "mistral-7b": 7_241_732_096,
    "mixtral-8x7b": 46_702_792_704,
    "mixtral-8x22b": 140_620_634_112,
    "qwen2.5-0.5b": 494_032_768,
    "qwen2.5-7b": 7_615_616_512,
    "qwen2.5-72b": 72_706_203_648,
    "qwen3-8b": 8_190_735_360,
    "qwen3-32b": 32_762_123_264,
    "qwen3-30b-a3b": 30_532_122_624,
    "qwen3-235b-a22b": 235_093_634_560,
    "deepseek-v2-lite": 15_706_484_224,
    "deepseek-v2": 235_741_434_880,
    "deepseek-v3": 671_026_419_200,
    "gpt-oss-20b": 20_914_757_184,
    "gpt-oss-120b": 116_829_156_672,
}


@pytest.mark.parametrize("name", CHECKPOINTS)
def test_shapes_count_every_parameter_of_the_checkpoint_but_biases(name):
    assert MODELS[name].derived == pytest.approx(CHECKPOINTS[name], rel=4e-4)
    if name.startswith(("llama", "mi")):  # no biases, no head norms
        assert MODELS[name].derived == CHECKPOINTS[name]


@pytest.mark.parametrize("name", sorted(MODELS))
def test_published_counts_are_those_of_the_shapes(name):
    model = MODELS[name]
    assert model.published == pytest.approx(model.derived, rel=0.014)
    active = model.derived - model.idle_experts * model.expert_parameters
    lookup = model.vocabulary * model.width  # some publishers leave the embedding out of the active ones
    assert active * 0.98 - lookup <= model.active <= active * 1.01


@pytest.mark.parametrize(
    ("model", "per_token"),
    [
        ("opt-13b", 819_200),  # Kwon et al. 2023: 800 KB a token
        ("llama-2-7b", 524_288),
        ("llama-3-8b", 131_072),
        ("llama-3-70b", 327_680),  # Qin et al. 2024 (Mooncake): 320 KB
        ("opt-66b", 2_359_296),  # Zhong et al. 2024 (DistServe): 512 tokens are 1.13 GiB
        ("deepseek-v3", 70_272),
        ("qwen2.5-7b", 57_344),  # 2·28·4·128·2
        ("qwen3-235b-a22b", 192_512),  # 2·94·4·128·2
        ("qwen3-0.6b", 114_688),  # 2·28·8·128·2: heads of 128 in a width of 1,024 with 16 of them
        ("falcon-7b", 8_192),  # one KV head (MQA): 2·32·1·64·2
        ("gpt-oss-120b", 73_728),  # 2·36·8·64·2 while the window is not full
    ],
)
def test_kv_bytes_per_token_are_those_of_the_papers(model, per_token):
    assert kv_bytes_per_token(MODELS[model], FP16) == per_token


def test_windowed_layers_keep_their_window_and_no_more():
    """gpt-oss-120b: every other of 36 layers keeps 128 tokens; a layer's token is 2·8·64·2 = 2,048 B."""
    assert kv_bytes(MODELS["gpt-oss-120b"], 131_072, FP16) == (18 * 131_072 + 18 * 128) * 2048
    assert kv_bytes(MODELS["mistral-7b-v0.1"], 32_768, FP16) == 4096 * 131_072
    ratio = engine.run("kv.size", model="gpt-oss-20b", tokens=131_072).value
    assert ratio / (131_072 * kv_bytes_per_token(MODELS["gpt-oss-20b"], FP16)) == pytest.approx(
        0.5, abs=0.001
    )


small = st.builds(
    Model,
    name=st.just("small"),
    layers=st.just(6),
    width=st.just(64),
    vocabulary=st.just(100),
    inner=st.just(128),
    attention=st.sampled_from([GroupedAttention(4, 2, 16), LatentAttention(4, 32, 8, 16, 16)]),
    window=st.none() | st.builds(Window, tokens=st.integers(1, 40), layers=st.integers(0, 6)),
)


@given(small, st.integers(1, 80), st.integers(0, 79))
def test_attention_is_counted_as_if_pair_by_pair(model, tokens, cached):
    cached = min(cached, tokens - 1)
    pairs = 0
    for layer in range(model.layers):
        window = model.window.tokens if model.window and layer < model.window.layers else tokens
        pairs += sum(min(position, window) for position in range(cached + 1, tokens + 1))
    linear = 2 * model.active * (tokens - cached)
    assert prefill_flops(model, tokens, cached) == linear + model.attention.prefill_flops * pairs


@given(small, st.integers(1, 10**7))
def test_the_longest_request_fits_and_one_more_token_does_not(model, room):
    if model.window and model.window.layers == 6 and kv_bytes(model, 1000, FP16) <= room:
        with pytest.raises(engine.EngineError, match="no length is too long"):
            longest(model, room, FP16)
        return
    tokens = longest(model, room, FP16)
    assert kv_bytes(model, tokens, FP16) == pytest.approx(room)
    assert kv_bytes(model, tokens + 1, FP16) > room


def test_an_experts_weights_by_hand():
    """DeepSeek-V3: 8 of 256 routed experts of 58 layers are 20.4 of the 37 billion active parameters."""
    model = MODELS["deepseek-v3"]
    assert model.experts.used * model.expert_parameters == pytest.approx(20.43e9, rel=1e-3)
    assert model.experts.routed * model.expert_parameters == pytest.approx(654e9, rel=1e-2)
    assert model.active / model.parameters == pytest.approx(37 / 671)
