"""`python -m gaprace` is the command `gaprace`."""

import sys

from gaprace.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
