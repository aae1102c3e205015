"""How the solver's numbers were made: programs for whoever changes the solver. Nothing of the server needs them."""
