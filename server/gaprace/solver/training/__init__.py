"""How numbers of the solver are made: programs for whoever changes the solver. Nothing of the server needs them."""
