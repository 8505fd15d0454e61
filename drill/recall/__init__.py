"""What to ask next: memory states, the day's queue, the interview date, undo. Pure functions of values."""
