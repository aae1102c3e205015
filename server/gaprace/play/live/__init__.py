"""The race and its room as state machines: what players and spectators do, and who sees what of it."""
