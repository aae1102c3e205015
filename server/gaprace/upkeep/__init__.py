"""Upkeep: what is packed, and what is deleted, when its time has come; health checks."""
