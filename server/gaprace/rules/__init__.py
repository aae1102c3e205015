"""The rules of Addiction Solitaire and its family, pure: no clock, no I/O, no `random`."""
