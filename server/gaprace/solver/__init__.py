"""The solver: hints, proofs and certificates. Pure, and built on the rules alone."""
