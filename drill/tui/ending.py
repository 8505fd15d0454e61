"""The last resort of a program that a signal ends: its terminal may have gone, or take nothing any more.

Textual writes through a queue of bounded length; once nothing reads it, the event loop blocks on a write
and would stay for ever. What was typed is stored before that, so leaving without ceremony loses nothing.
"""

from __future__ import annotations

import os
import threading

LEAVE_WITHIN = 5.0
"""Seconds for an orderly end: saving, and giving the terminal back."""


def leave_within(number: int, seconds: float = LEAVE_WITHIN) -> None:
    """Leave with exit code 128 + `number` in `seconds`, unless the program ends before."""
    last = threading.Timer(seconds, os._exit, (128 + number,))
    last.daemon = True
    last.start()
