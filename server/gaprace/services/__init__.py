"""The services that answer requests, one file per domain. They hold no SQL; live rooms never import them."""
