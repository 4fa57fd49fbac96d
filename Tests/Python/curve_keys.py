"""Key files as an operator would lay them out, and sockets that use them."""

import os

import zmq


class Keys:
    """A pair of keys."""

    def __init__(self):
        self.public, self.secret = zmq.curve_keypair()

    def write_secret(self, path, mode=0o600):
        path.touch(mode)
        path.chmod(mode)
        path.write_text(f'curve\n    public-key = "{self.public.decode()}"\n    secret-key = "{self.secret.decode()}"\n')
        return path

    def write_certificate(self, path, role="order"):
        path.write_text(f'metadata\n    role = "{role}"\ncurve\n    public-key = "{self.public.decode()}"\n')
        path.chmod(0o644)
        return path

    def apply(self, socket, server):
        """Makes a socket use these keys, towards the server with that public key."""
        socket.curve_serverkey = server
        socket.curve_publickey, socket.curve_secretkey = self.public, self.secret


class KeyRing:
    """A service's key file and its directory of clients."""

    def __init__(self, directory):
        self.server = Keys()
        self.directory = directory / "clients"
        self.directory.mkdir(mode=0o700)
        self.file = self.server.write_secret(directory / "server.key_secret")
        self._keys = {}

    def allow(self, name, role="order"):
        """Lets somebody in, from the next reading of the directory on, and returns their keys."""
        keys = self._keys.setdefault(name, Keys())
        keys.write_certificate(self.path(name), role)
        return keys

    def replace(self, name, role="order"):
        """Gives somebody new keys."""
        self._keys[name] = Keys()
        return self.allow(name, role)

    def revoke(self, name):
        os.remove(self.path(name))

    def path(self, name):
        return self.directory / f"{name}.key"

    @property
    def arguments(self):
        return ("--curve-key", self.file, "--clients", self.directory)
