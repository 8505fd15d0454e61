"""Numbers with units as people write them: the one place where text becomes a quantity.

Every spelling of a unit is mapped to one canonical name here (`tok/s`, `tokens per second` and
`个 token/秒` are all `token/s`), so that figures, drills and graders never compare spellings. Counted
things (tokens, requests, blocks) are dimensionless: `320 KiB/token` converts to `B`.

Two notations are ambiguous in the field and keep both readings: a bare `K` or `M` (1000 or 1024) and a
bare `G` of memory (GB or GiB).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pint import UnitRegistry


class UnitError(ValueError):
    """A unit that is not known, or that does not measure the same thing."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its canonical unit (`1` for none).

    `step` is the worth of its last written digit: 0.1 for `2.5`, 1000 for `4 千`. `upper` is the other
    end of a range such as `60–80 %`. `binary` is the value when an ambiguous K, M or G counts by 1024.
    """

    value: float
    unit: str = "1"
    step: float = 1.0
    upper: float | None = None
    binary: float | None = None

    @property
    def readings(self) -> tuple[float, ...]:
        """The values that the text may mean, the usual one first."""
        return (self.value,) if self.binary is None else (self.value, self.binary)


@dataclass(frozen=True, slots=True)
class Found:
    """A quantity in a text: `text[start:end]` says it."""

    start: int
    end: int
    quantity: Quantity


def read_quantity(text: str) -> Quantity | None:
    """Read a text that is one quantity, as typed in answer to a question; None when it is not.

    What surrounds it may be a sign of approximation or closing punctuation, nothing else.
    """
    text = text.strip().rstrip("。.;；,，!！ ")
    text = re.sub(r"^(?:约|大约|大概|about|around|approximately|roughly|[≈~～=])\s*", "", text, flags=re.I)
    found = next(find_quantities(text), None)
    return found.quantity if found and (found.start, found.end) == (0, len(text)) else None


def find_quantities(text: str) -> Iterator[Found]:
    """Find the quantities in a text, in order.

    Digits that belong to a name (`H100`, `Llama-3-70B`, `W4A16`) or to a version are none.
    """
    plain = text.translate(_HALF_WIDTH)
    position = 0
    while match := _TOKEN.search(plain, position):
        position = match.end()
        if match["number"] is None:
            continue
        found = _quantity_at(plain, match)
        to = _TO.match(plain, found.end)
        if to and (end := _TOKEN.match(plain, to.end())) and end["number"]:
            found = _range(found, _quantity_at(plain, end))
        position = found.end
        yield found


def to_unit(quantity: Quantity, unit: str) -> float:
    """The quantity's value in `unit`, in any spelling that is known here.

    Raises `UnitError` where the unit is unknown or measures something else.
    """
    return quantity.value * factor(quantity.unit, unit)


@lru_cache(maxsize=512)
def factor(unit: str, target: str) -> float:
    """How many `target` one `unit` is. Raises `UnitError` as `to_unit` does."""
    source_name, target_name = canonical_unit(unit), canonical_unit(target)
    if source_name == target_name:
        return 1.0
    import pint  # 0.3 s and more, and most of what is shown needs no conversion

    registry = _registry()
    try:
        return float(registry.convert(1.0, _pint_name(source_name), _pint_name(target_name)))
    except pint.DimensionalityError as error:
        raise UnitError(f"{unit} is not a measure of the same thing as {target}") from error


def canonical_unit(text: str) -> str:
    """The canonical name of a unit in any known spelling. Raises `UnitError` for an unknown one."""
    text = text.strip().translate(_HALF_WIDTH).removeprefix("1")
    if not text:
        return "1"
    _, unit, end = _unit_at(text, 0)
    if not unit or end != len(text):
        raise UnitError(f"unknown unit {text!r}")
    return unit


def same_quantity(one: Quantity, other: Quantity) -> bool:
    """Whether two texts say the same value, whatever the spelling: `4 万` and `40,000`, `2×` and `2 倍`."""
    try:
        scale = factor(other.unit, one.unit)
    except UnitError:
        return False
    ends = (one.upper is None) == (other.upper is None) and (
        one.upper is None or other.upper is None or _close(one.upper, other.upper * scale)
    )
    return ends and any(_close(a, b * scale) for a in one.readings for b in other.readings)


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-9 * max(abs(one), abs(other))


# --- spellings -------------------------------------------------------------------------------------

_HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) != "，"} | {0x2212: "-"}

_UNITS = {
    "B": "B byte bytes Byte Bytes 字节",
    "bit": "bit bits 比特 位",
    "s": "s sec secs second seconds 秒 秒钟",
    "ms": "ms msec millisecond milliseconds 毫秒",
    "us": "us µs μs microsecond microseconds 微秒",
    "ns": "ns nanosecond nanoseconds 纳秒",
    "min": "min mins minute minutes 分钟",
    "h": "h hr hrs hour hours 小时",
    "day": "day days 天",
    "%": "% percent",
    "1": "倍 times 次 个 条 份 种",
    "dB": "dB 分贝",
    "FLOP": "FLOP FLOPs flop flops 次浮点运算",
    "FLOP/s": "FLOPS",
    "token/s": "tps TPS",
    "request/s": "QPS qps RPS rps",
    "1/s": "Hz",
    "token": "token tokens tok toks Token Tokens 词元",
    "request": "request requests req reqs 请求 并发 路",
    "user": "user users 用户",
    "tenant": "tenant tenants 租户",
    "block": "block blocks 块",
    "GPU": "GPU GPUs 卡 张",
    "step": "step steps 步",
    "layer": "layer layers 层",
    "head": "head heads 头",
    "expert": "expert experts 专家",
    "slot": "slot slots 槽 槽位",
    "replica": "replica replicas 副本",
    "engine": "engine engines 引擎",
    "node": "node nodes 节点 台",
    "sample": "sample samples 样本",
    "probe": "probe probes",
    "pass": "pass passes 遍",
    "round": "round rounds 轮",
    "parameter": "parameter parameters param params 参数",
}
_COUNTED = list(_UNITS)[list(_UNITS).index("token") :]
_PREFIXES = {"k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18} | {
    f"{letter}i": 1024.0**power for power, letter in enumerate("KMGTP", start=1)
}


def _spellings() -> dict[str, str]:
    table = {spelling: unit for unit, spellings in _UNITS.items() for spelling in spellings.split()}
    for prefix in _PREFIXES:
        written = (prefix, "K") if prefix == "k" else (prefix,)
        for start in written:
            table[f"{start}B"] = f"{prefix}B"
            table |= dict.fromkeys((f"{start}bit", f"{start}bits", f"{start}b"), f"{prefix}bit")
            table[f"{start}bps"] = f"{prefix}bit/s"
            table |= dict.fromkeys((f"{start}FLOP", f"{start}FLOPs"), f"{prefix}FLOP")
            table[f"{start}FLOPS"] = f"{prefix}FLOP/s"
    return table | {"G": "GB", "T": "TB", "bps": "bit/s"}


_SPELLINGS = _spellings()
# What is typed in haste: `40gib`, `5 MS`. Of `gb` and its kin, memory is meant.
_UNCASED = {spelling.lower(): unit for spelling, unit in _SPELLINGS.items()} | {
    f"{prefix}b".lower(): f"{prefix}B" for prefix in _PREFIXES
}
_MULTIPLIERS = {
    "千": 1e3,
    "万": 1e4,
    "百万": 1e6,
    "千万": 1e7,
    "亿": 1e8,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "K": 1e3,
    "k": 1e3,
    "M": 1e6,
    "Ki": 1024.0,
    "Mi": 1024.0**2,
    "Gi": 1024.0**3,
}
_BINARY = {"K": 1.024, "k": 1.024, "M": 1.024**2, "G": 1.024**3, "T": 1.024**4}


def _one_of(words: Iterable[str]) -> str:
    """A pattern for the longest of the words; one in Latin letters ends where the letters end."""
    return "|".join(
        re.escape(word) + (r"(?![A-Za-z0-9_])" if word[-1].isascii() and word[-1].isalpha() else "")
        for word in sorted(words, key=len, reverse=True)
    )


# A sign of multiplication says "times" only where no factor follows.
_UNIT = re.compile(rf"{_one_of(_SPELLINGS)}|(?:×|[xX](?![A-Za-z0-9_]))(?!\s*[\d(])")
_UNIT_UNCASED = re.compile(_one_of(_UNCASED), re.IGNORECASE)
_MEASURE_WORD = re.compile(r"[个条张块台]\s?")
_PER = re.compile(r"\s?/\s?|\s+(?:per|a|each)\s+")
_MULTIPLIER = re.compile(_one_of(_MULTIPLIERS))
_PLAIN_NUMBER = r"(?:(?:\d{1,3}(?:[,_]\d{3})+(?!\d)|\d+)(?:\.\d+)?|(?<!\d)\.\d+)"
_TOKEN = re.compile(
    rf"""
      [A-Za-z][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*           # a word or a name, with the digits in it
    | \d+(?:\.\d+){{2,}}                                    # a version
    | (?P<number>
        (?P<sign>(?<![\w.)\]])[-+])?
        (?:
          (?:(?P<mantissa>{_PLAIN_NUMBER})\s?[×x*]\s?)?10(?:\^\{{?(?P<power>[-+]?\d+)\}}?|(?P<raised>[⁻⁰¹²³⁴-⁹]+))
        | (?P<plain>{_PLAIN_NUMBER})(?:[eE](?P<exponent>[-+]?\d{{1,3}})(?![\w.]))?
        )
        (?:/(?P<below>\d+)(?![\d.,]))?
      )
    """,
    re.VERBOSE,
)
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_SPACE = re.compile(r"[ \t\u00a0\u2009\u202f\u3000]{0,2}(?:\n[ \t]*)?")
_TO = re.compile(r"\s?[-–—~]\s?(?=[\d.])")
_EACH_SECOND = re.compile(r"每秒钟?\s*约?\s*$")


def _quantity_at(text: str, number: re.Match[str]) -> Found:
    digits = (number["plain"] or number["mantissa"] or "1").replace(",", "").replace("_", "")
    power = int(number["exponent"] or number["power"] or (number["raised"] or "0").translate(_RAISED))
    power = max(-300, min(power, 300))
    value = float(f"{digits}e{power}")
    step = float(f"1e{power - len(digits.partition('.')[2])}")
    if number["below"]:
        below = int(number["below"][:15]) or 1
        value, step = value / below, value / below**2
    end = number.end()
    spelled, unit, unit_end = _unit_at(text, end)
    if not unit and (multiplier := _MULTIPLIER.match(text, _after_space(text, end))):
        value, step = value * _MULTIPLIERS[multiplier[0]], step * _MULTIPLIERS[multiplier[0]]
        end = multiplier.end()
        _, unit, unit_end = _unit_at(text, end)
        spelled = multiplier[0]
    if unit:
        end = unit_end
    start = number.start()
    if each_second := _EACH_SECOND.search(text, max(0, start - 8), start):
        start, unit = each_second.start(), f"{unit or 1}/s"
    if number["sign"] == "-":
        value = -value
    binary = value * _BINARY[spelled] if spelled in _BINARY else None
    return Found(start, end, Quantity(value, unit or "1", step, binary=binary))


def _unit_at(text: str, position: int) -> tuple[str, str, int]:
    """The unit that stands after `position`: as spelled, canonical (empty for none), and where it ends."""
    spelled, unit, end = _one_unit(text, _after_space(text, position))
    if not unit:
        end = position
    while per := _PER.match(text, end):
        _, below, below_end = _one_unit(text, per.end())
        if not below:
            break
        unit, end = f"{unit or 1}/{below}", below_end
    return spelled, unit, end


def _one_unit(text: str, position: int) -> tuple[str, str, int]:
    if measure_word := _MEASURE_WORD.match(text, position):
        spelled, unit, end = _one_unit(text, measure_word.end())
        if unit:
            return spelled, unit, end
    if match := _UNIT.match(text, position):
        return match[0], _SPELLINGS.get(match[0], "1"), match.end()
    if match := _UNIT_UNCASED.match(text, position):
        return match[0], _UNCASED[match[0].lower()], match.end()
    return "", "", position


def _after_space(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    return space.end() if space else position


def _range(low: Found, high: Found) -> Found:
    """`60–80 %` as one quantity, or `low` alone where the two have different units."""
    unit = high.quantity.unit
    if low.quantity.unit not in {"1", unit}:
        return low
    whole = replace(high.quantity, value=low.quantity.value, upper=high.quantity.value, binary=None)
    return Found(low.start, high.end, whole)


@cache
def _registry() -> UnitRegistry[float]:
    """The units of this module and no others: pint's own list has 1000 and takes 0.2 s to read."""
    import pint

    registry: UnitRegistry[float] = pint.UnitRegistry(None, cache_folder=None)
    registry.define("bit = [information]")
    registry.define("B = 8 * bit")
    registry.define("s = [time]")
    registry.define("FLOP = [operation]")
    registry.define("dB = [level]")
    for name, seconds in {"ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60, "h": 3600, "day": 86400}.items():
        registry.define(f"{name} = {seconds} * s")
    registry.define("percent = 0.01")
    for name in _COUNTED:
        registry.define(f"{name} = []")
    for symbol, scale in _PREFIXES.items():
        registry.define(f"{symbol}- = {scale}")
    return registry


def _pint_name(unit: str) -> str:
    return "" if unit == "1" else unit.replace("%", "percent")
