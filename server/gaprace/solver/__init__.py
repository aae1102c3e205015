"""What to do next on a board: pure, on the rules alone."""
