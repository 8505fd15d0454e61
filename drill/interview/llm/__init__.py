"""What a model that speaks for the interviewer, or answers about a card, is told; and what it may say."""
