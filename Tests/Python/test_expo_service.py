"""The real expo-service: its vectors, its pictures, and data read anew."""

import os
import signal
import unittest

from expo_process import ITEMS, POSTER, ExpoTest, built_in, copy_built_in
from golden_vectors import GoldenVectors
from protocol_files import OPENRPC, vectors

MIB = 1 << 20
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


class Vectors(GoldenVectors, ExpoTest):
    vectors = vectors("expo")


class BuiltIn(ExpoTest):
    def test_everything_of_the_files_is_served(self):
        poster, items, _ = built_in()
        service = self.start()
        client = self.client(service)
        served = client.ok("expo.poster")
        self.assertConforms("expo.poster.result", served)
        self.assertEqual({name: value for name, value in served.items() if name != "formatted"}, poster)
        for number, item in enumerate(items, 1):
            entry = client.ok("expo.entries.get", {"number": number})
            self.assertEqual(entry, {"number": number, **item})
        self.assertEqual(self.warnings(service), [])

    def test_every_picture_comes_as_one_attachment_with_its_hash(self):
        _, items, pictures = built_in()
        self.assertEqual({item["image_name"] for item in items} | {"poster"}, set(pictures))
        service = self.start()
        for delimiter in (False, True):
            client = self.client(service, delimiter=delimiter)
            for name, content in pictures.items():
                self.assertImage(client, name, "image/svg+xml", content)

    def test_it_describes_itself(self):
        service = self.start()
        client = self.client(service)
        self.assertEqual(client.ok("rpc.discover"), OPENRPC["expo"])
        info = client.ok("service.info")
        self.assertConforms("service.info.result", info)
        told = {method["name"]: method["x-kind"] for method in OPENRPC["expo"]["methods"]}
        self.assertEqual({method["name"]: method["kind"] for method in info["methods"]}, told)
        self.assertEqual(client.ok("service.health")["status"], "SERVING")

    def test_a_directory_with_the_same_files_is_the_same_exposition(self):
        data = copy_built_in(self.directory / "data")
        clients = [
            self.client(self.start("--data", data, run="a.run", state="a.state")),
            self.client(self.start(run="b.run", state="b.state")),
        ]
        for method, params in (("expo.poster", None), ("expo.entries.list", None), ("expo.entries.get", {"number": 6})):
            first, second = (client.call(method, params).result_text for client in clients)
            self.assertEqual(first, second)


class Pictures(ExpoTest):
    def test_every_format_is_served_and_svg_goes_first(self):
        table = {"svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}
        data = self.data({}, [{"image_name": name} for name in (*table, "several", "가야금", "none", "empty")])
        for name in table:
            (data.images / f"{name}.{name}").write_bytes(name.encode())
            (data.images / f"several.{name}").write_bytes(name.encode())
        (data.images / "가야금.png").write_bytes(b"zither")
        (data.images / "empty.svg").write_bytes(b"")
        (data.images / "poster.webp").write_bytes(b"poster")
        service, client = self.serve(data)
        for name, media_type in table.items():
            self.assertImage(client, name, media_type, name.encode())
        self.assertImage(client, "several", "image/svg+xml", b"svg")
        self.assertImage(client, "가야금", "image/png", b"zither")
        self.assertImage(client, "poster", "image/webp", b"poster")
        self.assertImage(client, "empty", "image/svg+xml", b"")
        self.assertNoImage(client, "none", "UNKNOWN_IMAGE")
        self.assertIn(r'there is no picture \"none\"', service.log)

    def test_nothing_outside_the_folder_can_be_read(self):
        secret = b"nobody may see this"
        wanted = ["../secret", "..", ".", "../../secret", "/etc/passwd", "images/inside", "link", "a\u0000", ".hidden"]
        data = self.data({}, [{"name": "종", "image_name": name} for name in wanted])
        (self.directory / "secret.svg").write_bytes(secret)
        (data.path / "secret.svg").write_bytes(secret)
        (data.images / ".hidden.svg").write_bytes(secret)
        (data.images / "link.svg").symlink_to(self.directory / "secret.svg")
        (data.images / "images").mkdir()
        (data.images / "images" / "inside.svg").write_bytes(secret)
        service, client = self.serve(data)
        self.assertEqual(len(client.ok("expo.entries.list")["entries"]), len(wanted))
        self.assertNoImage(client, "link", "UNKNOWN_IMAGE")
        absolute = str(self.directory / "secret")
        for name in (*wanted, absolute, absolute + "\u0000", "../secret.svg", "..\\secret", "%2e%2e%2fsecret.svg"):
            reply, attachments = self.image(client, name)
            self.assertIn(reply["error"]["data"]["reason"], ("INVALID_PARAMS", "UNKNOWN_IMAGE"), name)
            self.assertEqual(attachments, [])
        self.assertIn("it is a link", service.log)
        self.assertIn(r'no picture can be called \"../secret\"', service.log)

    def test_a_folder_that_is_a_link_or_absent_means_no_pictures(self):
        elsewhere = self.directory / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "poster.svg").write_bytes(SVG)
        for number, prepare in enumerate((lambda path: path.symlink_to(elsewhere), lambda path: None, lambda p: p.touch())):
            data = self.data(name=f"data{number}")
            data.images.rmdir()
            prepare(data.images)
            service, client = self.serve(data)
            self.assertNoImage(client, "poster", "UNKNOWN_IMAGE")
            self.assertEqual(len(self.warnings(service)), 1, service.log)
            self.assertIn("so there are no pictures", self.warnings(service)[0])
            service.stop()

    def test_what_is_no_regular_file_holds_nothing_up(self):
        data = self.data({}, [{"image_name": name} for name in ("pipe", "folder", "closed")])
        os.mkfifo(data.images / "pipe.svg")
        (data.images / "folder.svg").mkdir()
        service, client = self.serve(data)
        for name in ("pipe", "folder", "closed"):
            self.assertNoImage(client, name, "UNKNOWN_IMAGE")
        self.assertIn(r'the picture \"pipe\" cannot be used: it is no regular file', service.log)

    def test_a_picture_of_one_mebibyte_is_sent_and_a_larger_one_refused(self):
        data = self.data({}, [{"image_name": name} for name in ("fits", "large", "sparse")])
        fits = os.urandom(MIB)
        (data.images / "fits.png").write_bytes(fits)
        (data.images / "large.png").write_bytes(fits + b"x")
        with open(data.images / "sparse.png", "wb") as file:
            file.truncate(1 << 40)
        service, client = self.serve(data)
        self.assertImage(client, "fits", "image/png", fits)
        for name in ("large", "sparse"):
            self.assertNoImage(client, name, "PAYLOAD_TOO_LARGE")
            self.assertIn(rf'the picture \"{name}\" has', service.log)


class Reload(ExpoTest):
    def version(self, data, number):
        """Makes the data of a version, recognisable in every part."""
        data.write(POSTER, {"title": f"t{number}", "visitors": number})
        data.write(ITEMS, [{"name": f"n{number}", "image_name": "i"}] * (number + 1) + [None] * number)
        draft = data.path / "draft"
        draft.write_bytes(b"%d" % number)
        os.replace(draft, data.images / "i.svg")

    def assertVersion(self, client, number):
        self.assertEqual(client.ok("expo.poster")["title"], f"t{number}")
        names = [entry["name"] for entry in client.ok("expo.entries.list")["entries"]]
        self.assertEqual(names, [f"n{number}"] * (number + 1))
        self.assertImage(client, "i", "image/svg+xml", b"%d" % number)

    def test_good_data_replace_the_old_and_are_announced(self):
        data = self.data()
        self.version(data, 0)
        service, client = self.serve(data)
        subscriber = self.subscriber(service)
        self.assertEqual(subscriber.marker["sequence"], 0)
        events = []
        for number in (1, 2, 3):
            self.version(data, number)
            self.assertVersion(client, number - 1) if number == 1 else None
            service.signal(signal.SIGHUP)
            events += subscriber.changes(up_to=number)
            self.assertVersion(client, number)
            event = events[-1]
            self.assertConforms("cloudevent", event)
            self.assertEqual(event.topic, "expo.data.reloaded.all.")
            self.assertEqual((event["type"], event["subject"]), ("expo.data.reloaded", "all"))
            self.assertEqual(event["data"], {"entries": number + 1, "skipped": number})
            self.assertEqual(int(event.get("previoussequence", "0")), number - 1)
            self.assertNotIn("causationid", event)
            self.assertEqual(client.call("expo.poster")["meta"]["sequence"], number)
        self.assertEqual(client.replay()[0], [event.text for event in events])

    def test_bad_data_leave_the_old_and_say_why(self):
        data = self.data()
        self.version(data, 1)
        service, client = self.serve(data)
        subscriber = self.subscriber(service)
        bad = [(POSTER, b"{"), (ITEMS, b"[,]"), (ITEMS, b"{}"), (POSTER, None), (ITEMS, None)]
        for number, (name, content) in enumerate(bad, 1):
            with self.subTest(name, content=content):
                self.version(data, 2)
                data.write(name, content) if content is not None else (data.path / name).unlink()
                service.signal(signal.SIGHUP)
                self.wait_log(service, client, "reading the data again failed", times=number)
                line = [line for line in service.log.splitlines() if "reading the data again failed" in line][-1]
                self.assertIn(str(data.path / name), line)
                self.assertIn(" level=error ", line)
                self.assertVersion(client, 1)
        self.assertEqual(client.replay(), ([], 0))
        self.assertEqual(client.ok("service.health")["status"], "SERVING")
        self.version(data, 3)
        service.signal(signal.SIGHUP)
        self.assertEqual([event["data"]["entries"] for event in subscriber.changes(up_to=1)], [4])
        self.assertVersion(client, 3)

    def test_every_answer_is_that_of_its_position(self):
        data = self.data()
        self.version(data, 0)
        service, client = self.serve(data)
        subscriber = self.subscriber(service)
        for number in range(1, 11):
            self.version(data, number)
            service.signal(signal.SIGHUP)
            ids = [client.send("expo.poster") for _ in range(100)]
            for id in ids:
                reply = client.receive()
                self.assertEqual(reply["id"], id)
                self.assertEqual(reply["result"]["visitors"], reply["meta"]["sequence"])
            subscriber.changes(up_to=number)

    def test_the_stream_goes_on_after_a_crash_and_a_restart(self):
        data = self.data()
        self.version(data, 0)
        texts = []
        for number in (1, 2, 3):
            service, client = self.serve(data)
            subscriber = self.subscriber(service)
            self.assertEqual(subscriber.marker["sequence"], number - 1)
            self.assertEqual(client.replay()[0], texts)
            service.signal(signal.SIGHUP)
            event = subscriber.changes(up_to=number)[-1]
            self.assertEqual(int(event.get("previoussequence", "0")), number - 1)
            texts.append(event.text)
            service.kill() if number % 2 else self.assertEqual(service.stop(), 0, service.log)
        service, client = self.serve(data)
        self.assertEqual(client.replay()[0], texts)

    def test_the_built_in_data_can_be_read_anew_too(self):
        service = self.start()
        client = self.client(service)
        subscriber = self.subscriber(service)
        service.signal(signal.SIGHUP)
        self.assertEqual(subscriber.changes(up_to=1)[0]["data"], {"entries": 13, "skipped": 0})
        self.assertEqual(len(client.ok("expo.entries.list")["entries"]), 13)


if __name__ == "__main__":
    unittest.main()
