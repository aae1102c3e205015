"""Notices: webhooks and web push, from the settings to the delivery."""
