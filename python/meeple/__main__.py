"""``python -m meeple``: the command line."""

import sys

from meeple.cli import main

if __name__ == "__main__":
    sys.exit(main())
