"""The mock interview: a pure state machine, the interviewer's words, and what an interview adds up to."""
