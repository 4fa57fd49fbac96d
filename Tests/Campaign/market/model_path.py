"""Makes the model of the market importable, which is with those of the other services in Tests/Python."""

import pathlib
import sys

MODELS = str(pathlib.Path(__file__).resolve().parents[2] / "Python")

if MODELS not in sys.path:
    sys.path.append(MODELS)
