"""`python -m weatherdeck` is `weatherdeck`."""

import sys

from .cli import main
from .cli.importing import leave_current_folder

leave_current_folder()
sys.exit(main())
