"""Repairs of Textual 8.2, one a module.

Each checks the shape of what it replaces before it does so; where that shape has changed, the stock
behaviour stays and `repair` returns False. The tests fail then, the program does not.
"""
