"""What people do together, as pure state: rooms, dailies, leaderboards, ratings. No I/O, no clock, no event loop."""
