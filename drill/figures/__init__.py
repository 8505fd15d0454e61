"""The bridge from cards to the engine: figures recomputed, drills drawn."""
