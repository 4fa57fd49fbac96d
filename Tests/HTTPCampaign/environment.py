"""The Python environment of schemathesis and openapi-spec-validator, made once in .build."""

import fcntl
import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
REQUIREMENTS = HERE / "requirements.txt"
PLACE = ROOT / ".build" / "http-campaign"


def python():
    """The interpreter that has the packages of requirements.txt in exactly these versions; installs them if need be."""
    PLACE.mkdir(parents=True, exist_ok=True)
    program, stamp = PLACE / "environment" / "bin" / "python", PLACE / "installed"
    wanted = f"{sys.version}\n{REQUIREMENTS.read_text()}"
    # Two tests may want it at once.
    with open(PLACE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_text() != wanted:
            venv.create(PLACE / "environment", clear=True, with_pip=True)
            subprocess.run(
                [program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS], check=True
            )
            stamp.write_text(wanted)
    return program
