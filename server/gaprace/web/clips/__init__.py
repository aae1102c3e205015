"""Clips: games, or parts of them, as animations that can be shared."""
