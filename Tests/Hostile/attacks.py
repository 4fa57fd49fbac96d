"""The register of attacks, and what all of them use.

An attack is what a hostile peer can do to a service's sockets, one function each in the files beside this one. None of them
sends what would end a program that uses libzmq as it is distributed: those faults are said in docs/upstream, with patches. It takes a
`Target` and attacks until `target.is_over()`; it returns a few words about what it got done. Whatever the service answers or
however it hangs up is none of its business: the kit looks at the service and its other peers. What an attack alone can see,
such as an answer that is somebody else's, it asserts.
"""

ATTACKS = {}

# Seconds that a call or a join of somebody else may take during an attack.
LONGEST = 1.0
# What they may take where the service may end: it is started again meanwhile, over and over, and only a loss counts.
LONGEST_WITH_RESTARTS = 30.0

# A ping with a longer context than may be.
PING = b"\x04PING\xff\xff" + b"c" * 100
# The largest answer there is, and a small one.
DISCOVER = b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'
LIST = b'{"jsonrpc":"2.0","id":1,"method":"juice.stock.list"}'


def attack(
    target_socket="rpc",
    memory=96,
    total_memory=None,
    ends_service=(),
    longest=(),
    mended=(),
    transports=("ipc", "tcp", "curve"),
    tested_over=None,
    files=None,
    served=2,
):
    """Declares an attack.

    `memory` is the bound in MiB on what the service may grow by, and `total_memory`, where it is given instead, on all that
    it has. Over the transports of `ends_service` the service may end and be started again by its memory limit, which is the
    bound then. `longest` says for a transport how many seconds somebody else's call may take, if
    that is more than `LONGEST`: the attack says why in its docstring, and SECURITY.md names it. Over the transports of
    `mended` that is so only without the patches of docs/upstream. `transports` says where the attack is possible,
    `tested_over` in which of them the short test makes it (None: in all). `files` is how many files the service may have open.
    `served` is how often somebody else has to be served before the short test ends the attack: more where they are kept out,
    because somebody may slip in.
    """

    def declare(function):
        function.endpoint, function.ends_service, function.files = target_socket, ends_service, files
        function.served = served
        function.memory, function.total_memory = memory, total_memory
        function.longest = dict.fromkeys(ends_service, LONGEST_WITH_RESTARTS) | dict(longest)
        function.mended = mended
        function.transports = transports
        function.tested_over = transports if tested_over is None else tested_over
        ATTACKS[function.__name__] = function
        return function

    return declare


class Strangers:
    """The connections of one attack, all closed at its end."""

    def __init__(self):
        self._open = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        while self._open:
            self._open.pop().close()

    def __len__(self):
        return len(self._open)

    def add(self, stranger):
        self._open.append(stranger)
        return stranger

    def forget_oldest(self, above):
        while len(self._open) > above:
            self._open.pop(0).close()


def try_to(function, *arguments, **options):
    """The result, or None where the service or the system did not let us."""
    try:
        return function(*arguments, **options)
    except (OSError, TimeoutError):
        return None


def send_again_and_again(target, kind, make, timeout=None):
    """One peer after another sends what `make(peer)` makes until it is hung up on; the bytes that were taken, and how often."""
    taken = times = 0
    while not target.is_over():
        stranger = try_to(target.introduce, kind)
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            if timeout is not None:
                stranger.settimeout(timeout)
            while not target.is_over():
                piece = make(stranger)
                if try_to(lambda: [stranger.sendall(piece)]) is None:
                    break
                taken += len(piece)
                times += 1
    return taken, times
