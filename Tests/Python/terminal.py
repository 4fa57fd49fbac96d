"""A real terminal, of tmux: types into programs and reads what they have drawn."""

import os
import shlex
import shutil
import subprocess
import time
import unittest

from juice_process import TIMEOUT


class Terminal:
    """A terminal with a shell in it, in a tmux server of its own."""

    def __init__(self, directory, environment, columns=80, rows=24):
        if not shutil.which("tmux"):
            raise unittest.SkipTest("tmux is not installed")
        self._socket = directory / "tmux"
        self._environment = environment | {"TERM": "screen-256color"}
        self._tmux("-f", os.devnull, "new-session", "-d", "-x", str(columns), "-y", str(rows), "sh")
        # Shells have prompts of their own for root.
        self.type("PS1='$ '")
        self.press("Enter")
        self.clear()

    def _tmux(self, *words):
        ended = subprocess.run(
            ["tmux", "-u", "-S", self._socket, *words],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            env=self._environment,
            check=True,
        )
        return ended.stdout

    @property
    def lines(self):
        """What is on the screen."""
        return [line.rstrip() for line in self._tmux("capture-pane", "-p").splitlines()]

    def wait(self, *texts):
        """Waits until all texts are on the screen, and returns its lines."""
        return self._wait(lambda lines: all(any(text in line for line in lines) for text in texts), texts)

    def _wait(self, is_there, what):
        end = time.monotonic() + TIMEOUT
        while not is_there(lines := self.lines):
            if time.monotonic() > end:
                raise AssertionError("\n".join([f"never on the screen: {what}", *lines]))
        return lines

    def wait_for_prompt(self):
        """Waits until the shell asks for the next command: a program that ends may throw away what was typed before."""
        self._wait(lambda lines: [line for line in lines if line][-1:] == ["$"], "a prompt below everything else")

    def wait_until_plain(self):
        """Waits until a program has given the screen back."""
        self._wait(lambda _: self.is_plain, "the cursor on the screen that shells use")

    def type(self, text):
        """Types a text as it is."""
        self._tmux("send-keys", "-l", "--", text)

    def press(self, *keys):
        """Presses keys that have names, such as Enter."""
        self._tmux("send-keys", *keys)

    def run(self, *words):
        """Has the shell run a command."""
        self.type(shlex.join(str(word) for word in words))
        self.press("Enter")

    def clear(self):
        """Has the shell clear the screen; nothing on it is of an earlier command then."""
        self.run("clear")
        self._wait(lambda lines: lines[0] == "$" and not any(lines[1:]), "nothing but a prompt")

    def resize(self, columns, rows):
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    @property
    def is_plain(self):
        """Whether the cursor is to be seen, on the screen that shells use."""
        return self._tmux("display-message", "-p", "#{cursor_flag}#{alternate_on}").strip() == "10"

    def close(self):
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], capture_output=True, check=False)
