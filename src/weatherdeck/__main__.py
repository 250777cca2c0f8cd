"""`python -m weatherdeck` is `weatherdeck`."""

import sys

from .cli import main

sys.exit(main(as_module=True))
