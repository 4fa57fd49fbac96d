"""Python environments with packages of PyPI in exactly the versions of a requirements.txt, each made once in .build."""

import fcntl
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]


def python(folder, name):
    """The interpreter of the environment of that name, which has the packages that the folder asks for; installs them if need be."""
    place = ROOT / ".build" / name
    place.mkdir(parents=True, exist_ok=True)
    requirements = folder / "requirements.txt"
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
