"""Groups: their members, rooms, dailies, scores and feeds."""
