"""The reader of pages and the makers of sheets stand beside these tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
