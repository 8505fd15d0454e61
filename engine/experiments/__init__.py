"""The engine's face: a file of named questions per topic, and the registry that answers them."""
