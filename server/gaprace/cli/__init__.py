"""The command `gaprace`."""
