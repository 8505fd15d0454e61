"""The two themes of the program. Screens use theme variables only, so any other theme works as well.

The grounds are nearly grey: in 256 colours anything bluer or warmer becomes navy or yellow.
"""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="drill-dark",
    dark=True,
    primary="#5fc9b8",
    secondary="#8fb8de",
    accent="#5fc9b8",
    foreground="#d9dde3",
    background="#141619",
    surface="#1c1f23",
    panel="#282b31",
    success="#7fc98a",
    warning="#e6b455",
    error="#ee7d77",
    variables={
        "border": "#3c4047",
        "border-blurred": "#2e3238",
        "input-selection-background": "#5fc9b8 30%",
        "block-cursor-background": "#5fc9b8",
        "block-cursor-foreground": "#141619",
        "scrollbar": "#363a41",
        "scrollbar-background": "#1c1f23",
        "scrollbar-corner-color": "#1c1f23",
    },
)
LIGHT = Theme(
    name="drill-light",
    dark=False,
    primary="#0b7a6c",
    secondary="#2a5f93",
    accent="#0b7a6c",
    foreground="#23262b",
    background="#faf8f3",
    surface="#f0efec",
    panel="#e4e2dd",
    success="#2c7a38",
    warning="#8f5f00",
    error="#b3261e",
    variables={
        "border": "#c5beae",
        "border-blurred": "#d8d2c4",
        "input-selection-background": "#0b7a6c 25%",
        "block-cursor-background": "#0b7a6c",
        "block-cursor-foreground": "#faf8f3",
    },
)


def themes() -> tuple[str, ...]:
    """The names of all themes: ours, then those that come with the toolkit."""
    from textual.theme import BUILTIN_THEMES

    return (DARK.name, LIGHT.name, *sorted(BUILTIN_THEMES))
