"""Numbers with their units as sentences have them: `411,376 tokens`, `1 token`, `9 个槽位`, `16/h`."""

from __future__ import annotations

from drill.cards.card import Language

_CHINESE = {
    "token": "token",
    "request": "个请求",
    "user": "个用户",
    "tenant": "个租户",
    "block": "块",
    "GPU": "张 GPU",
    "step": "步",
    "layer": "层",
    "head": "个头",
    "expert": "个专家",
    "slot": "个槽位",
    "replica": "个副本",
    "engine": "个引擎",
    "node": "个节点",
    "sample": "个样本",
    "probe": "次探测",
    "pass": "遍",
    "round": "轮",
    "parameter": "个参数",
    "bit": "bit",
    "day": "天",
}


def with_unit(number: str, unit: str, language: Language) -> str:
    """A written number with a canonical unit; that of a mere ratio, `1`, goes without saying."""
    if unit == "1":
        return number
    if unit.startswith("1/"):
        return number + unit.removeprefix("1")
    if language == "zh":
        return f"{number} {_CHINESE.get(unit, unit)}"
    if unit in _CHINESE and number != "1":
        return f"{number} {unit}{'es' if unit.endswith('s') else 's'}"
    return f"{number} {unit}"
