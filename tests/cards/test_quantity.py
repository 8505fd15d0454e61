"""Numbers with units as people write and type them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from drill.cards.quantity import (
    Quantity,
    UnitError,
    canonical_unit,
    factor,
    find_quantities,
    read_quantity,
    same_quantity,
    to_unit,
)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("40 GiB", 40, "GiB"),
        ("42.9GB", 42.9, "GB"),
        ("3.2e5 B", 320_000, "B"),
        ("3.2×10^5 字节", 320_000, "B"),
        ("3.2 x 10⁵ B", 320_000, "B"),
        ("4 万", 40_000, "1"),
        ("１．５ 万 个 token", 15_000, "token"),
        ("４０ＧｉＢ", 40, "GiB"),
        ("131,072 tokens", 131_072, "token"),
        ("2.6 亿", 260_000_000, "1"),
        ("1.5 million tokens", 1_500_000, "token"),
        ("128Ki tokens", 131_072, "token"),
        ("8 倍", 8, "1"),
        ("8×", 8, "1"),
        ("8x", 8, "1"),
        ("99.9 %", 99.9, "%"),
        ("1/8", 0.125, "1"),
        ("50 tok/s", 50, "token/s"),
        ("50 tokens per second", 50, "token/s"),
        ("每秒 50 个 token", 50, "token/s"),
        ("320 KiB per token", 320, "KiB/token"),
        ("9.8 毫秒", 9.8, "ms"),
        ("3.35 TB/s", 3.35, "TB/s"),
        ("400 Gb/s", 400, "Gbit/s"),
        ("989 TFLOPS", 989, "TFLOP/s"),
        ("295 FLOP/B", 295, "FLOP/B"),
        ("40gib", 40, "GiB"),
        ("-3 dB", -3, "dB"),
        ("≈ 40 GiB。", 40, "GiB"),
        (".5 s", 0.5, "s"),
        ("2^30 B", 2**30, "B"),
        ("10⁹", 1e9, "1"),
    ],
)
def test_a_typed_quantity_is_understood_however_it_is_spelled(text, value, unit):
    quantity = read_quantity(text)
    assert quantity is not None
    assert quantity.value == pytest.approx(value)
    assert quantity.unit == unit


@pytest.mark.parametrize(
    "text", ["", "a lot", "40 GiB or so", "H100", "Llama-3-70B", "0.11.2", "40 GiB 20 GiB"]
)
def test_what_is_not_one_quantity_is_not_read_as_one(text):
    assert read_quantity(text) is None


@pytest.mark.parametrize(
    ("text", "other"), [("128K", 131_072), ("128k tokens", 131_072), ("1M", 1_048_576), ("40G", 42.94967296)]
)
def test_an_ambiguous_prefix_keeps_its_binary_reading(text, other):
    quantity = read_quantity(text)
    assert quantity is not None
    assert quantity.readings == (pytest.approx(quantity.value), pytest.approx(other))


def test_a_range_is_one_quantity():
    assert read_quantity("60–80 %") == Quantity(60, "%", step=1, upper=80)
    assert read_quantity("60%-80%") == Quantity(60, "%", step=1, upper=80)


@pytest.mark.parametrize(
    ("text", "step"), [("40 GiB", 1), ("3.25 s", 0.01), ("1.2 万", 1000), ("3.2e5 B", 1e4)]
)
def test_the_last_digit_said_gives_the_precision(text, step):
    quantity = read_quantity(text)
    assert quantity is not None
    assert quantity.step == pytest.approx(step)


def test_numbers_are_found_in_prose_and_names_are_passed_over():
    text = "On 8 H100s, Llama-3-70B (v0.11.2, W4A16) holds 40 GiB，即 42.9 GB，\nand P99 is 9.8\nms."
    found = [text[each.start : each.end] for each in find_quantities(text)]
    assert found == ["8", "40 GiB", "42.9 GB", "9.8\nms"]


@pytest.mark.parametrize(
    ("unit", "target", "expected"),
    [
        ("GiB", "GB", 1.073741824),
        ("GB", "B", 1e9),
        ("KiB/token", "B", 1024),
        ("Gbit/s", "GB/s", 0.125),
        ("ms", "s", 0.001),
        ("%", "1", 0.01),
        ("tok/s", "tokens per second", 1),
        ("TFLOPS", "FLOP/s", 1e12),
        ("FLOP/byte", "FLOP/B", 1),
    ],
)
def test_units_convert(unit, target, expected):
    assert factor(unit, target) == pytest.approx(expected)
    assert to_unit(Quantity(3, unit), target) == pytest.approx(3 * expected)


@pytest.mark.parametrize(
    ("unit", "target"), [("GiB", "s"), ("token/s", "token"), ("dB", "1"), ("furlong", "s")]
)
def test_units_of_different_things_do_not(unit, target):
    with pytest.raises(UnitError):
        factor(unit, target)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("4 万", "40,000", True),
        ("128K", "131,072 tokens", True),
        ("60 %", "0.6", True),
        ("60–80 %", "60%–80%", True),
        ("60–80 %", "60 %", False),
        ("40 GiB", "40 GB", False),
        ("40 GiB", "40 s", False),
    ],
)
def test_two_texts_say_the_same_value_or_not(one, other, same):
    assert same_quantity(read_quantity(one), read_quantity(other)) is same


@given(st.text())
@example("5 ſ")
@example("1e999 B")
@example("1/0")
@example("10^99999999999999999999")
@example("9999^300 × 0^-1")
@example("9" * 400)
@example("0.1" + "0" * 400)
def test_any_text_can_be_searched_and_spans_are_in_order(text):
    end = 0
    for found in find_quantities(text):
        assert end <= found.start < found.end <= len(text)
        assert canonical_unit(found.quantity.unit) == found.quantity.unit
        end = found.end
    read_quantity(text)


@given(
    st.floats(1e-3, 1e6).map(lambda value: float(f"{value:.4g}")),
    st.sampled_from(["GiB", "GB", "ms", "token/s", "FLOP/B", "%", "KiB/token", "GPU"]),
)
def test_what_is_written_plainly_is_read_back(value, unit):
    quantity = read_quantity(f"{value:f} {unit}")
    assert quantity is not None
    assert (quantity.value, quantity.unit) == (pytest.approx(value, rel=1e-3, abs=1e-6), unit)
