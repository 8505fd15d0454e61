"""Markdown files in, `Card` values out: reading, checking, decks, and the numbers that prose says."""
