"""Keys and contexts from a terminal, and what a person is told who is not admitted."""

import json
import os
import signal
import stat
import time
import unittest

from curve_keys import KeyRing, Keys
from gateway_process import Following, GATEWAY, environment, gateway
from juice_process import JuiceTest, TIMEOUT

ANY_PORT = "tcp://127.0.0.1:*"


class KeysTest(JuiceTest):
    """A person with a configuration directory of their own, and perhaps a suite that asks for keys."""

    def setUp(self):
        super().setUp()
        self.configuration = self.directory / "config" / "jangteo"

    def gateway(self, *words, service=None, **more):
        """Runs one command of somebody who has nothing but a home."""
        service = service or self.nowhere
        more = {"XDG_CONFIG_HOME": str(self.directory / "config")} | more
        done = gateway(service, *map(str, words), **more)
        self.assertNotIn("SECRET", done.stdout + done.stderr)
        return done

    class Nowhere:
        """Where no service is."""

        def __init__(self, directory):
            self.run, self.state = directory / "nowhere", directory / "nothing"

    @property
    def nowhere(self):
        return self.Nowhere(self.directory)

    def ok(self, *words, **more):
        done = self.gateway(*words, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refused(self, code, *words, says, **more):
        done = self.gateway(*words, **more)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for text in says if isinstance(says, tuple) else (says,):
            self.assertIn(str(text), done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        return done

    def mode(self, path):
        return stat.S_IMODE(os.stat(path).st_mode)


class MakingKeysTest(KeysTest):
    def test_a_new_pair_is_two_files_of_which_one_is_secret(self):
        public = self.ok("keys", "generate").strip()
        secret, certificate = self.configuration / "gateway.key_secret", self.configuration / "gateway.key"
        self.assertEqual((self.mode(secret), self.mode(certificate)), (0o600, 0o644))
        self.assertEqual(self.mode(self.configuration), 0o700)
        self.assertEqual(len(public), 40)
        hidden = secret.read_text().split('secret-key = "')[1].split('"')[0]
        self.assertNotIn(hidden, certificate.read_text())
        for words in (("keys", "show"), ("keys", "show", secret), ("keys", "show", certificate)):
            done = self.gateway(*words)
            self.assertEqual(done.stdout.strip(), public)
            self.assertNotIn(hidden, done.stdout + done.stderr)
        self.assertEqual(json.loads(self.ok("keys", "show", "--json"))["publickey"], public)
        self.refused(2, "keys", "generate", says=(secret, "exists"))
        self.assertIn(hidden, secret.read_text(), "the old pair was replaced")

    def test_the_files_are_those_of_other_programs(self):
        import zmq.auth

        public = self.ok("keys", "generate", self.directory / "mine").strip()
        read = zmq.auth.load_certificate(self.directory / "mine.key_secret")
        self.assertEqual(read[0].decode(), public)
        self.assertEqual(zmq.curve_public(read[1]).decode(), public)
        _, theirs = zmq.auth.create_certificates(self.directory, "theirs")
        os.chmod(theirs, 0o600)
        self.assertEqual(self.ok("keys", "show", theirs).strip(), zmq.auth.load_certificate(theirs)[0].decode())

    def test_a_secret_that_others_can_read_is_refused_with_what_to_do(self):
        self.ok("keys", "generate", self.directory / "mine")
        path = self.directory / "mine.key_secret"
        path.chmod(0o644)
        self.refused(2, "keys", "show", path, says=f"chmod 600 {path}")

    def test_clients_are_allowed_listed_and_revoked(self):
        alice, bob = Keys(), Keys()
        certificate = bob.write_certificate(self.directory / "bob.key")
        self.ok("keys", "allow", "alice", "--role", "operate", "--", alice.public.decode())
        self.ok("keys", "allow", "bob", certificate, "--role", "read")
        listed = json.loads(self.ok("keys", "list", "--json"))
        self.assertEqual(
            [(client["name"], client["role"], client["publickey"]) for client in listed],
            [("alice", "operate", alice.public.decode()), ("bob", "read", bob.public.decode())],
        )
        table = self.ok("keys", "list")
        for word in ("alice", "operate", bob.public.decode()):
            self.assertIn(word, table)
        self.ok("keys", "revoke", "bob")
        self.assertEqual([client["name"] for client in json.loads(self.ok("keys", "list", "--json"))], ["alice"])
        self.refused(2, "keys", "revoke", "bob", says="bob")

    def test_what_would_make_two_of_one_is_refused(self):
        alice = Keys().public.decode()
        self.ok("keys", "allow", "alice", "--role", "order", "--", alice)
        self.refused(2, "keys", "allow", "alice", "--role", "order", "--", Keys().public.decode(), says="revoke")
        self.refused(2, "keys", "allow", "carol", "--role", "order", "--", alice, says="alice already has this key")
        self.refused(2, "keys", "allow", "a b", "--role", "order", "--", Keys().public.decode(), says="name")
        self.refused(2, "keys", "allow", "../x", "--role", "order", "--", Keys().public.decode(), says="name")
        self.refused(2, "keys", "allow", "dora", "too short", "--role", "order", says="40 characters")
        self.assertEqual(os.listdir(self.configuration / "clients"), ["alice.key"])

    def test_a_secret_file_in_the_list_is_pointed_out(self):
        self.ok("keys", "allow", "alice", "--role", "order", "--", Keys().public.decode())
        eve = Keys().write_secret(self.configuration / "clients" / "eve.key", 0o644)
        done = self.gateway("keys", "list")
        self.assertEqual(done.returncode, 1)
        self.assertIn("secret key", done.stdout)
        self.assertIn(str(eve), done.stdout)


class ContextTest(KeysTest):
    KEY = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"

    def add(self, name, *words):
        return self.ok("context", "add", name, *words)

    def test_a_context_is_added_shown_used_and_left(self):
        self.ok("keys", "generate")
        self.add("shop", "--server-key", self.KEY, "juice=tcp://10.0.0.5:7101,tcp://10.0.0.5:7102")
        self.add("desk", "--insecure", "calc=tcp://127.0.0.1:7201")
        contexts = json.loads(self.ok("context", "list", "--json"))
        self.assertEqual([(c["name"], c["current"]) for c in contexts], [("desk", False), ("shop", False)])
        shop = json.loads(self.ok("context", "show", "shop", "--json"))
        self.assertEqual(shop["serverkey"], self.KEY)
        self.assertEqual(shop["services"], {"juice": {"rpc": "tcp://10.0.0.5:7101", "events": "tcp://10.0.0.5:7102"}})
        self.assertEqual(shop["keyfile"], str(self.configuration / "gateway.key_secret"))
        # Nothing but the user's choice: whoever names a run directory means the services of this machine.
        home = {"JANGTEO_RUN_DIR": ""}
        self.ok("context", "use", "shop")
        self.assertIn("tcp://10.0.0.5:7101", self.ok("context", "show", **home))
        self.assertIn("local", self.ok("context", "show"))
        self.ok("context", "use", "local")
        self.assertIn("local", self.ok("context", "show", **home))

    def test_a_file_that_others_can_change_is_refused(self):
        self.add("desk", "--insecure", "calc=tcp://127.0.0.1:7201")
        path = self.configuration / "contexts" / "desk.json"
        self.assertEqual(self.mode(path), 0o600)
        path.chmod(0o666)
        self.refused(2, "calc", "eval", "1+1", "--context", "desk", says=f"chmod go-w {path}")

    def test_what_cannot_work_is_told_when_it_is_added(self):
        place = "juice=tcp://10.0.0.5:7101"
        for words, says in (
            ((place,), "--server-key"),
            (("--server-key", "short", place), "40 characters"),
            (("--server-key", self.KEY, place), "key_secret"),
            (("--insecure", "juice"), "juice=tcp://10.0.0.5:7101"),
            (("--insecure", "Soup=tcp://10.0.0.5:7101"), "Soup"),
            (("--insecure", "juice=tcp://*:7101"), "listen on"),
            (("--insecure", "juice=what"), "what"),
            (("--insecure", place, place), "twice"),
        ):
            with self.subTest(words):
                done = self.gateway("context", "add", "shop", *words)
                self.assertIn(done.returncode, (2, 64), done.stderr)
                self.assertIn(says, done.stderr)
        self.assertEqual(json.loads(self.ok("context", "list", "--json")), [])

    def test_an_unknown_context_or_service_is_told_with_those_there_are(self):
        self.add("desk", "--insecure", "calc=tcp://127.0.0.1:7201")
        self.refused(2, "calc", "eval", "1+1", "--context", "shop", says=("shop", "desk"))
        self.refused(2, "juice", "menu", "--context", "desk", says=("juice", "calc"))
        self.refused(2, "context", "use", "shop", says="desk")
        self.refused(2, "context", "add", "desk", "--insecure", "calc=tcp://127.0.0.1:1", says="--force")
        self.add("desk", "--insecure", "--force", "calc=tcp://127.0.0.1:1")


class RemoteTest(KeysTest):
    """One command line that reaches a suite over TCP, with and without what that takes."""

    def setUp(self):
        super().setUp()
        self.ring = KeyRing(self.directory)
        keys = self.ring.allow("alice", "operate")
        self.service = self.start("--bind-rpc", ANY_PORT, "--bind-events", ANY_PORT, *self.ring.arguments)
        self.keys = self.add("alice", keys)

    def add(self, name, keys, server=None):
        """A context called `name` with somebody's keys."""
        path = keys.write_secret(self.directory / f"{name}.key_secret")
        place = f"juice={self.service.rpc},{self.service.events}"
        key = (server or self.ring.server).public.decode()
        self.ok("context", "add", name, f"--server-key={key}", "--key", path, place)
        return keys

    def reload(self):
        before = self.service.log.count("read the list of clients again")
        self.service.signal(signal.SIGHUP)
        self.assertLogs(self.service, r"(?s)(read the list of clients again.*){%d}" % (before + 1))

    def test_an_allowed_key_orders_watches_and_fans_out(self):
        self.assertIn("mango", self.ok("juice", "menu", "--context", "alice"))
        watch = Following(
            self.nowhere, "watch", "juice", "--json", "--context", "alice", XDG_CONFIG_HOME=str(self.directory / "config")
        )
        self.addCleanup(watch.close)
        # It follows from now on: what is ordered before that is not its to tell.
        watch.remark()
        self.ok("juice", "order", "mango", "--context", "alice")
        while "juice.stock.changed" not in watch.line():
            pass
        self.assertEqual(watch.end(), 130)
        rows = json.loads(self.ok("fanout", "service.ping", "--json", "--context", "alice"))
        self.assertEqual(len(rows["targets"] if isinstance(rows, dict) else rows), 1)
        line = json.dumps({"method": "juice.order", "params": {"juice": "mango"}})
        batch = self.gateway("batch", "-", "--context", "alice", stdin=line + "\n")
        self.assertEqual(batch.returncode, 0, batch.stderr)

    def test_each_refusal_has_its_own_words_and_no_one_waits_for_the_time_limit(self):
        self.add("stranger", Keys())
        self.add("misled", self.keys, server=Keys())
        place = f"juice={self.service.rpc}"
        self.ok("context", "add", "bare", "--insecure", place)
        for name, words, reason in (
            ("stranger", "does not accept this key", "KEY_REFUSED"),
            ("misled", "does not have the public key", "WRONG_SERVER_KEY"),
            ("bare", "requires a key", "KEY_NEEDED"),
        ):
            with self.subTest(name):
                # Whoever waited for this limit would not be back in time.
                command = ("juice", "menu", "--context", name, "--timeout", f"{10 * TIMEOUT}s")
                self.refused(1, *command, says=(words, self.service.rpc))
                document = json.loads(self.gateway(*command, "--json").stdout)
                self.assertEqual(document["error"]["data"]["reason"], reason)
                self.assertFalse(document["error"]["data"]["retryable"])
        korean = self.gateway("juice", "menu", "--context", "stranger", "--lang", "ko")
        self.assertIn("열쇠", korean.stderr)

    def test_a_service_without_keys_is_not_spoken_to_unencrypted(self):
        other = self.start("--bind-rpc", ANY_PORT, "--insecure-loopback", "operate", run=self.directory / "other",
                           state=self.directory / "other-state")
        self.ok("context", "add", "plain", f"--server-key={self.ring.server.public.decode()}",
                "--key", self.directory / "alice.key_secret", f"juice={other.rpc}")
        self.refused(1, "juice", "menu", "--context", "plain", says="does not use keys")

    def test_a_revoked_key_is_told_so_by_the_next_command(self):
        self.ok("juice", "menu", "--context", "alice")
        self.ring.revoke("alice")
        self.reload()
        self.refused(1, "juice", "menu", "--context", "alice", says="does not accept this key")

    def test_a_role_that_is_too_small_is_told_by_the_service(self):
        self.add("reader", self.ring.allow("reader", "read"))
        self.reload()
        self.ok("juice", "menu", "--context", "reader")
        done = self.gateway("juice", "order", "mango", "--context", "reader")
        self.assertEqual(done.returncode, 1)
        self.assertIn("reader has the role read", done.stderr)

    def test_a_watch_says_why_it_sees_nothing_and_goes_on_when_it_may(self):
        keys = self.add("late", Keys())
        watch = Following(
            self.nowhere, "watch", "juice", "--json", "--context", "late", XDG_CONFIG_HOME=str(self.directory / "config")
        )
        self.addCleanup(watch.close)
        self.assertIn("does not accept this key", watch.remark())
        keys.write_certificate(self.ring.path("late"))
        self.reload()
        # It sees what happens from its next try on.
        for _ in range(TIMEOUT):
            self.ok("juice", "restock", "mango=+1", "--context", "alice")
            if watch.has_line(1):
                return
        self.fail("the watch was admitted and sees nothing")

    def test_a_watch_whose_key_is_revoked_says_so_and_goes_on_when_it_is_let_in_again(self):
        place = self.ring.path("alice")
        certificate = place.read_text()
        config = {"XDG_CONFIG_HOME": str(self.directory / "config")}
        watch = Following(self.nowhere, "watch", "juice", "--json", "--context", "alice", **config)
        self.addCleanup(watch.close)
        self.assertIn("watching", watch.remark())
        self.ring.revoke("alice")
        self.reload()
        said = watch.remark()
        self.assertIn("does not accept this key, or no longer does. Waiting to be let in.", said)
        place.write_text(certificate)
        self.reload()
        # In between nothing else was said: nobody asked whether the service is running.
        self.assertIn("let in, up to date", watch.remark())
        self.ok("juice", "restock", "mango=+1", "--context", "alice")
        self.assertIn("juice.stock.changed", watch.line())

    def test_a_write_of_unknown_outcome_is_asked_about_where_it_was_sent(self):
        self.service.signal(signal.SIGSTOP)
        done = self.gateway("juice", "order", "mango", "--key", "K-1", "--timeout", "500ms", "--context", "alice")
        self.service.signal(signal.SIGCONT)
        # It was sent only if the connection stood before.
        self.assertIn(done.returncode, (4, 5), done.stderr)
        known = self.gateway("juice", "order", "mango", "--key", "K-1", "--context", "alice")
        self.assertEqual(known.returncode, 0, known.stderr)
        outcomes = json.loads(self.ok("outcome", "K-1", "--to", "juice", "--context", "alice", "--json"))
        self.assertEqual([outcome["state"] for outcome in outcomes["outcomes"]], ["applied"])

    def bare_outcome(self, *words):
        """`gateway outcome` of somebody who names no context, with a run directory of their own."""
        return self.gateway("outcome", *words, JANGTEO_RUN_DIR=str(self.directory / "local"))

    def note(self, key):
        """Leaves an order in the outbox whose outcome nobody was told."""
        noted = {"key": key, "service": "juice", "endpoint": self.service.rpc, "method": "juice.order"}
        noted |= {"params": {"juice": "mango"}, "time": int(time.time() * 1_000)}
        notes = self.nowhere.state / "gateway"
        notes.mkdir(parents=True, mode=0o700)
        (notes / "left.ndjson").write_text(json.dumps({"begun": noted}) + "\n")

    def test_nobody_guesses_which_of_two_keys_a_noted_write_was_sent_with(self):
        self.add("bob", self.ring.allow("bob", "order"))
        self.reload()
        self.note("K-4")
        undecided = self.bare_outcome("K-4")
        self.assertEqual(undecided.returncode, 2, undecided.stderr)
        self.assertIn(f"alice and bob have different keys for {self.service.rpc}: select one with --context", undecided.stderr)
        done = self.bare_outcome("K-4", "--retry", "--context", "bob")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_noted_write_is_asked_about_where_it_was_sent_whatever_is_named_now(self):
        self.note("K-2")
        # The services of this machine are not even there, and their directory would not be trusted.
        (self.directory / "local").mkdir()
        (self.directory / "local").chmod(0o777)
        unknown = self.bare_outcome("K-2")
        self.assertEqual(unknown.returncode, 1, unknown.stderr)
        self.assertIn("has not been done yet", unknown.stderr)
        done = self.bare_outcome("K-2", "--retry")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("is done now", done.stderr)
        self.assertIn("The outbox is empty", self.bare_outcome().stderr)

    def test_a_key_that_is_not_noted_is_asked_about_in_one_suite_and_the_others_are_named(self):
        self.ok("juice", "order", "mango", "--key", "K-3", "--context", "alice")
        self.assertEqual(json.loads(self.ok("outcome", "K-3", "--context", "alice", "--json"))["outcomes"][0]["state"],
                         "applied")
        local = self.start(run=self.directory / "local", state=self.directory / "local-state")
        self.assertTrue(local.is_running)
        unknown = self.bare_outcome("K-3", "--to", "juice")
        self.assertEqual(unknown.returncode, 1, unknown.stderr)
        self.assertIn("Only local was asked", unknown.stderr)
        self.assertIn("(alice)", unknown.stderr)
        self.assertIn("--context", unknown.stderr)
        elsewhere = self.gateway("outcome", "nobody's", "--to", "juice", "--context", "alice")
        self.assertIn("Only alice was asked", elsewhere.stderr)
        self.assertIn("(local)", elsewhere.stderr)


if __name__ == "__main__":
    unittest.main()
