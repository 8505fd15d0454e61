"""A model says which points an answer makes and with which words; what that is worth is computed here."""
