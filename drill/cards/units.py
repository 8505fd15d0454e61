"""Units in every spelling that people use, and how they convert.

Each spelling is mapped to one canonical name here (`tok/s`, `tokens per second` and `个 token/秒` are all
`token/s`), so that figures, drills and graders never compare spellings. Counted things (tokens, requests,
blocks) are dimensionless: `320 KiB/token` converts to `B`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pint import UnitRegistry


class UnitError(ValueError):
    """A unit that is not known, or that does not measure the same thing."""


@lru_cache(maxsize=512)
def factor(unit: str, target: str) -> float:
    """How many `target` one `unit` is. Raises `UnitError` where one is unknown or measures something else."""
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
    text = text.strip().translate(HALF_WIDTH).removeprefix("1")
    if not text:
        return "1"
    _, unit, end = unit_at(text, 0)
    if not unit or end != len(text):
        raise UnitError(f"unknown unit {text!r}")
    return unit


def unit_at(text: str, position: int) -> tuple[str, str, int]:
    """The unit that stands after `position`: as spelled, canonical (empty for none), and where it ends."""
    spelled, unit, end = _one_unit(text, after_space(text, position))
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


def after_space(text: str, position: int) -> int:
    """Where a unit may begin: after a space or two, or on the next line of a wrapped text."""
    space = _SPACE.match(text, position)
    return space.end() if space else position


HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) != "，"} | {0x2212: "-"}
"""Full-width letters, digits and signs to plain ones; each is one character, so that places stay."""

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


def one_of(words: Iterable[str]) -> str:
    """A pattern for the longest of the words; one in Latin letters ends where the letters end."""
    return "|".join(
        re.escape(word) + (r"(?![A-Za-z0-9_])" if word[-1].isascii() and word[-1].isalpha() else "")
        for word in sorted(words, key=len, reverse=True)
    )


# A sign of multiplication says "times" only where no factor follows.
_UNIT = re.compile(rf"{one_of(_SPELLINGS)}|(?:×|[xX](?![A-Za-z0-9_]))(?!\s*[\d(])")
_UNIT_UNCASED = re.compile(one_of(_UNCASED), re.IGNORECASE | re.ASCII)
_MEASURE_WORD = re.compile(r"[个条张块台]\s?")
_PER = re.compile(r"\s?/\s?|\s+(?:per|a|each)\s+")
_SPACE = re.compile(r"[ \t\u00a0\u2009\u202f\u3000]{0,2}(?:\n[ \t]*)?")


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
