"""Programs that make the solver's tables and its scale of difficulty. The server does not use them."""
