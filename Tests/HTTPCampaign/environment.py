"""The Python environment of schemathesis and openapi-spec-validator, made once in .build."""

import fcntl
import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def python(folder=HERE, name="http-campaign"):
    """The interpreter that has the packages of the folder's requirements.txt in exactly these versions; installs them if need be."""
    requirements, place = folder / "requirements.txt", ROOT / ".build" / name
    place.mkdir(parents=True, exist_ok=True)
    program, stamp = place / "environment" / "bin" / "python", place / "installed"
    wanted = f"{sys.version}\n{requirements.read_text()}"
    # Two tests may want it at once.
    with open(place / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_text() != wanted:
            venv.create(place / "environment", clear=True, with_pip=True)
            subprocess.run(
                [program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements], check=True
            )
            stamp.write_text(wanted)
    return program
