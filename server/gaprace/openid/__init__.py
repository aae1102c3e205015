"""Sign-in by OpenID Connect: what is asked of the provider that the operator has chosen."""
