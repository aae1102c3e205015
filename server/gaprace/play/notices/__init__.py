"""The messages of webhooks and web push: their contents, receivers and times."""
