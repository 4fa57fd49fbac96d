"""Makes the campaign's modules importable."""

import pathlib
import sys

CAMPAIGN = pathlib.Path(__file__).resolve().parents[1] / "Campaign"

if str(CAMPAIGN) not in sys.path:
    sys.path.append(str(CAMPAIGN))
