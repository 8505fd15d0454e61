"""The Textual program: screens and widgets. Owns keys, colours and cells; decides nothing about learning."""
