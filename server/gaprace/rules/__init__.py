"""The rules of Addiction Solitaire and its family. Pure: no clock, no I/O, no `random`."""
