"""The use cases. This room owns the transaction, the clock and the generator; screens and verbs call it."""
