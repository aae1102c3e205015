"""Upkeep: the deletion of old data."""
