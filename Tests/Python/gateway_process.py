"""The real gateway: runs one command, or follows one that goes on."""

import os
import select
import signal
import subprocess
import time

from juice_process import TIMEOUT, PROGRAMS

GATEWAY = PROGRAMS / "gateway"


def environment(service, **more):
    """What a terminal in English, without colours, would have; nothing of ours is inherited."""
    kept = {
        name: text
        for name, text in os.environ.items()
        if not name.startswith(("JANGTEO_", "XDG_", "LC_", "LANG", "NO_COLOR"))
    }
    ours = {"JANGTEO_RUN_DIR": str(service.run), "JANGTEO_STATE_DIR": str(service.state), "LANG": "en_US.UTF-8"}
    return kept | ours | more


def gateway(service, *words, stdin="", **more):
    """Runs one command to its end: what it printed, what it said, how it ended."""
    return subprocess.run(
        [GATEWAY, *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        env=environment(service, **more),
        check=False,
    )


def gateway_unread(service, output, *words, stdin="", **more):
    """Runs one command whose standard output takes nothing: `closed`, `full`, or a pipe whose reader is `gone`."""
    options = {"input": stdin, "stderr": subprocess.PIPE, "text": True, "timeout": TIMEOUT, "check": False}
    options["env"] = environment(service, **more)
    words = [str(word) for word in words]
    if output == "closed":
        return subprocess.run(["/bin/sh", "-c", 'exec "$0" "$@" >&-', GATEWAY, *words], **options)
    if output == "full":
        with open("/dev/full", "wb") as full:
            return subprocess.run([GATEWAY, *words], stdout=full, **options)
    assert output == "gone", output
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return subprocess.run([GATEWAY, *words], stdout=writing, **options)
    finally:
        os.close(writing)


def completed(service, line, **more):
    """What bash offers at the end of a line, and what was said on standard error."""
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    script = f"""
        source <("$GATEWAY" completion bash)
        gateway() {{ "$GATEWAY" "$@"; }}
        COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; COMP_LINE='{line}'; COMP_POINT={len(line)}
        COMP_TYPE=9
        complete -p gateway | grep -o -- '-F [^ ]*' | {{ read -r _ name; "$name" gateway "${{COMP_WORDS[-1]}}" "${{COMP_WORDS[-2]}}"
        printf '%s\\n' "${{COMPREPLY[@]}}"; }}
    """
    ended = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, timeout=TIMEOUT, check=False,
        env=environment(service, GATEWAY=str(GATEWAY), **more),
    )
    return {word.strip() for word in ended.stdout.splitlines()}, ended.stderr


class Following:
    """A gateway that goes on, such as `watch`: its lines as they come."""

    def __init__(self, service, *words, **more):
        self._process = subprocess.Popen(
            [GATEWAY, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(service, **more),
        )
        self._rest = {self._process.stdout: b"", self._process.stderr: b""}

    def _line(self, stream):
        end = time.monotonic() + TIMEOUT
        while b"\n" not in self._rest[stream]:
            if not select.select([stream], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError("no line came")
            piece = os.read(stream.fileno(), 65536)
            if not piece:
                raise AssertionError(f"it ended with {self._process.wait()}")
            self._rest[stream] += piece
        line, self._rest[stream] = self._rest[stream].split(b"\n", 1)
        return line.decode()

    def line(self):
        """The next line of data."""
        return self._line(self._process.stdout)

    def has_line(self, timeout):
        """Whether a line of data comes in time; it is taken."""
        stream = self._process.stdout
        if b"\n" not in self._rest[stream] and not select.select([stream], [], [], timeout)[0]:
            return False
        self.line()
        return True

    def remark(self):
        """The next line of standard error."""
        return self._line(self._process.stderr)

    def end(self, number=signal.SIGINT):
        """Sends a signal and returns the exit code."""
        self._process.send_signal(number)
        return self._process.wait(TIMEOUT)

    def wait(self):
        return self._process.wait(TIMEOUT)

    def close(self):
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._process.stderr.close()
