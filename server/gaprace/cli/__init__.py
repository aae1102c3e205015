"""The command `gaprace`: one module for each group of commands, `main.py` for all of them."""
