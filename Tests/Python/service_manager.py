"""What a service manager such as systemd has at the other end of $NOTIFY_SOCKET, and a thread that is made to hang."""

import contextlib
import ctypes
import os
import pathlib
import socket

from juice_process import TIMEOUT

# <sys/ptrace.h>, and __WALL of <sys/wait.h>: also threads are waited for.
SEIZE, INTERRUPT, DETACH, WALL = 0x4206, 0x4207, 17, 0x40000000


class Manager:
    """The socket of a manager; `name` is a path, or begins with @ for a name in no file system."""

    def __init__(self, name):
        self.name = str(name)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(TIMEOUT)
        self._socket.bind("\0" + self.name[1:] if self.name.startswith("@") else self.name)

    def next(self):
        """The next message: each of its variables."""
        return self._variables(self._socket.recv(65536))

    def waiting(self):
        """The messages that are there."""
        messages = []
        self._socket.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                messages.append(self._variables(self._socket.recv(65536)))
        self._socket.settimeout(TIMEOUT)
        return messages

    def until(self, variable):
        """Reads up to the first message that has a variable, and returns that one."""
        while variable not in (message := self.next()):
            pass
        return message

    def close(self):
        self._socket.close()

    @staticmethod
    def _variables(message):
        return dict(line.split("=", 1) for line in message.decode().split("\n"))


@contextlib.contextmanager
def hanging(process, thread):
    """Has one thread of a process stand still, by the beginning of its name; the others go on. Needs the right to trace."""
    tasks = (path for path in pathlib.Path(f"/proc/{process}/task").iterdir() if int(path.name) != process)
    task = max(int(path.name) for path in tasks if (path / "comm").read_text().startswith(thread))
    _trace(SEIZE, task)
    _trace(INTERRUPT, task)
    os.waitpid(task, WALL)
    try:
        yield
    finally:
        _trace(DETACH, task)


def _trace(request, task):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    libc.ptrace.restype = ctypes.c_long
    if libc.ptrace(request, task, None, None) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
