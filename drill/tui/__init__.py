"""The Textual program: screens and widgets."""
