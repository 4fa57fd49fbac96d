"""Makes the soak's modules importable."""

import pathlib
import sys

SOAK = pathlib.Path(__file__).resolve().parents[1] / "Soak"

if str(SOAK) not in sys.path:
    sys.path.append(str(SOAK))
