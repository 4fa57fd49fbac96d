"""The real expo-service with data in every condition: what is tolerated, what is skipped, what stops the start."""

import json
import os
import unittest

from expo_process import ITEMS, POSTER, ExpoTest, built_in

MIB = 1 << 20


class DataFiles(ExpoTest):
    def test_any_subset_of_the_properties_may_be_missing(self):
        poster, items, _ = built_in()
        members = list(items[0])
        subsets = [{n: items[0][n] for i, n in enumerate(members) if mask >> i & 1} for mask in range(1 << len(members))]
        service, client = self.serve(self.data({}, subsets))
        self.assertEqual(client.ok("expo.poster"), {"formatted": {}})
        self.assertEqual(self.list_all(client), len(subsets))
        for number, subset in enumerate(subsets, 1):
            self.assertEqual(client.ok("expo.entries.get", {"number": number}), {"number": number, **subset})
        for name in poster:
            with self.subTest(poster=name):
                service.stop()
                rest = {n: v for n, v in poster.items() if n != name}
                service, client = self.serve(self.data(rest, name=f"without {name}"))
                served = client.ok("expo.poster")
                self.assertEqual({n: v for n, v in served.items() if n != "formatted"}, rest)
                shown = {"title", "visitors", "location", "duration"} - {name}
                self.assertEqual(set(served["formatted"]), shown)

    def list_all(self, client, **params):
        """Turns every page and returns how many entries there are."""
        count, after = 0, {}
        while True:
            page = client.ok("expo.entries.list", {**params, **after})
            self.assertConforms("expo.entries.list.result", page)
            count += len(page["entries"])
            if "next" not in page:
                return count
            after = {"after": page["next"]}

    def test_null_is_missing_and_other_members_do_not_matter(self):
        poster, items, _ = built_in()
        nothing = dict.fromkeys(items[0])
        data = self.data({**dict.fromkeys(poster), "colour": [1]}, [nothing, {**items[1], "colour": {"a": 1e400}}])
        (data.path / ITEMS).write_bytes((data.path / ITEMS).read_bytes().replace(b"Infinity", b"1e400"))
        service, client = self.serve(data)
        self.assertEqual(client.ok("expo.poster"), {"formatted": {}})
        self.assertEqual(client.ok("expo.entries.get", {"number": 1}), {"number": 1})
        self.assertEqual(client.ok("expo.entries.get", {"number": 2}), {"number": 2, **items[1]})
        self.assertFalse([line for line in self.warnings(service) if "skipped" in line or "missing" in line])

    def test_a_bad_element_is_skipped_and_named_and_the_others_are_served(self):
        _, items, _ = built_in()
        bad = [
            (7, "no object", "without a name"),
            (None, "no object", "without a name"),
            ([items[0]], "no object", "without a name"),
            ({**items[0], "short_desc": 7}, "short_desc is no string", '"직지심체요절"'),
            ({**items[1], "desc": ["x"]}, "desc is no string", '"불경"'),
            ({"name": 5, "name_en": "Jikji"}, "name is no string", '"Jikji"'),
            ({**items[2], "image_name": True}, "image_name is no string", '"팔만대장경"'),
            ({"name": "줄\n바꿈 critical", "desc_en": {}}, "desc_en is no string", '"줄\\n바꿈 critical"'),
        ]
        mixed = []
        for index, (element, _, _) in enumerate(bad):
            mixed += [element, items[index]]
        service, client = self.serve(self.data({}, mixed))
        names = [entry["name"] for entry in client.ok("expo.entries.list")["entries"]]
        self.assertEqual(names, [item["name"] for item in items[: len(bad)]])
        skipped = [line for line in self.warnings(service) if "is skipped" in line]
        self.assertEqual(len(skipped), len(bad), service.log)
        for index, ((_, fault, name), line) in enumerate(zip(bad, skipped)):
            for text in (f"items.json: element {2 * index + 1} ", fault, name):
                self.assertIn(text, line)

    def test_a_property_of_the_poster_with_a_wrong_type_is_missing_and_named(self):
        wrong = {"title": 1900, "visitors": "48130300", "location": [], "duration": None, "description": {}}
        service, client = self.serve(self.data({**wrong, "location_en": "Paris"}))
        self.assertEqual(client.ok("expo.poster"), {"location_en": "Paris", "formatted": {}})
        log = "\n".join(self.warnings(service))
        for name in ("title", "visitors", "location", "description"):
            self.assertIn(f"{POSTER}: {name} is no", log)
        self.assertNotIn("duration", log)

    def test_visitors_are_a_whole_number(self):
        table = {b"0": 0, b"-5": -5, b"9223372036854775807": (1 << 63) - 1}
        table |= dict.fromkeys((b"9223372036854775808", b"1.0", b"1e3", b"true"))
        for number, (text, expected) in enumerate(table.items()):
            with self.subTest(visitors=text):
                data = self.data(name=f"data{number}")
                data.write(POSTER, b'{"visitors":' + text + b"}")
                service, client = self.serve(data)
                self.assertEqual(client.ok("expo.poster").get("visitors"), expected)
                service.stop()

    def test_of_two_entries_with_one_name_both_are_listed_and_the_first_is_found(self):
        items = [{"name": "종", "image_name": "bell", "desc": "첫째"}, {"name": "종", "image_name": "bell", "desc": "둘째"}]
        _, client = self.serve(self.data({}, items))
        listed = client.ok("expo.entries.list")["entries"]
        self.assertEqual([(entry["number"], entry["name"]) for entry in listed], [(1, "종"), (2, "종")])
        for key in ({"name": "종"}, {"image_name": "bell"}):
            self.assertEqual(client.ok("expo.entries.get", key)["desc"], "첫째")
        self.assertEqual(client.ok("expo.entries.get", {"number": 2})["desc"], "둘째")

    def test_a_byte_order_mark_and_any_line_ends_are_tolerated(self):
        poster, items, _ = built_in()
        for number, ends in enumerate((b"\r\n", b"\n", b"\r")):
            with self.subTest(ends=ends):
                data = self.data(name=f"data{number}")
                for name, value in ((POSTER, poster), (ITEMS, items)):
                    text = json.dumps(value, ensure_ascii=False, indent=2).encode().replace(b"\n", ends)
                    data.write(name, b"\xef\xbb\xbf" + text + ends)
                service, client = self.serve(data)
                self.assertEqual(client.ok("expo.poster")["title"], poster["title"])
                self.assertEqual(len(client.ok("expo.entries.list")["entries"]), len(items))
                service.stop()

    def test_data_that_cannot_be_used_stop_the_start_with_one_line_that_says_where(self):
        table = [
            (ITEMS, b'[{"name": "a"},\n {"name": }]', ":2:11: "),
            (ITEMS, '[{"name": "가나",\r\n  "desc" "다"}]'.encode(), ":2:10: "),
            (ITEMS, b'\xef\xbb\xbf[{"name": nothing}]', ":1:11: "),
            (ITEMS, b"", ":1:1: "),
            (ITEMS, b'[{"name": "a"}', ":1:15: "),
            (ITEMS, b'[{"name": "a", "name": "b"}]', ":1:"),
            (ITEMS, b'["\\ud800"]', ":1:"),
            (ITEMS, '["가"]'.encode("utf-16"), ":1:"),
            (ITEMS, '["\xe9"]'.encode("latin-1"), ":1:"),
            (ITEMS, b"{}", ":1:1: it must be an array"),
            (ITEMS, b'"items"', ":1:1: it must be an array"),
            (POSTER, b"[]", ":1:1: it must be an object"),
            (POSTER, b"null", ":1:1: it must be an object"),
            (POSTER, b'{"title": "a"} x', ":1:17: "),
            (POSTER, b'{"title": "' + b"x" * (128 << 10) + b'"}', ": it has 131085 bytes, at most 131072"),
            (POSTER, None, ": there is no such file"),
            (ITEMS, None, ": there is no such file"),
        ]
        for number, (name, content, place) in enumerate(table):
            with self.subTest(name, content=(content or b"absent")[:40]):
                data = self.data({}, [], name=f"data{number}")
                data.write(name, content) if content is not None else (data.path / name).unlink()
                self.assertOneLine(f"{data.path / name}{place}", "--data", data.path)

    def test_what_is_no_directory_or_no_file_stops_the_start(self):
        data = self.data()
        self.assertOneLine(f"{self.directory / 'none'}: there is no such file", "--data", self.directory / "none")
        self.assertOneLine(f"{data.path / POSTER}: it is no directory", "--data", data.path / POSTER)
        (data.path / ITEMS).unlink()
        (data.path / ITEMS).mkdir()
        self.assertOneLine(f"{data.path / ITEMS}: it is no regular file", "--data", data.path)
        (data.path / ITEMS).rmdir()
        os.mkfifo(data.path / ITEMS)
        self.assertOneLine(f"{data.path / ITEMS}: it is no regular file", "--data", data.path)

    def assertOneLine(self, text, *arguments):
        log = self.assertRefusesToStart(*arguments)
        lines = [line for line in log.splitlines() if line]
        self.assertEqual(len(lines), 1, log)
        self.assertIn("refuses to start: ", lines[0])
        self.assertIn(text, lines[0])

    def test_a_reply_never_outgrows_a_frame(self):
        largest = 256 << 10
        long = "\u0001" * 7_000
        items = [{"name": str(number), "short_desc": long} for number in range(100)]
        items += [{"name": "fits", "desc": "x" * (largest - 100)}, {"name": "too long", "desc": "x" * largest}]
        data = self.data({"title": "(" * 120_000}, items)
        service, client = self.serve(data)
        numbers, after = [], {}
        while True:
            reply = client.call("expo.entries.list", {"limit": 100, **after})
            self.assertLess(len(reply.text.encode()), MIB)
            numbers += [entry["number"] for entry in reply["result"]["entries"]]
            if "next" not in reply["result"]:
                break
            after = {"after": reply["result"]["next"]}
        self.assertEqual(numbers, list(range(1, 102)))
        self.assertLess(len(client.call("expo.entries.get", {"name": "fits"}).text), MIB)
        self.assertLess(len(client.call("expo.poster").text), MIB)
        self.assertEqual(client.call("expo.entries.get", {"name": "too long"}).reason, "UNKNOWN_ENTRY")
        self.assertIn(r'element 102 (\"too long\") is skipped', service.log)

    def test_very_many_bad_elements_do_not_flood_the_log(self):
        service, client = self.serve(self.data({}, [0] * 10_000 + [{"name": "a"}]))
        self.assertEqual(client.ok("expo.entries.get", {"number": 1}), {"number": 1, "name": "a"})
        self.assertLess(len(self.warnings(service)), 110)
        self.assertIn("and 9901 more", service.log)


if __name__ == "__main__":
    unittest.main()
