"""A person at a terminal visits the exposition: the poster, the exhibits in tables that line up, pictures as files."""

import json
import os
import unicodedata
import unittest

from expo_process import ExpoTest, built_in
from gateway_process import GATEWAY, environment, gateway
from terminal import Terminal


def columns(text):
    """How many columns a terminal gives a text."""
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


class GatewayExpoTest(ExpoTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()

    def run_gateway(self, *words, code=0, **more):
        ended = gateway(self.service, *words, **more)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return ended

    def run_korean(self, *words, **more):
        return self.run_gateway(*words, "--lang", "ko", **more)


class Texts(GatewayExpoTest):
    def test_the_poster_has_the_lines_of_the_original(self):
        lines = self.run_korean("expo", "poster").stdout.splitlines()
        self.assertEqual(
            lines[:6],
            [
                "파리 만국박람회 1900",
                "(L'Exposition de Paris 1900)",
                "",
                "방문객 : 48,130,300 명",
                "개최지 : 프랑스 파리",
                "개최 기간 : 1900. 04. 14 - 1900. 11. 12",
            ],
        )
        self.assertIn("Visitors: 48,130,300", self.run_gateway("expo", "poster").stdout.splitlines())

    def test_prose_is_as_wide_as_the_terminal_and_80_columns_where_there_is_none(self):
        poster, items, _ = built_in()
        for width in (None, 40, 60, 120):
            for words, text in ((["poster"], poster["description"]), (["entry", "1"], items[0]["desc"])):
                with self.subTest(width=width, words=words):
                    more = {"COLUMNS": str(width)} if width else {}
                    lines = self.run_korean("expo", *words, **more).stdout.splitlines()
                    widest = max(columns(line) for line in lines)
                    self.assertLessEqual(widest, width or 80)
                    # Lines are filled: no word of the data is that wide.
                    self.assertGreater(widest, (width or 80) - 24)
                    self.assertIn("".join(text.split()), "".join("".join(lines).split()))

    def test_an_exhibit_is_known_by_everything_it_is_called(self):
        for name in ("5", "해금", "haegeum", "Haegeum, two-string fiddle", "haegeum, two-string fiddle"):
            with self.subTest(name):
                entry = json.loads(self.run_gateway("expo", "entry", name, "--json").stdout)
                self.assertEqual(entry["number"], 5)
        self.assertEqual(self.run_korean("expo", "entry", "5").stdout.splitlines()[0], "해금")

    def test_an_unknown_exhibit_exits_1_and_suggests_others(self):
        self.run_gateway("expo", "entry", "14", code=1)
        said = self.run_korean("expo", "entry", "삼국", code=1).stderr
        self.assertIn("해당 출품작이 없습니다", said)
        self.assertIn("삼국사기", said)

    def test_a_search_finds_in_both_languages_and_pages_go_on(self):
        rows = self.run_gateway("expo", "entries", "--search", "활자").stdout.splitlines()
        self.assertEqual(len(rows), 2, rows)
        self.assertIn("Jikji", rows[1])
        ended = self.run_gateway("expo", "entries", "--limit", "5")
        self.assertEqual(len(ended.stdout.splitlines()), 6)
        self.assertIn("expo entries --limit 5 --after 5", ended.stderr)
        rows = self.run_gateway("expo", "entries", "--after", "5").stdout.splitlines()
        self.assertEqual([row.split()[0] for row in rows[1:]], [str(number) for number in range(6, 14)])
        ended = self.run_gateway("expo", "entries", "--search", "no such thing")
        self.assertEqual((ended.stdout, ended.stderr), ("", "No exhibits.\n"))

    def test_other_data_may_lack_anything(self):
        self.service.stop()
        items = [{"name": "갑"}, {"short_desc": "이름 없음"}, {"name": "E", "name_en": "\x1b[2J"}, {}]
        self.service, _ = self.serve(self.data({"title": "제목"}, items))
        self.assertEqual(self.run_gateway("expo", "poster").stdout, "제목\n")
        rows = self.run_gateway("expo", "entries").stdout
        self.assertEqual(len(rows.splitlines()), 5, rows)
        self.assertNotIn("\x1b", rows)
        for number in range(1, 5):
            self.assertNotIn("\x1b", self.run_gateway("expo", "entry", str(number)).stdout)


class Pictures(GatewayExpoTest):
    def setUp(self):
        super().setUp()
        self.pictures = built_in()[2]
        self.home = os.getcwd()
        self.addCleanup(os.chdir, self.home)
        place = self.directory / "here"
        place.mkdir()
        os.chdir(place)
        self.place = place

    def test_a_picture_goes_to_a_pipe_as_it_is(self):
        self.assertEqual(self.run_gateway("expo", "image", "jikji").stdout.encode(), self.pictures["jikji"])
        self.assertEqual(list(self.place.iterdir()), [])

    def test_a_picture_goes_to_a_file_that_is_never_replaced_by_accident(self):
        self.run_gateway("expo", "image", "poster", "--output", "p.svg")
        self.assertEqual((self.place / "p.svg").read_bytes(), self.pictures["poster"])
        said = self.run_gateway("expo", "image", "jikji", "--output", "p.svg", code=2).stderr
        self.assertIn("--force", said)
        self.assertEqual((self.place / "p.svg").read_bytes(), self.pictures["poster"])
        self.run_gateway("expo", "image", "jikji", "--output", "p.svg", "--force")
        self.assertEqual((self.place / "p.svg").read_bytes(), self.pictures["jikji"])

    def test_with_json_the_file_has_the_name_of_the_picture(self):
        result = json.loads(self.run_gateway("expo", "image", "god", "--json").stdout)
        self.assertEqual(result["size"], len(self.pictures["god"]))
        self.assertEqual((self.place / "god.svg").read_bytes(), self.pictures["god"])

    def test_a_picture_that_cannot_be_had_leaves_no_file(self):
        for name, code in (("nothing", 1), ("../../etc/passwd", 2), ("", 2)):
            with self.subTest(name):
                self.run_gateway("expo", "image", name, "--output", "x", code=code)
        self.run_gateway("expo", "image", "god", "--output", "no/such/place", code=2)
        self.run_gateway("expo", "image", "god", "--output", "/dev/full", "--force", code=6)
        self.assertEqual(list(self.place.iterdir()), [])


class InATerminal(GatewayExpoTest):
    def open(self, columns=80):
        terminal = Terminal(self.directory, environment(self.service), columns)
        self.addCleanup(terminal.close)
        return terminal

    def entries(self, terminal, *words):
        terminal.run(GATEWAY, "expo", "entries", *words)
        terminal.wait("13  ", "god  ")
        lines = terminal.lines
        start = next(place for place, line in enumerate(lines) if line.split()[:1] in (["NO"], ["번호"]))
        return lines[start : start + 14]

    def assertLinedUp(self, rows, width):
        """Every row is one line, and the names of the pictures begin at one column."""
        self.assertEqual([row.split()[0] for row in rows[1:]], [str(number) for number in range(1, 14)], rows)
        self.assertLessEqual(max(columns(row) for row in rows), width)
        keys = [item["image_name"] for item in built_in()[1]]
        places = {columns(row[: row.rindex(f"  {key}  ")]) for row, key in zip(rows[1:], keys, strict=True)}
        self.assertEqual(len(places), 1, rows)

    def test_tables_line_up_in_korean_and_english(self):
        terminal = self.open()
        rows = self.entries(terminal)
        self.assertLinedUp(rows, 80)
        self.assertTrue(any(row.endswith("…") for row in rows), rows)
        terminal.clear()
        rows = self.entries(terminal, "--lang", "ko")
        self.assertLinedUp(rows, 80)
        self.assertFalse(any("…" in row for row in rows), rows)

    def test_a_narrow_terminal_cuts_and_never_wraps(self):
        terminal = self.open(50)
        for language in ("en", "ko"):
            with self.subTest(language):
                terminal.clear()
                rows = self.entries(terminal, "--lang", language)
                self.assertLinedUp(rows, 50)

    def test_a_picture_does_not_go_to_the_terminal_but_to_a_file(self):
        terminal = self.open()
        terminal.run("cd", self.directory)
        terminal.run(GATEWAY, "expo", "image", "jikji")
        terminal.wait("wrote jikji.svg")
        self.assertEqual((self.directory / "jikji.svg").read_bytes(), built_in()[2]["jikji"])
        terminal.run(GATEWAY, "expo", "image", "jikji", "--output", "-")
        terminal.wait("cannot be shown in a terminal")


if __name__ == "__main__":
    unittest.main()
