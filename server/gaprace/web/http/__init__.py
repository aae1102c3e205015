"""What every HTTP request passes: addresses, limits, identity, problems."""
