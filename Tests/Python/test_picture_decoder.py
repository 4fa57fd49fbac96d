"""The process in which market-service decodes pictures: what it can reach, and what its end means."""

import os
import pathlib
import resource
import signal
import time
import unittest

from juice_process import TIMEOUT
from market_process import MarketTest
from pictures import png

# A second of decoding and more.
LARGE = png(8000, 4000)


def children(pid):
    """The processes that a process has started."""
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            name, _, rest = (place / "stat").read_text().rpartition(")")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(rest.split()[1]) == pid:
            found.append((int(place.name), name.partition("(")[2]))
    return found


def until(condition):
    """Waits for something that a process does."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.005)
    raise TimeoutError(condition)


def ticks(pid):
    """How long a process has been running on a processor."""
    return sum(int(word) for word in pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])


class Decoder(MarketTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.wire = self.client(self.service)
        self.account = self.vendor(self.wire)
        self.register(self.wire, self.account)

    def decoder(self):
        [(pid, name)] = children(self.service.pid)
        self.assertEqual(name, "decode-pictures")
        return pid

    def status(self, pid):
        lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}

    def has_ended(self, pid):
        """Whether it does nothing any more, be its end taken note of or not."""
        try:
            return self.status(pid)["State"].startswith("Z")
        except (FileNotFoundError, ProcessLookupError):
            return True

    def busy(self):
        """Sends a picture that takes long, and returns the request's id and the process that is busy with it."""
        pid = self.decoder()
        before = ticks(pid)
        id = self.wire.send_with([LARGE], "market.products.register", self.form(self.account), key="large")
        until(lambda: ticks(pid) > before + 3)
        return id, pid

    def reply(self, id):
        reply, _ = self.wire.receive_with()
        self.assertEqual(reply["id"], id)
        return reply

    def test_it_has_one_socket_and_can_reach_nothing(self):
        pid = self.decoder()
        status = self.status(pid)
        self.assertEqual(status["NoNewPrivs"], "1")
        if "JANGTEO_SANITIZER" in os.environ:
            self.skipTest("a sanitizer needs its threads, its system calls and its memory")
        self.assertEqual((status["Threads"], status["Seccomp"]), ("1", "2"))
        limits = pathlib.Path(f"/proc/{pid}/limits").read_text()
        for name in ("open files", "processes", "file size", "core file size"):
            self.assertRegex(limits, rf"Max {name} +0 +0 ")
        # It is not to be traced, so only root can look at its files.
        if os.geteuid() == 0:
            files = [os.readlink(file) for file in pathlib.Path(f"/proc/{pid}/fd").iterdir()]
            self.assertEqual([file.partition(":")[0] for file in files], ["socket"])
            self.assertEqual(pathlib.Path(f"/proc/{pid}/environ").read_bytes(), b"")

    def test_its_end_costs_one_picture_and_nothing_else(self):
        for number in (signal.SIGSEGV, signal.SIGSYS, signal.SIGABRT):
            with self.subTest(number.name):
                id, pid = self.busy()
                self.assertEqual(self.wire.ok("market.health"), "OK")
                os.kill(pid, number)
                reply = self.reply(id)
                self.assertRefused(reply, "IMAGE_REJECTED", "/images/0")
                self.assertIn(f"signal {number.value}", reply["error"]["data"]["detail"])
                self.register(self.wire, self.account)
                self.assertNotEqual(self.decoder(), pid)
        self.assertAddsUp(self.wire)

    def test_one_that_is_killed_from_outside_says_nothing_of_its_picture(self):
        id, pid = self.busy()
        os.kill(pid, signal.SIGKILL)
        reply = self.reply(id)
        self.assertRefused(reply, "OVERLOADED")
        self.assertIn("retryafterms", reply["error"]["data"])
        id = self.wire.send_with([png(8, 8)], "market.products.register", self.form(self.account), key="large")
        self.assertIn("result", self.reply(id))

    def test_its_end_is_known_where_the_service_was_started_without_a_word_of_children(self):
        self.service.stop()
        before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        try:
            self.service = self.start()
        finally:
            signal.signal(signal.SIGCHLD, before)
        self.wire = self.client(self.service)
        self.register(self.wire, self.account)
        id, pid = self.busy()
        os.kill(pid, signal.SIGKILL)
        self.assertRefused(self.reply(id), "OVERLOADED")

    def test_one_that_was_killed_while_it_waited_is_replaced_unnoticed(self):
        pid = self.decoder()
        self.replace(pid)
        self.assertNotEqual(self.decoder(), pid)

    def replace(self, pid):
        os.kill(pid, signal.SIGKILL)
        until(lambda: self.has_ended(pid))
        self.register(self.wire, self.account)

    def test_a_picture_has_its_seconds_on_a_processor_also_where_the_service_may_have_only_so_many(self):
        for most in (resource.RLIM_INFINITY, 6_000):
            with self.subTest(most):
                resource.prlimit(self.service.pid, resource.RLIMIT_CPU, (most, most))
                self.replace(self.decoder())
                seconds, highest = resource.prlimit(self.decoder(), resource.RLIMIT_CPU)
                self.assertTrue(30 <= seconds < 60, seconds)
                self.assertEqual(highest, most)

    def test_signals_that_end_a_service_let_it_finish_a_picture(self):
        id, pid = self.busy()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            os.kill(pid, number)
        self.assertIn("result", self.reply(id))
        self.assertEqual(self.decoder(), pid)

    def test_it_ends_with_the_service(self):
        for end in ("kill", "stop"):
            pid = self.decoder()
            getattr(self.service, end)()
            until(lambda pid=pid: self.has_ended(pid))
            self.service = self.start()
            self.register(self.client(self.service), self.account)


if __name__ == "__main__":
    unittest.main()
