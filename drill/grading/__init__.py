"""An answer and a rubric in, a `Verdict` out."""
