"""The register of attacks, and what all of them use.

An attack is what a hostile peer can do to a service's sockets, one function each in the files beside this one. It takes a
`Target` and attacks until `target.is_over()`; it returns a few words about what it got done. Whatever the service answers or
however it hangs up is none of its business: the kit looks at the service and its other peers. What an attack alone can see,
such as an answer that is somebody else's, it asserts.
"""

ATTACKS = {}

# A ping with a longer context than may be.
PING = b"\x04PING\xff\xff" + b"c" * 100
# The largest answer there is, and a small one.
DISCOVER = b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'
LIST = b'{"jsonrpc":"2.0","id":1,"method":"juice.stock.list"}'


def attack(target_socket="rpc", memory=96, ends_service=(), surroundings=("ipc", "tcp", "curve")):
    """Declares an attack.

    `memory` is the bound in MiB on what the service may grow by. In the surroundings of `ends_service` the service may end
    and be started again, by its memory limit, which is the bound then, or because libzmq aborts. `surroundings` says where
    the attack is possible.
    """

    def declare(function):
        function.endpoint, function.memory, function.ends_service = target_socket, memory, ends_service
        function.surroundings = surroundings
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
