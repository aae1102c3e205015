"""Learning from games: analyses, accuracy, puzzles."""
