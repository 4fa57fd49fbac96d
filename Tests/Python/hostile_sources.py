"""The C files of Tests/Hostile, compiled for a test."""

import pathlib
import shutil
import subprocess

HOSTILE = pathlib.Path(__file__).resolve().parents[1] / "Hostile"


def compile_source(test, source, *options):
    """A program or library made of a C file, in the directory of the test, which is skipped where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, ("cc", "clang", "gcc"))), None)
    if compiler is None:
        test.skipTest("there is no C compiler")
    made = test.directory / f"{source}.made"
    subprocess.run([compiler, "-o", made, HOSTILE / source, *options], check=True)
    return made
