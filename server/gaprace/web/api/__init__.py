"""The HTTP API, by domain, and the documents that describe it."""
