"""The screens: each asks the desk for what it shows, and tells it what the user did."""
