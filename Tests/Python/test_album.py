"""The album of Examples, a service with tables, files and background work."""

import subprocess
import unittest

from juice_process import TIMEOUT, JuiceTest
from market_process import MarketClient
from pictures import png
from postgresql_server import IS_INSTALLED
from test_cluster import ClusterTest
from test_counter import EXAMPLES, CounterProcess

PHOTO = png(8, 8, noise=b"sea")


class AlbumProcess(CounterProcess):
    service = "album"

    @classmethod
    def program(cls):
        return EXAMPLES / "album-service"


def setUpModule():
    if not AlbumProcess.program().exists():
        raise unittest.SkipTest(f"{AlbumProcess.program()} is not built: swift build --package-path Examples")


class AlbumTest:
    process = AlbumProcess

    def album(self, service):
        client = MarketClient(self.context, service.rpc)
        self.addCleanup(client.close)
        return client

    def add(self, client, photo=PHOTO, caption="The sea", key="sea"):
        reply = client.call_with([photo], "album.add", {"caption": caption}, key=key)
        return reply["result"]["id"]

    def assertHas(self, client, id, photo=PHOTO, caption="The sea"):
        client.send("album.file", {"id": id})
        reply, attachments = client.receive_with()
        self.assertEqual((reply["result"]["caption"], attachments), (caption, [photo]))


class Album(AlbumTest, JuiceTest):
    def test_a_photo_is_the_same_after_a_kill_and_its_key_adds_no_other(self):
        service = self.start()
        id = self.add(self.album(service))
        service.kill()
        client = self.album(self.start())
        self.assertHas(client, id)
        self.assertEqual(self.add(client), id)
        self.assertEqual(client.ok("album.page")["photos"], [{"id": id, "caption": "The sea"}])

    def test_what_is_no_photo_is_refused_and_leaves_nothing(self):
        client = self.album(self.start())
        self.assertEqual(client.call_with([b"text"], "album.add", {}).reason, "NOT_A_PHOTO")
        self.assertEqual(client.call("album.file", {"id": 1}).reason, "UNKNOWN_PHOTO")
        self.assertEqual(client.ok("album.page")["photos"], [])

    def test_a_backup_holds_the_files_that_its_rows_name(self):
        service = self.start()
        id = self.add(self.album(service))
        run = [AlbumProcess.program(), "--run-dir", service.run, "--state-dir"]
        backup = self.directory / "backup"
        subprocess.run([*run, service.state, "--backup-to", backup], check=True, capture_output=True, timeout=TIMEOUT)
        service.stop()
        # On another machine, which has nothing of it.
        state = self.directory / "other"
        subprocess.run([*run, state, "--restore-from", backup], check=True, capture_output=True, timeout=TIMEOUT)
        self.assertHas(self.album(self.start(state=state)), id)


@unittest.skipUnless(IS_INSTALLED, "PostgreSQL is not installed: scripts/install-dependencies --test")
class AlbumOverALog(AlbumTest, ClusterTest):
    def test_another_worker_takes_over_with_the_files(self):
        active, [other] = self.active(self.group(2))
        id = self.add(self.album(active))
        active.kill()
        self.active([other])
        self.assertHas(self.album(other), id)


# The tests of juice-service over a log are those of their own file.
del ClusterTest


if __name__ == "__main__":
    unittest.main()
