"""Decide, store, tell: the rooms, races and people that this process serves."""
