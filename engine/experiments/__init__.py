"""The registry: a named, typed, documented question, answered by an `Outcome`."""
