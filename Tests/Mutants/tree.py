"""A copy of the tree in which bugs are planted, and how it is built and tested there: never in the tree itself."""

import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / ".build-mutants" / "tree"
BUILD = ROOT / ".build-mutants" / "build"
LONGEST_BUILD = 3600


def sync():
    """Makes the copy equal to the tree; what is equal keeps its time, so that it is not built again."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout
    files = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    files.add("Package.resolved")
    for name in sorted(files):
        source, target = ROOT / name, COPY / name
        if not source.is_file():
            continue
        content = source.read_bytes()
        if target.is_file() and target.read_bytes() == content:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        target.chmod(source.stat().st_mode)
    for target in COPY.rglob("*"):
        if target.is_file() and str(target.relative_to(COPY)) not in files:
            target.unlink()


def swift(*arguments, timeout, environment=None, package="."):
    """The exit code (None when it took too long) and what was printed."""
    return run(
        ["swift", *arguments, "--package-path", str(COPY / package), "--scratch-path", str(BUILD / package)],
        ROOT, timeout, environment or {},
    )


def run(command, directory, timeout, environment):
    try:
        done = subprocess.run(
            command, cwd=directory, env={**os.environ, **environment}, timeout=timeout,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace")
    return done.returncode, done.stdout


def build(product="jangteoPackageTests", package="."):
    """The errors of the build; none when it went well."""
    code, output = swift("build", "--product", product, timeout=LONGEST_BUILD, package=package)
    if code == 0:
        return []
    return re.findall(r"^.*\berror:.*$", output, re.M) or ["the build fails"]


def outcome(code, output):
    """How a test run failed; None when it did not."""
    if code is None:
        return "it hangs"
    if code < 0:
        return f"it dies of signal {-code}"
    trap = re.search(r"Fatal error.*|error: .*", output)
    return (trap.group()[:110] if trap else f"exit code {code}") if code else None
