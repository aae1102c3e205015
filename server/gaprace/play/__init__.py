"""Rooms, races, dailies, leaderboards and ratings, as pure state. No I/O, no clock, no event loop."""
