"""The engine: searches for hints, bots, certificates and analyses, in processes beside the server."""
