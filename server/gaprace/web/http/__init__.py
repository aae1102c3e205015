"""What every HTTP request passes through: routes, limits, identity, problems."""
