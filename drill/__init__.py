"""Practise explaining how LLM inference works."""
