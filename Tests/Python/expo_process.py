"""The real expo-service, the data it is built with, and directories of other data for it."""

import hashlib
import json
import os
import pathlib
import shutil
import time

from juice_process import TIMEOUT, ROOT, JuiceProcess, JuiceTest
from log_lines import fields
from protocol_files import refuse_duplicates

RESOURCES = ROOT / "Sources" / "ExpoService" / "Resources"
POSTER = "exposition_universelle_1900.json"
ITEMS = "items.json"


class ExpoProcess(JuiceProcess):
    """One process of expo-service."""

    service = "expo"


class Data:
    """A directory of data for `--data`."""

    def __init__(self, path, poster=None, items=()):
        self.path = pathlib.Path(path)
        self.images = self.path / "images"
        self.images.mkdir(parents=True)
        self.write(POSTER, poster or {})
        self.write(ITEMS, list(items))

    def write(self, name, content):
        """Puts a file there at once, as an editor does: JSON of a value, or exactly these bytes."""
        content = content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False).encode()
        draft = self.path / "draft"
        draft.write_bytes(content)
        os.replace(draft, self.path / name)


class ExpoTest(JuiceTest):
    """A test of expo-service."""

    process = ExpoProcess

    def data(self, poster=None, items=(), name="data"):
        return Data(self.directory / name, poster, items)

    def serve(self, data):
        """Starts the service with other data; returns it with a client."""
        service = self.start("--data", data.path)
        return service, self.client(service)

    def subscriber(self, service):
        """A subscriber that has joined."""
        subscriber = super().subscriber(service, "expo.")
        subscriber.marker = subscriber.join()
        return subscriber

    def image(self, client, name):
        """Asks for a picture; returns the reply and the attachments."""
        id = client.send("expo.image.get", {"image_name": name})
        frames = client.receive_frames()
        if frames[0] == b"":
            frames = frames[1:]
        reply = json.loads(frames[0], object_pairs_hook=refuse_duplicates)
        self.assertEqual(reply["id"], id)
        self.assertConforms("reply", reply)
        return reply, frames[1:]

    def assertImage(self, client, name, media_type, content):
        reply, attachments = self.image(client, name)
        self.assertIn("result", reply)
        self.assertConforms("expo.image.get.result", reply["result"])
        digest = hashlib.sha256(content).hexdigest()
        expected = {"image_name": name, "media_type": media_type, "size": len(content), "sha256": digest}
        self.assertEqual(reply["result"], expected)
        self.assertEqual([hashlib.sha256(one).hexdigest() for one in attachments], [digest])

    def assertNoImage(self, client, name, reason):
        reply, attachments = self.image(client, name)
        self.assertIn("error", reply, name)
        self.assertEqual(reply["error"]["data"]["reason"], reason, name)
        self.assertEqual(attachments, [])

    def wait_log(self, service, client, text, times=1):
        """Waits until the service has logged a text."""
        end = time.monotonic() + TIMEOUT
        while service.log.count(text) < times:
            client.ok("service.ping")
            self.assertLess(time.monotonic(), end, service.log)

    def warnings(self, service):
        return [line["msg"] for line in map(fields, service.log.splitlines()) if line["level"] == "warning"]


def built_in():
    """The data that are part of the program: the poster, the exhibits, the pictures by name."""
    load = lambda name: json.loads((RESOURCES / name).read_text("utf-8"))
    pictures = {path.stem: path.read_bytes() for path in (RESOURCES / "images").iterdir()}
    return load(POSTER), load(ITEMS), pictures


def copy_built_in(path):
    """The same as a directory for `--data`."""
    (path / "images").mkdir(parents=True)
    for name in (POSTER, ITEMS):
        shutil.copy(RESOURCES / name, path / name)
    for picture in (RESOURCES / "images").iterdir():
        shutil.copy(picture, path / "images")
    return path
