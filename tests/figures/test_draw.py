"""Drills: what a seed draws, how the question reads, and which wrong turns are known."""

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.cards.card import (
    Card,
    CardId,
    CardText,
    DrillSpec,
    DrillText,
    Item,
    ItemId,
    Kind,
    Tolerance,
)
from drill.cards.numeric import NumericQuestion
from drill.cards.quantity import read_quantity
from drill.errors import UsageError
from drill.figures.draw import choose, draw, faults

ITEM = Item(ItemId("kv-cache/drill/size"), CardId("kv-cache"), Kind.DRILL, "size")


def card(experiment: str, unit: str, tolerance: float = 0.03, **arguments: str) -> Card:
    names = " ".join(f"{{{name}}}" for name in arguments)
    texts = {
        "zh": CardText("zh", "题", drills=(DrillText("size", f"问 {names}"),)),
        "en": CardText("en", "Title", drills=(DrillText("size", f"Ask {names}"),)),
    }
    spec = DrillSpec("size", experiment, arguments, unit, Tolerance(tolerance, relative=True), line=7)
    return Card(CardId("kv-cache"), "deck", "kv-cache.md", "zh", texts, drills={"size": spec})


SIZE = card("kv.size", "GiB", model="llama-3-70b|llama-3-8b", tokens="8Ki..128Ki", users="1..64")


def question(of: Card = SIZE, language: str = "en", seed: int = 0) -> NumericQuestion:
    return draw(of, of.drills["size"], ITEM, language, seed)


def slips(of: NumericQuestion) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for slip in of.slips:
        found.setdefault(slip.id, []).append(slip.value)
    return found


@settings(deadline=None)  # the first example loads the engine
@given(st.integers(0, 2**31))
def test_a_seed_asks_the_same_in_both_languages_and_every_time(seed):
    english, chinese = question(language="en", seed=seed), question(language="zh", seed=seed)
    assert english.arguments == chinese.arguments
    assert english.expected == chinese.expected
    assert english.question.removeprefix("Ask") == chinese.question.removeprefix("问")
    assert question(seed=seed) == english


def test_seeds_ask_different_things():
    assert len({question(seed=seed).question for seed in range(50)}) > 30


def test_items_with_the_same_seed_do_not_march_in_step():
    other = Item(ItemId("mla/drill/size"), CardId("mla"), Kind.DRILL, "size")
    spec = SIZE.drills["size"]
    same = [question(seed=s).arguments == draw(SIZE, spec, other, "en", s).arguments for s in range(20)]
    assert not all(same)


def test_values_stand_in_the_wording_as_people_read_them():
    fixed = card("kv.size", "GiB", model="llama-3-70b", tokens="128Ki", users="2")
    assert question(fixed).question == "Ask Llama-3-70B 131,072 2"
    moved = card("transfer.time", "ms", model="deepseek-v3", tokens="8Ki", bandwidth="12.5GB/s")
    assert question(moved).question == "Ask DeepSeek-V3 8,192 12.5 GB/s"
    cold = card("coldstart.cold", "%", rate="0.1/min", keep_alive="20min")
    assert question(cold).question == "Ask 0.1/min 20 min"
    lists = card("speculation.acceptance", "%", target="0.5,0.3,0.2", draft="0.2,0.5,0.3")
    assert question(lists).question == "Ask (0.5, 0.3, 0.2) (0.2, 0.5, 0.3)"
    gpu = card("decode.ridge", "FLOP/B", gpu="h100-sxm", dtype="fp8")
    assert question(gpu).question == "Ask H100 SXM FP8"


def test_the_answer_is_in_the_unit_asked_for_with_the_way_to_it():
    """q01-c7: 32 users of 16K tokens of a 70B model take 160 GiB."""
    found = question(card("kv.size", "GiB", model="llama-3-70b", tokens="16Ki", users="32"))
    assert (found.expected, found.unit) == (160, "GiB")
    assert found.working[0] == "KV per token = 2·80·8·128·2 = 327,680 B"
    assert found.assumptions == ()


def drawn(text: str) -> set[str]:
    return {choose(text, Random(seed)) for seed in range(400)}


def test_choices_doublings_steps_and_whole_numbers():
    assert drawn("llama-3-70b|llama-3-8b") == {"llama-3-70b", "llama-3-8b"}
    assert drawn("8Ki..128Ki") == {"8Ki", "16Ki", "32Ki", "64Ki", "128Ki"}
    assert drawn("0.5..0.9/0.1") == {"0.5", "0.6", "0.7", "0.8", "0.9"}
    assert drawn("1.2..3.0/0.6") == {"1.2", "1.8", "2.4", "3.0"}
    assert drawn("1..8") == {str(number) for number in range(1, 9)}
    assert drawn("10ms..12ms") == {"10ms", "11ms", "12ms"}
    assert drawn("0.9") == {"0.9"}
    assert drawn("0.5,0.5|0.9,0.1") == {"0.5,0.5", "0.9,0.1"}


def test_large_whole_numbers_are_drawn_short_and_within_their_ends():
    for text in drawn("200000..1200000"):
        assert re.fullmatch(r"\d{3}0{3,4}", text)
        assert 200_000 <= int(text) <= 1_200_000


@pytest.mark.parametrize(
    "text", ["8..1", "0.5..0.9", "128Ki..8Ki", "8Ki..1Mi", "a..b", "0.9..0.5/0.1", "1..5/0"]
)
def test_a_range_that_makes_no_sense_is_refused(text):
    with pytest.raises(UsageError, match=re.escape(text)):
        choose(text, Random(0))


def test_values_that_do_not_go_together_are_drawn_again():
    picky = card("prefill.flops", "FLOP", model="llama-3-8b", tokens="1Ki|64Ki", cached="32Ki")
    assert {question(picky, seed=seed).arguments["tokens"] for seed in range(20)} == {"64Ki"}
    whole = card("paging.waste", "token", length="64|65", block="16")
    assert {question(whole, seed=seed).expected for seed in range(20)} == {15}


def test_a_drill_that_can_never_be_drawn_says_where_and_why():
    never = card("prefill.flops", "FLOP", model="llama-3-8b", tokens="1Ki", cached="2Ki")
    with pytest.raises(
        UsageError, match=r"kv-cache\.md:7: drill 'size': prefill\.flops: cached 2,048 tokens"
    ):
        question(never)
    unit = card("kv.size", "ms", model="llama-3-8b", tokens="1Ki")
    with pytest.raises(UsageError, match="not a measure of the same thing"):
        question(unit)
    assert faults(SIZE) == ()
    assert len(faults(never)) == 1


def test_the_known_slips_of_a_cache_size_by_hand():
    """70B, 32 users of 16K tokens: 160 GiB; each wrong turn worked out from 2·80·8·128·2 B a token."""
    found = slips(question(card("kv.size", "GiB", model="llama-3-70b", tokens="16Ki", users="32")))
    assert found["query-heads"] == [1280]  # 64 heads for 8
    assert found["k-or-v"] == [80]
    assert found["kv-width"] == [320]
    assert found["one-request"] == [5]
    assert found["one-layer"] == [2]
    assert found["decimal-prefix"] == [pytest.approx(160 * 1.073741824)]
    # eight times is already what query heads lead to, a eighth of it is not
    assert found["bits-for-bytes"] == [20]


def test_gb_is_taken_for_gib_in_the_other_direction_too():
    found = slips(question(card("weights.size", "GB", model="llama-3-70b")))
    assert found["binary-prefix"] == [pytest.approx(141.2 / 1.073741824)]
    assert found["weight-width"] == [pytest.approx(282.4), pytest.approx(70.6)]


def test_a_right_number_with_the_wrong_prefix_is_named_in_both_directions():
    binary = slips(question(card("kv.size", "GiB", model="llama-3-70b", tokens="16Ki", users="32")))
    assert binary["prefix-named"] == [pytest.approx(160 / 1.073741824)]  # 160 GB for 160 GiB
    decimal = slips(question(card("weights.size", "GB", model="llama-3-70b")))
    assert decimal["prefix-named"] == [pytest.approx(141.2 * 1.073741824)]
    exact = card("weights.size", "GB", model="llama-3-70b", tolerance=0.001)
    steps = (141_200, 0.1412, 141.2 * 1024, 141.2 / 1024)
    assert slips(question(exact))["prefix-step"] == [pytest.approx(value) for value in steps]


def test_one_gpu_and_all_of_them_are_told_apart():
    pool = card("kv.pool", "token", model="llama-3-70b", gpu="h100-sxm", gpus="4", utilization="0.9")
    found = question(pool)
    assert slips(found)["per-gpu"] == [found.expected / 4, found.expected * 4]


def test_units_of_time_are_mixed_up_by_sixty():
    minutes = question(card("keepalive.ski_rental", "min", idle="8/h", penalty="1"))
    assert minutes.expected == pytest.approx(7.5)
    assert slips(minutes)["sixty"] == [pytest.approx(450), pytest.approx(0.125)]


def test_a_latent_cache_knows_the_slip_of_full_heads_and_no_other_model_does():
    latent = slips(question(card("kv.size", "GiB", model="deepseek-v3", tokens="128Ki")))
    assert latent["heads-for-latent"] == [pytest.approx(8.578125 * 32768 / 576)]
    assert "query-heads" not in latent
    assert "k-or-v" not in latent
    assert "heads-for-latent" not in slips(question())


def test_times_and_shares_have_slips_of_their_own():
    time = slips(
        question(card("prefill.time", "s", model="llama-3-70b", gpu="h100-sxm", gpus="8", tokens="128Ki"))
    )
    assert time["one-gpu"] == [pytest.approx(82.96, rel=1e-3)]
    assert time["peak-rate"] == [pytest.approx(5.185, rel=1e-3)]
    assert time["no-attention"] == [pytest.approx(2 * 70.6e9 * 131072 / 3.956e15, rel=1e-6)]
    assert time["milliseconds"] == [pytest.approx(10370, rel=1e-3), pytest.approx(0.01037, rel=1e-3)]
    share = slips(question(card("kv.share", "%", pool="400000", tokens="128Ki")))
    assert share["fraction"] == [pytest.approx(0.32768)]
    assert share["complement"] == [pytest.approx(67.232)]
    ratio = slips(question(card("queue.p99_ratio", "×", before="0.7", after="0.95")))
    assert ratio["inverse"] == [pytest.approx(1 / 6)]


def test_a_link_in_bytes_taken_for_bits_takes_eight_times_as_long():
    found = slips(
        question(card("transfer.time", "s", model="llama-3-70b", tokens="128Ki", bandwidth="12.5GB/s"))
    )
    assert pytest.approx(3.436 * 8, rel=1e-3) in [value for values in found.values() for value in values]


@settings(deadline=None)
@given(st.integers(0, 10_000))
def test_no_slip_is_within_the_tolerance_of_the_answer_or_of_another(seed):
    found = question(seed=seed)
    values = [slip.value for slip in found.slips]
    assert all(abs(value - found.expected) > 0.03 * found.expected for value in values)
    assert max(Counter(values).values()) == 1


def test_a_slip_says_what_went_wrong_in_the_questions_language():
    english, chinese = question(language="en"), question(language="zh")
    assert [slip.id for slip in english.slips] == [slip.id for slip in chinese.slips]
    assert all(slip.text.isascii() for slip in english.slips)
    assert not any(slip.text.isascii() for slip in chinese.slips)


def test_the_unit_of_a_question_can_be_read_back():
    found = question()
    typed = read_quantity(f"{found.expected} {found.unit}")
    assert typed is not None
    assert typed.unit == "GiB"
