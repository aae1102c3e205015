"""Clips: games, or parts of them, as moving pictures that can leave the site."""
