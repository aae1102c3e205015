"""Thinking: searches in worker processes beside the server."""
