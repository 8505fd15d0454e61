"""A model from its config.json, and the mistakes that calculators make with one."""

import json

import pytest

import engine
from engine import EngineError
from engine.configs import model_of, read_config
from engine.memory import kv_bytes, kv_bytes_per_token, weights_read
from engine.models import MODELS
from engine.precision import FORMATS
from engine.shapes import Window

FP16 = FORMATS["fp16"]

LLAMA_3_8B = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_attention_heads": 32,
    "num_hidden_layers": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "tie_word_embeddings": False,
}
QWEN3_0_6B = {
    "model_type": "qwen3",
    "head_dim": 128,
    "hidden_size": 1024,
    "intermediate_size": 3072,
    "max_window_layers": 28,
    "num_attention_heads": 16,
    "num_hidden_layers": 28,
    "num_key_value_heads": 8,
    "sliding_window": None,
    "tie_word_embeddings": True,
    "use_sliding_window": False,
    "vocab_size": 151936,
}
DEEPSEEK_V3 = {
    "model_type": "deepseek_v3",
    "first_k_dense_replace": 3,
    "hidden_size": 7168,
    "intermediate_size": 18432,
    "kv_lora_rank": 512,
    "moe_intermediate_size": 2048,
    "moe_layer_freq": 1,
    "n_routed_experts": 256,
    "n_shared_experts": 1,
    "num_attention_heads": 128,
    "num_experts_per_tok": 8,
    "num_hidden_layers": 61,
    "num_key_value_heads": 128,
    "q_lora_rank": 1536,
    "qk_nope_head_dim": 128,
    "qk_rope_head_dim": 64,
    "tie_word_embeddings": False,
    "v_head_dim": 128,
    "vocab_size": 129280,
}
MIXTRAL_8X7B = {
    "model_type": "mixtral",
    "head_dim": None,
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_attention_heads": 32,
    "num_experts_per_tok": 2,
    "num_hidden_layers": 32,
    "num_key_value_heads": 8,
    "num_local_experts": 8,
    "sliding_window": None,
    "vocab_size": 32000,
}
GPT_OSS_20B = {
    "model_type": "gpt_oss",
    "head_dim": 64,
    "hidden_size": 2880,
    "intermediate_size": 2880,
    "layer_types": ["sliding_attention", "full_attention"] * 12,
    "num_attention_heads": 64,
    "num_experts_per_tok": 4,
    "num_hidden_layers": 24,
    "num_key_value_heads": 8,
    "num_local_experts": 32,
    "sliding_window": 128,
    "vocab_size": 201088,
}
FALCON_7B = {
    "model_type": "falcon",
    "hidden_size": 4544,
    "multi_query": True,
    "new_decoder_architecture": False,
    "num_attention_heads": 71,
    "num_hidden_layers": 32,
    "num_kv_heads": 71,
    "tie_word_embeddings": True,
    "vocab_size": 65024,
}


@pytest.mark.parametrize(
    ("config", "name"),
    [
        (LLAMA_3_8B, "llama-3-8b"),
        (QWEN3_0_6B, "qwen3-0.6b"),
        (DEEPSEEK_V3, "deepseek-v3"),
        (MIXTRAL_8X7B, "mixtral-8x7b"),
        (GPT_OSS_20B, "gpt-oss-20b"),
        (FALCON_7B, "falcon-7b"),
    ],
)
def test_a_published_configuration_is_the_catalogues_model(config, name):
    model, entry = model_of(config, name), MODELS[name]
    assert model.derived == entry.derived
    assert (model.attention, model.experts, model.window) == (entry.attention, entry.experts, entry.window)


def test_grouped_queries_are_not_cached_as_query_heads():
    """LLM-Viewer #12, vllm-fit #2: the cache of Llama-3-8B said eight or four times too large."""
    assert kv_bytes_per_token(model_of(LLAMA_3_8B, "x"), FP16) == 131_072
    assert kv_bytes_per_token(model_of(LLAMA_3_8B, "x"), FP16, "mha") == 524_288


def test_the_head_size_is_the_stated_one_not_width_over_heads():
    """LMCache PR 694: Qwen3-0.6B has heads of 128 in a width of 1,024, which 16 heads would split to 64."""
    assert kv_bytes_per_token(model_of(QWEN3_0_6B, "x"), FP16) == 2 * 28 * 8 * 128 * 2


def test_a_latent_is_cached_once_not_as_a_key_and_a_value():
    """LMCache PR 694 doubles it, gguf-parser-go #8 takes 128 full heads: 61·(512 + 64)·2 B."""
    assert kv_bytes_per_token(model_of(DEEPSEEK_V3, "x"), FP16) == 70_272


def test_a_token_reads_the_weights_of_its_experts_only():
    """inference-sim #559: Mixtral stores 46.7 billion parameters, of which one token reads 12.9."""
    model = model_of(MIXTRAL_8X7B, "x")
    assert model.parameters == pytest.approx(46.7e9, rel=1e-3)
    assert weights_read(model, FP16, 1) == pytest.approx(2 * 12.88e9, rel=1e-3)
    assert weights_read(model, FP16, 10_000) == pytest.approx(2 * 46.7e9, rel=1e-3)


def test_a_window_counts_in_the_layers_that_have_one():
    assert model_of({**LLAMA_3_8B, "sliding_window": 4096}, "x").window == Window(4096, 32)
    assert model_of(
        {**LLAMA_3_8B, "sliding_window": 4096, "sliding_window_pattern": 4}, "x"
    ).window == Window(4096, 24)
    assert model_of({**LLAMA_3_8B, "model_type": "gemma2", "sliding_window": 4096}, "x").window == Window(
        4096, 16
    )
    off = {**LLAMA_3_8B, "sliding_window": 4096, "use_sliding_window": False}
    assert model_of(off, "x").window is None
    late = {**LLAMA_3_8B, "sliding_window": 4096, "use_sliding_window": True, "max_window_layers": 28}
    assert model_of(late, "x").window == Window(4096, 4)
    assert kv_bytes(model_of(late, "x"), 8192, FP16) == (28 * 8192 + 4 * 4096) * 4096


def test_experts_stand_only_in_the_layers_that_have_them():
    every_other = {**MIXTRAL_8X7B, "decoder_sparse_step": 2, "mlp_only_layers": [1]}
    assert model_of(every_other, "x").experts.layers == 15
    listed = {**DEEPSEEK_V3, "moe_layer_freq": [0] * 3 + [1] * 58}
    assert model_of(listed, "x").experts.layers == 58


def test_a_multimodal_configuration_is_read_for_its_decoder():
    wrapped = {"model_type": "llava", "text_config": LLAMA_3_8B, "vision_config": {"hidden_size": 1}}
    assert model_of(wrapped, "x").derived == MODELS["llama-3-8b"].derived


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"num_hidden_layers": None}, "num_hidden_layers is missing"),
        ({"num_key_value_heads": 5}, "32 query heads do not share 5 KV heads evenly"),
        ({"hidden_size": 4100}, "head_dim is missing, and 32 heads do not split a width of 4100"),
        ({"num_hidden_layers": -3}, "must be a positive whole number, not -3"),
        ({"layer_types": ["linear_attention"] * 32}, "linear_attention are not modelled"),
        ({"hybrid_override_pattern": "M-M*"}, "layers without a KV cache are not modelled"),
    ],
)
def test_what_a_configuration_lacks_is_named_with_its_file(tmp_path, change, complaint):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**LLAMA_3_8B, **change}))
    with pytest.raises(EngineError, match=complaint) as error:
        read_config(path)
    assert str(error.value).startswith(str(path))


@pytest.mark.parametrize("text", ["", "[]", "{", '"config"'])
def test_what_is_no_configuration_is_refused_in_one_line(tmp_path, text):
    path = tmp_path / "config.json"
    path.write_text(text)
    with pytest.raises(EngineError, match="JSON"):
        read_config(path)
    with pytest.raises(EngineError, match="No such file"):
        read_config(tmp_path / "nowhere.json")


def test_a_configuration_answers_questions_as_its_catalogue_entry_does(tmp_path):
    path = tmp_path / "Llama-3-8B" / "config.json"
    path.parent.mkdir()
    path.write_text(json.dumps(LLAMA_3_8B))
    model = read_config(path)
    assert str(model) == "Llama-3-8B"
    mine = engine.run("prefill.time", model=model, gpu="h100-sxm", gpus=1, tokens=4096).value
    listed = engine.run("prefill.time", model="llama-3-8b", gpu="h100-sxm", gpus=1, tokens=4096).value
    assert mine == pytest.approx(listed, rel=1e-3)
