"""web-gateway that speaks HTTPS, with certificates that openssl makes."""

import functools
import http.client
import pathlib
import socket
import ssl
import subprocess

from juice_process import TIMEOUT

NAMES = "subjectAltName=DNS:localhost,DNS:shop.example,IP:127.0.0.1"


def openssl(*words):
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, timeout=TIMEOUT)


class Certificates:
    """An authority that clients trust, one below it that signs, and what it has signed, in a directory."""

    def __init__(self, directory):
        self.directory = directory
        self.root = directory / "root.pem"
        self._sign("root", "/CN=Jangteo test root", "basicConstraints=critical,CA:TRUE", by=None)
        self._sign("below", "/CN=Jangteo test issuer", "basicConstraints=critical,CA:TRUE", by="root")

    def make(self, name, days=30, by="below"):
        """Makes a certificate: the file of its chain, and that of its key."""
        chain = self._sign(name, f"/CN={name}", NAMES, by=by, days=days)
        if by == "below":
            chain.write_text(chain.read_text() + (self.directory / "below.pem").read_text())
        return chain, self.directory / f"{name}.key"

    def _sign(self, name, subject, extension, by, days=30):
        key, request, made = (self.directory / f"{name}.{end}" for end in ("key", "csr", "pem"))
        key.touch(0o600)
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key)
        openssl("req", "-new", "-key", key, "-subj", subject, "-out", request)
        extensions = self.directory / f"{name}.ext"
        extensions.write_text(extension + "\n")
        signer = ["-CA", self.directory / f"{by}.pem", "-CAkey", self.directory / f"{by}.key", "-CAcreateserial"] if by else ["-signkey", key]
        openssl("x509", "-req", "-in", request, *signer, "-days", days, "-extfile", extensions, "-out", made)
        return made


class TLSTest:
    """What a test of web-gateway does by HTTPS instead: stands before the class of the test."""

    @functools.cached_property
    def certificates(self):
        return Certificates(self.directory)

    @functools.cached_property
    def pair(self):
        return self.certificates.make("first")

    @property
    def chain(self):
        return self.pair[0]

    @property
    def key(self):
        return self.pair[1]

    @functools.cached_property
    def trust(self):
        return ssl.create_default_context(cafile=self.certificates.root)

    def web(self, *arguments, **more):
        return super().web("--tls-certificate", self.chain, "--tls-key", self.key, *arguments, **more)

    def http(self, web):
        return http.client.HTTPSConnection("127.0.0.1", web.port, timeout=TIMEOUT, context=self.trust)

    def connect(self, web, *pieces, trust=None, name="127.0.0.1"):
        plain = socket.create_connection(("127.0.0.1", web.port), TIMEOUT)
        self.addCleanup(plain.close)
        connection = (trust or self.trust).wrap_socket(plain, server_hostname=name)
        self.addCleanup(connection.close)
        for piece in pieces:
            connection.sendall(piece)
        return connection


def put(path, source):
    """Puts what is in `source` at a path at once, as programs that renew certificates do."""
    other = pathlib.Path(f"{path}.new")
    other.write_bytes(source.read_bytes())
    other.chmod(source.stat().st_mode & 0o777)
    other.replace(path)
