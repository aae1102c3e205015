"""Attacks from outside: what one address may do to everybody else, within all limits."""
