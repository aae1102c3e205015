"""Upkeep: what is deleted when its time has come."""
