"""HTTP, the socket and the pages: everything that comes from a network, checked before it goes further in."""
