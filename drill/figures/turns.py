"""The wrong turns that are common in numeric answers: each recomputes the answer as if it had been taken.

Ids are kept with answers, so they never change. Which turns a question offers is decided in `slips`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from drill.cards.card import Language
from drill.cards.quantity import factor
from drill.figures.arguments import answer
from engine import Experiment
from engine.precision import Format
from engine.shapes import GroupedAttention, LatentAttention, Model

Kind = TypeVar("Kind")
_BINARY_OF = {"k": "Ki", "M": "Mi", "G": "Gi", "T": "Ti"}
_COUNTS = {"token", "request"}
"""Units of counts that run into thousands."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A drawn question: the experiment, its arguments in base units, and the right value in `unit`."""

    experiment: Experiment
    arguments: Mapping[str, object]
    expected: float
    unit: str
    """Canonical."""
    times: bool
    """Whether a ratio is asked for (`×`)."""

    def again(self, **changed: object) -> float:
        """The answer with some arguments changed, in the unit that is asked for."""
        outcome = answer(self.experiment, {**self.arguments, **changed})
        return outcome.value * factor(outcome.unit, self.unit)

    def value(self, name: str, kind: type[Kind]) -> Kind | None:
        """What an argument or its default stands for, if the experiment takes it and it is of that kind."""
        parameter = self.experiment.parameters.get(name)
        if parameter is None:
            return None
        value = parameter.checked(self.arguments[name]) if name in self.arguments else parameter.default
        return value if isinstance(value, kind) else None

    def measures(self, unit: str) -> bool:
        """Whether the unit that is asked for contains `unit` with some prefix: `B` in `GiB` or `GB/s`."""
        above = self.unit.split("/")[0]
        prefixes = {"", "m", "u", *_BINARY_OF, *_BINARY_OF.values()}
        return above.endswith(unit) and above.removesuffix(unit) in prefixes


Turn = Callable[[Asked], Iterator[float]]
TURNS: list[tuple[str, Mapping[Language, str], Turn]] = []
"""Id, what went wrong by language, and where it leads; the more telling ones first."""


def _slip(name: str, english: str, chinese: str) -> Callable[[Turn], Turn]:
    def register(turn: Turn) -> Turn:
        TURNS.append((name, {"en": english, "zh": chinese}, turn))
        return turn

    return register


@_slip(
    "query-heads",
    "K and V counted for every query head; the heads of a group share them",
    "按每个 Q 头都存一份 K、V 来算了；同一组的头共用一份",
)
def _query_heads(asked: Asked) -> Iterator[float]:
    model = asked.value("model", Model)
    if model is not None and isinstance(model.attention, GroupedAttention):
        attention = replace(model.attention, kv_heads=model.attention.heads)
        yield asked.again(model=replace(model, attention=attention))


@_slip(
    "heads-for-latent",
    "full K and V counted for every head; MLA caches one small latent",
    "按每个头都存完整的 K、V 来算了；MLA 只缓存一个小的 latent",
)
def _heads_for_latent(asked: Asked) -> Iterator[float]:
    model = asked.value("model", Model)
    if model is not None and isinstance(model.attention, LatentAttention):
        heads, head_dim = model.attention.heads, model.attention.nope
        yield asked.again(model=replace(model, attention=GroupedAttention(heads, heads, head_dim)))


@_slip(
    "k-or-v",
    "only K or only V counted; both are cached",
    "只算了 K 或只算了 V；两份都要缓存",
)
def _k_or_v(asked: Asked) -> Iterator[float]:
    model = asked.value("model", Model)
    if model is None or isinstance(model.attention, GroupedAttention):
        yield from _resized(asked, "kv_dtype", 0.5)


@_slip(
    "kv-width",
    "the cached numbers counted at twice their bytes",
    "缓存的每个数按两倍字节算了",
)
def _kv_width(asked: Asked) -> Iterator[float]:
    yield from _resized(asked, "kv_dtype", 2)


@_slip(
    "weight-width",
    "the weights counted at twice or half their bytes; mind the precision",
    "权重的字节数多算或少算了一倍，注意精度",
)
def _weight_width(asked: Asked) -> Iterator[float]:
    yield from _resized(asked, "dtype", 2)
    yield from _resized(asked, "dtype", 0.5)


def _resized(asked: Asked, name: str, times: float) -> Iterator[float]:
    if stored := asked.value(name, Format):
        resized = replace(stored, element=stored.element * times, scale=stored.scale * times)
        yield asked.again(**{name: resized})


@_slip(
    "one-request",
    "the number of requests left out",
    "漏乘了请求数",
)
def _one_request(asked: Asked) -> Iterator[float]:
    yield from _single(asked, "users", "requests", "batch", "tenants")


@_slip(
    "one-gpu",
    "one GPU counted in place of all",
    "只算了一张卡",
)
def _one_gpu(asked: Asked) -> Iterator[float]:
    yield from _single(asked, "gpus")


@_slip(
    "one-link",
    "one link counted in place of all",
    "只算了一条链路",
)
def _one_link(asked: Asked) -> Iterator[float]:
    yield from _single(asked, "links")


def _single(asked: Asked, *names: str) -> Iterator[float]:
    for name in names:
        if name in asked.arguments:
            yield asked.again(**{name: 1})


@_slip(
    "one-layer",
    "one layer counted; every layer keeps its own K and V",
    "只算了一层；每层都有自己的 K、V",
)
def _one_layer(asked: Asked) -> Iterator[float]:
    if "layers" in asked.arguments:
        yield asked.again(layers=1)
    model = asked.value("model", Model)
    if model is not None and "kv_dtype" in asked.experiment.parameters:
        yield asked.again(model=replace(model, layers=1))


@_slip(
    "no-attention",
    "attention left out, which grows with the square of the length",
    "漏了注意力那一项，它随长度的平方增长",
)
def _no_attention(asked: Asked) -> Iterator[float]:
    model = asked.value("model", Model)
    if model is not None and "kv_dtype" not in asked.experiment.parameters:
        yield asked.again(model=replace(model, attention=replace(model.attention, heads=0)))


@_slip(
    "peak-rate",
    "the data sheet's peak taken; only a part of it is reached",
    "用了规格表上的峰值；实际只能达到其中一部分",
)
def _peak_rate(asked: Asked) -> Iterator[float]:
    if at_peak := {name: 1.0 for name in ("mfu", "mbu") if name in asked.experiment.parameters}:
        yield asked.again(**at_peak)


@_slip(
    "link-bits",
    "the link's bytes a second taken for bits a second",
    "把链路的每秒字节当成了每秒比特",
)
def _link_bits(asked: Asked) -> Iterator[float]:
    bandwidth = asked.arguments.get("bandwidth")
    if isinstance(bandwidth, float):
        yield asked.again(bandwidth=bandwidth / 8)


@_slip(
    "decimal-prefix",
    "counted by 1000; KiB, MiB and GiB count by 1024",
    "按 1000 进位了；KiB、MiB、GiB 按 1024",
)
def _decimal_prefix(asked: Asked) -> Iterator[float]:
    for decimal, binary in _BINARY_OF.items():
        if asked.unit.startswith(f"{binary}B"):
            yield asked.expected * factor(f"{binary}B", f"{decimal}B")


@_slip(
    "binary-prefix",
    "counted by 1024; kB, MB and GB count by 1000",
    "按 1024 进位了；kB、MB、GB 按 1000",
)
def _binary_prefix(asked: Asked) -> Iterator[float]:
    for decimal, binary in _BINARY_OF.items():
        if asked.unit.startswith(f"{decimal}B"):
            yield asked.expected * factor(f"{decimal}B", f"{binary}B")


@_slip(
    "prefix-named",
    "the number is right, its prefix is not: GB counts by 1000, GiB by 1024",
    "数字对，前缀不对：GB 按 1000 进位，GiB 按 1024",
)
def _prefix_named(asked: Asked) -> Iterator[float]:
    for decimal, binary in _BINARY_OF.items():
        if asked.unit.startswith(f"{binary}B"):
            yield asked.expected * factor(f"{decimal}B", f"{binary}B")
        elif asked.unit.startswith(f"{decimal}B"):
            yield asked.expected * factor(f"{binary}B", f"{decimal}B")


@_slip(
    "per-gpu",
    "one GPU's share and the whole mixed up",
    "单卡的份额和总量混了",
)
def _per_gpu(asked: Asked) -> Iterator[float]:
    gpus = asked.arguments.get("gpus")
    if isinstance(gpus, int | float) and (asked.measures("B") or asked.unit in _COUNTS):
        yield asked.expected / gpus
        yield asked.expected * gpus


@_slip(
    "bits-for-bytes",
    "bits and bytes mixed up: a byte is 8 bits",
    "比特和字节混了：一个字节是 8 比特",
)
def _bits_for_bytes(asked: Asked) -> Iterator[float]:
    if asked.measures("B") or asked.measures("bit"):
        yield asked.expected * 8
        yield asked.expected / 8


@_slip(
    "prefix-step",
    "a thousand times off: a step of the prefix (k, M, G) missing, or one too many",
    "差了一千倍：前缀（k、M、G）少了或多了一级",
)
def _prefix_step(asked: Asked) -> Iterator[float]:
    if asked.measures("B") or asked.unit in _COUNTS:
        for step in (1000, 1024):
            yield asked.expected * step
            yield asked.expected / step


@_slip(
    "milliseconds",
    "seconds and milliseconds mixed up",
    "秒和毫秒混了",
)
def _milliseconds(asked: Asked) -> Iterator[float]:
    if asked.measures("s"):
        yield asked.expected * 1000
        yield asked.expected / 1000


@_slip(
    "sixty",
    "seconds, minutes and hours mixed up",
    "秒、分钟和小时混了",
)
def _sixty(asked: Asked) -> Iterator[float]:
    if {"s", "min", "h"} & set(asked.unit.split("/")):
        yield asked.expected * 60
        yield asked.expected / 60


@_slip(
    "fraction",
    "a fraction given where percent are asked for, or the reverse",
    "小数和百分数混了",
)
def _fraction(asked: Asked) -> Iterator[float]:
    if asked.unit == "%":
        yield asked.expected / 100
    elif asked.unit == "1" and asked.expected < 1:
        yield asked.expected * 100


@_slip(
    "complement",
    "the rest given: it and the answer add up to the whole",
    "给的是剩下的那部分，它与答案合起来才是全部",
)
def _complement(asked: Asked) -> Iterator[float]:
    whole = 100 if asked.unit == "%" else 1
    if asked.unit in {"%", "1"}:
        yield whole - asked.expected


@_slip(
    "inverse",
    "the ratio turned over",
    "比值写反了",
)
def _inverse(asked: Asked) -> Iterator[float]:
    if asked.times:
        yield 1 / asked.expected
