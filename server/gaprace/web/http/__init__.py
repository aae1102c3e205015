"""The common parts of HTTP requests: routes, limits, identity, problems."""
