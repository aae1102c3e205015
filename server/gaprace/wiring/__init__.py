"""The composition root: the only place where adapters are chosen, by URL scheme, and where the application is built."""
