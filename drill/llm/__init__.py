"""The one door to the OpenAI SDK, and to any endpoint that speaks its chat protocol."""
