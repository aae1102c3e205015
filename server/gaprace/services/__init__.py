"""The services that answer requests, by domain."""
