"""`scripts/prose` finds what a native speaker would not write, in documents, comments and texts, and nothing in code."""

import importlib.machinery
import importlib.util
import pathlib
import re
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "prose"
LOADER = importlib.machinery.SourceFileLoader("prose", str(SCRIPT))
prose = importlib.util.module_from_spec(importlib.util.spec_from_loader("prose", LOADER))
LOADER.exec_module(prose)
ANY = re.compile(rf"\b(?:{'|'.join([*prose.WORDS, 'request key'])})\b", re.I)


def found(text, read=prose.paragraphs):
    return [fault for _, part in read(text) for fault, _ in prose.faults(part, ANY, read is prose.paragraphs)]


class ProseTest(unittest.TestCase):
    def test_words_and_openings_are_found_in_documents(self):
        for text, faults in (
            ("The client is told.", ["told"]),
            ("| a | it is under way |", ["under way"]),
            ("Fine. Who comes late waits.", ["opening"]),
            ("Use the request key.", ["request key"]),
            ("## Who may call", []),
            ("Who may call it?", []),
            ("`told`, [read](beside.md)", []),
            ("```sh\necho told\n```\n", []),
        ):
            with self.subTest(text):
                self.assertEqual(found(text), faults)

    def test_a_sentence_is_too_long_from_46_words_on(self):
        self.assertEqual(found("word " * 45 + "."), [])
        self.assertEqual(found("word " * 46 + "."), ["length"])
        self.assertEqual(found("word " * 30 + "end. " + "Word " * 30 + "."), [])
        self.assertEqual(found("- " + "word " * 30 + "\n- " + "word " * 30), [])

    def test_comments_and_texts_of_code_are_read_and_its_names_are_not(self):
        code = 'let told = "beside it // anew" // is started\n    /// anew, and\n    /// somebody waits\n'
        self.assertEqual(found(code, prose.comments), ["anew", "somebody"])
        self.assertEqual(found(code, prose.literals), ["beside", "anew"])

    def test_the_glossary_has_twenty_words_and_names_those_to_avoid(self):
        rows = re.findall(r"^\| \*\*", (prose.ROOT / "docs/glossary.md").read_text(), re.M)
        self.assertEqual(len(rows), 20)
        self.assertIn("request key", prose.rejected())


if __name__ == "__main__":
    unittest.main()
