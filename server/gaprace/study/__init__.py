"""Learning from games: analyses and puzzles."""
