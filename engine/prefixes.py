"""A prefix cache of hashed blocks, as vLLM keeps one: what of a prompt is found again.

Only full blocks are stored, each under a hash of its tokens and of the block before it; so a block is found
only if every token before it is the same, and a prompt is found up to its first difference.
"""

from __future__ import annotations

from collections.abc import Sequence


class PrefixCache:
    """Blocks of `block` tokens that earlier prompts left; nothing is evicted."""

    def __init__(self, block: int) -> None:
        self._block = block
        self._stored: set[int] = set()

    def lookup(self, prompt: Sequence[int], salt: int = 0) -> int:
        """Tokens at the start of a prompt that are stored; afterwards all its full blocks are."""
        found, hit = 0, True
        chain = hash((salt,))
        for start in range(0, len(prompt) - self._block + 1, self._block):
            chain = hash((chain, *prompt[start : start + self._block]))
            hit = hit and chain in self._stored
            if hit:
                found = start + self._block
            else:
                self._stored.add(chain)
        return found

    def __len__(self) -> int:
        return len(self._stored)


def hit_rate(
    requests: int,
    shared: int,
    private: int,
    block: int,
    stamp: int = 0,
    position: int = 0,
    period: int = 1,
    salts: int = 1,
) -> float:
    """Share of tokens that prompts find which start alike and go on with `private` tokens of their own.

    A stamp of `stamp` tokens stands at `position`; it changes after every `period` requests. `salts` tenants
    take turns, each with its own salt in the first block's hash.
    """
    cache = PrefixCache(block)
    common = list(range(requests, requests + shared))
    fresh = requests + shared
    found = total = 0
    for request in range(requests):
        own = list(range(fresh, fresh + private))
        fresh += private
        text = common + own
        prompt = text[:position] + [request // period] * stamp + text[position:]
        found += cache.lookup(prompt, salt=request % salts)
        total += len(prompt)
    return found / total
