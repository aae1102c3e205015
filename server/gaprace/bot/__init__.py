"""Bots as programs: they join a room over the network, see only what any client sees, and play."""
