"""Sign-in by OpenID Connect: the requests to the provider that the operator has chosen."""
