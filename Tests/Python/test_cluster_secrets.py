"""How workers prove who they are to the database, and the database to them: passwords and certificates, and where they stand."""

import shutil
import socket
import subprocess
import threading
import unittest

from postgresql_server import UNPRIVILEGED, PostgreSQLServer
from test_cluster import ClusterTest


class CommandLines(ClusterTest):
    FORMS = (
        "postgresql://worker:secret@127.0.0.1/shop",
        "postgresql://worker@127.0.0.1/shop?password=secret",
        "host=127.0.0.1 user=worker password=secret",
        "host=127.0.0.1 user=worker sslpassword=secret",
    )

    def test_a_password_in_a_command_line_is_refused_by_a_worker(self):
        for form in self.FORMS:
            with self.subTest(form):
                refusal = self.assertRefusesToStart("--log", form)
                self.assertIn("JANGTEO_LOG", refusal)
                self.assertNotIn("secret", refusal)

    def test_a_password_in_a_command_line_is_refused_by_gateway(self):
        for command in (["init"], ["status"], ["accept-loss", "--stream", "juice", "--yes"], ["forget", "--stream", "juice", "--yes"]):
            for form in self.FORMS:
                with self.subTest(f"{command[0]} {form}"):
                    refusal = self.gateway("cluster", command[0], form, *command[1:], code=2).stderr
                    self.assertIn("~/.pgpass", refusal)
                    self.assertNotIn("secret", refusal)

    def test_the_environment_may_have_one(self):
        self.assertIn("already", self.gateway("cluster", "init", JANGTEO_LOG=f"{self.log} sslpassword=secret").stdout)


class Certificates(ClusterTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with socket.create_server(("127.0.0.1", 0)) as free:
            cls.port = free.getsockname()[1]
        cls.server = PostgreSQLServer(listen_addresses="127.0.0.1", port=cls.port)
        cls.addClassCleanup(cls.server.close)
        access = "local all all trust\nhostssl all worker 127.0.0.1/32 scram-sha-256\n"
        (cls.server.directory / "data" / "pg_hba.conf").write_text(access)
        cls.server.sql("CREATE ROLE worker LOGIN")

    def setUp(self):
        super().setUp()
        self.gateway("cluster", "init", self.log, "--grant", "worker")
        self.root, self.passwords = self.directory / "root.crt", self.directory / "passwords"
        self.renew("first")
        self.owner = self.log
        database = self.log.split("dbname=")[1].split()[0]
        self.log = (
            f"host=localhost hostaddr=127.0.0.1 port={self.port} dbname={database} user=worker sslmode=verify-full"
            f" sslrootcert={self.root} passfile={self.passwords}"
        )

    def renew(self, password):
        """Gives the server a certificate of another authority, and the role another password, and ends all connections."""
        key, certificate = self.directory / "server.key", self.directory / "server.crt"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", f"/CN={password}", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
            check=True, capture_output=True,
        )  # fmt: skip
        for file in (key, certificate):
            there = self.server.directory / "data" / file.name
            shutil.copy(file, there)
            there.chmod(0o600)
            if UNPRIVILEGED:
                shutil.chown(there, "postgres")
        self.server.sql(f"ALTER ROLE worker PASSWORD '{password}'")
        self.server.sql("ALTER SYSTEM SET ssl = on")
        self.server.sql("SELECT pg_reload_conf()")
        shutil.copy(certificate, self.root)
        self.passwords.touch(mode=0o600)
        self.passwords.write_text(f"*:*:*:worker:{password}\n")
        self.server.sql("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE usename = 'worker'")

    def test_certificates_and_passwords_change_while_a_worker_runs(self):
        active, _ = self.active([self.worker()])
        first = self.order(active, "K1")
        self.renew("second")
        second = self.order(active, "K2")
        self.assertEqual(second["meta"]["sequence"], first["meta"]["sequence"] + 1)
        self.assertTrue(active.is_running)
        used = self.server.sql("SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'worker'")
        self.assertEqual(used, "t")

    def test_a_certificate_of_another_authority_is_refused_with_what_to_look_at(self):
        self.renew("own")
        shutil.copy(self.root, other := self.directory / "other.crt")
        self.renew("other")
        refused = self.gateway("cluster", "status", self.log.replace(str(self.root), str(other)), code=1)
        self.assertIn("sslrootcert", refused.stderr)

    def test_who_ends_the_connection_before_tls_is_not_said_to_have_a_wrong_certificate(self):
        # A proxy that has no server behind it.
        proxy = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(proxy.close)

        def refuse():
            try:
                while True:
                    connection, _ = proxy.accept()
                    connection.recv(8)
                    connection.close()
            except OSError:
                pass

        threading.Thread(target=refuse, daemon=True).start()
        for mode in ("prefer", "verify-full"):
            place = f"host=127.0.0.1 port={proxy.getsockname()[1]} dbname=shop sslmode={mode}"
            refused = self.gateway("cluster", "status", place, code=4)
            self.assertIn("Check that the database runs", refused.stderr)
            self.assertNotIn("sslrootcert", refused.stderr)


if __name__ == "__main__":
    unittest.main()
