"""The race and its room as state machines: the acts of players and spectators, and their visibility to others."""
