"""One test target, run again and again with another mutant at work: it is stopped at the first test that fails."""

import os
import pathlib
import re
import resource
import selectors
import shutil
import signal
import subprocess
import tempfile
import time

from tree import BUILD, COPY, outcome

FAILURE = re.compile(r'✘ Test "?(.+?)"? recorded an issue')
# Histories that the simulation runs: enough for most bugs, and some seconds.
SEEDS = "1..<101"
# A mutant may take all there is: bytes of address space, and of a file.
LIMITS = {resource.RLIMIT_AS: 12 << 30, resource.RLIMIT_FSIZE: 2 << 30, resource.RLIMIT_CORE: 0}


class Suite:
    def __init__(self, target, directory, numbers):
        self.target = target
        self.directory = directory
        self.map = pathlib.Path(directory) / f"reached-{target}"
        self.map.write_bytes(bytes(numbers))
        self.reached = set()
        self.longest = 1_800

    def rehearse(self):
        """Runs without a mutant, and finds out how long that takes and what is reached; gives what failed."""
        started = time.monotonic()
        failure = self.run({"JANGTEO_REACHED": str(self.map)})
        self.longest = 60 + 5 * (time.monotonic() - started)
        self.reached = {number for number, byte in enumerate(self.map.read_bytes()) if byte}
        return failure

    def catch(self, number):
        """What notices a mutant; None when nothing does, or does not come to where it is."""
        if number not in self.reached:
            return None
        return self.run({"JANGTEO_MUTANT": str(number)})

    def run(self, environment):
        program = BUILD / "debug" / "jangteoPackageTests.xctest"
        # What a stopped test leaves behind goes with its directory.
        temporary = tempfile.mkdtemp(dir=self.directory)
        process = subprocess.Popen(
            [program, "--testing-library", "swift-testing", "--filter", rf"^{self.target}\."],
            cwd=COPY, env={**os.environ, "TMPDIR": temporary, "JANGTEO_SEEDS": SEEDS, "NO_COLOR": "1", **environment},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: [resource.setrlimit(kind, (most, most)) for kind, most in LIMITS.items()],
        )
        try:
            return self.watch(process)
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            process.stdout.close()
            shutil.rmtree(temporary, ignore_errors=True)

    def watch(self, process):
        output, deadline = b"", time.monotonic() + self.longest
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while time.monotonic() < deadline:
                if not selector.select(deadline - time.monotonic()):
                    continue
                piece = os.read(process.stdout.fileno(), 1 << 16)
                if not piece:
                    code = process.wait()
                    text = output.decode(errors="replace")
                    if code == 0 and not re.search(r"Test run with [1-9]\d* test", text):
                        return "there are no such tests"
                    return outcome(code, text)
                output += piece
                if found := FAILURE.search(output.decode(errors="replace")):
                    return f"test: {found[1]}"[:100]
        return outcome(None, "")
