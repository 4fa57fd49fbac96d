"""What a service manager hears from the programs over $NOTIFY_SOCKET."""

import signal
import unittest

from juice_process import JuiceTest
from service_manager import Manager, hanging
from web_process import WebProcess, WebTest

# Microseconds; a sign of life comes after half of it.
LIMIT = "100000"
# More signs of life of one process than another has in flight.
MANY = 20


class ManagedTest(JuiceTest):
    def manager(self, name=None):
        manager = Manager(name or self.directory / "notify")
        self.addCleanup(manager.close)
        return manager

    def managed(self, name=None, **environment):
        """Starts the service under a manager of its own; returns both, and the first message."""
        manager = self.manager(name)
        service = self.launch(NOTIFY_SOCKET=manager.name, **environment)
        return service, manager, manager.next()


class JuiceUnderAManager(ManagedTest):
    def test_it_says_ready_when_it_answers_and_stopping_when_it_ends(self):
        service, manager, first = self.managed()
        self.assertEqual(first["READY"], "1")
        self.assertRegex(first["STATUS"], "^SERVING, at event 0; storage: durable")
        service.wait_ready()
        self.client(service).ok("juice.order", {"juice": "kiwi"})
        service.signal(signal.SIGTERM)
        self.assertEqual(manager.until("STOPPING"), {"STOPPING": "1"})
        self.assertEqual(service.wait(), 0, service.log)

    def test_a_name_that_is_in_no_file_system_is_told_too(self):
        _, _, first = self.managed(f"@{self.directory}")
        self.assertEqual(first["READY"], "1")

    def test_reading_the_settings_again_has_a_beginning_and_an_end(self):
        service, manager, _ = self.managed()
        service.signal(signal.SIGHUP)
        begin = manager.until("RELOADING")
        self.assertEqual(begin["RELOADING"], "1")
        self.assertGreater(int(begin["MONOTONIC_USEC"]), 0)
        self.assertEqual(manager.until("READY"), {"READY": "1"})

    def test_the_status_tells_how_far_the_stream_has_come(self):
        service, manager, _ = self.managed(WATCHDOG_USEC=LIMIT)
        service.wait_ready()
        self.client(service).ok("juice.order", {"juice": "kiwi"})
        self.assertRegex(manager.until("STATUS")["STATUS"], "^SERVING, at event 1; ")

    def test_a_thread_of_sockets_that_hangs_gives_no_sign_of_life(self):
        service, manager, _ = self.managed(WATCHDOG_USEC=LIMIT)
        other, others, _ = self.managed(self.directory / "other", WATCHDOG_USEC=LIMIT, run="run2", state="state2")
        manager.until("WATCHDOG")
        with hanging(service.pid, "juice-service"):
            manager.waiting()
            for _ in range(MANY):
                others.until("WATCHDOG")
            self.assertEqual(manager.waiting(), [])
        manager.until("WATCHDOG")
        self.assertTrue(other.is_running)

    def test_a_watch_over_another_process_is_not_its_own(self):
        service, manager, _ = self.managed(WATCHDOG_USEC=LIMIT, WATCHDOG_PID="1")
        _, others, _ = self.managed(self.directory / "other", WATCHDOG_USEC=LIMIT, run="run2", state="state2")
        for _ in range(MANY):
            others.until("WATCHDOG")
        service.stop()
        self.assertEqual([message for message in manager.waiting() if "WATCHDOG" in message], [])

    def test_a_manager_that_is_gone_or_has_an_unusable_name_harms_nobody(self):
        for name in (self.directory / "nobody", "vsock:2:1", "relative", "/" + "a" * 200, "@", ""):
            with self.subTest(name):
                service = self.start(NOTIFY_SOCKET=str(name), WATCHDOG_USEC=LIMIT)
                self.client(service).ok("juice.menu")
                self.assertEqual(service.stop(), 0, service.log)


class WebUnderAManager(ManagedTest, WebTest):
    def managed_web(self, manager):
        web = WebProcess(
            self.directory, "--listen", "127.0.0.1:0", NOTIFY_SOCKET=manager.name, WATCHDOG_USEC=LIMIT
        )
        self.addCleanup(web.close)
        web.wait_ready()
        return web

    def test_it_says_where_it_listens_that_it_is_alive_and_that_it_ends(self):
        manager = self.manager()
        web = self.managed_web(manager)
        first = manager.next()
        self.assertEqual(first["READY"], "1")
        self.assertRegex(first["STATUS"], r"^listening on http://127\.0\.0\.1:\d+$")
        manager.until("WATCHDOG")
        web.signal(signal.SIGTERM)
        manager.until("STOPPING")
        self.assertEqual(web.wait(), 0, web.log)

    def test_a_thread_that_hangs_gives_no_sign_of_life(self):
        manager, others = self.manager(), self.manager(self.directory / "other")
        web = self.managed_web(manager)
        self.managed_web(others)
        manager.until("WATCHDOG")
        for thread in ("web", "NIO-"):
            with self.subTest(thread), hanging(web.pid, thread):
                manager.waiting()
                others.until("WATCHDOG")
                manager.waiting()
                for _ in range(MANY):
                    others.until("WATCHDOG")
                self.assertEqual(manager.waiting(), [])
            manager.until("WATCHDOG")


if __name__ == "__main__":
    unittest.main()
