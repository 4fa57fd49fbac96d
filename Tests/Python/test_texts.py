"""The texts of both gateways: nothing is missing in a language, nothing is left over, and each value has its place."""

import json
import pathlib
import re
import subprocess
import unittest

from gateway_process import GATEWAY
from swift_literals import calls, literal

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"
IDENTIFIER = re.compile(r"(?!wire_)[a-z][a-z0-9_]*")
PLACE = re.compile(r"\{(\w+)\}")
# Whose sentences a person reads, and what carries them.
SPEAKING = ["Gateway", "LoadGenerator", "Terminal", "ServiceContexts", "Platform", "AccessTokens"]
CARRIERS = r"\b(?:UsageError|FileSystemError|TokenError|wrong|failure)\("
# Korean has no plural, and shows where a fault is instead of saying it.
SHORTER_IN_KOREAN = {"order_done", "formula_problem"}


def swift(target):
    return {path: path.read_text() for path in (SOURCES / target).rglob("*.swift")}


def texts(target, language):
    def unique(members):
        names = [name for name, _ in members]
        assert len(names) == len(set(names)), [name for name in names if names.count(name) > 1]
        return dict(members)

    return json.loads((SOURCES / target / f"Resources/texts/{language}.json").read_text(), object_pairs_hook=unique)


def keys(entries):
    return {key: text for key, text in entries.items() if IDENTIFIER.fullmatch(key)}


def columns(source):
    """The keys of the titles of the tables in a source."""
    named = [re.match(r'(?:\.init)?\("(\w+)",', value) for _, values in calls(source, r"\btable\(") for value in values]
    return {f"column_{match[1]}" for match in named if match}


class Texts(unittest.TestCase):
    def test_both_languages_have_the_same_texts_with_the_same_values(self):
        for target in ("Gateway", "WebGateway"):
            korean, english = keys(texts(target, "ko")), texts(target, "en")
            self.assertEqual(korean.keys(), english.keys())
            for key in korean.keys() - SHORTER_IN_KOREAN:
                with self.subTest(target, key=key):
                    self.assertEqual(set(PLACE.findall(korean[key])), set(PLACE.findall(english[key])))

    def test_every_text_is_used(self):
        for target in ("Gateway", "WebGateway"):
            kinds = ("*.swift", "*.mustache", "*.js")
            used = "\n".join(path.read_text() for kind in kinds for path in (SOURCES / target).rglob(kind))
            words = set(re.findall(r"\w+", used)) | columns(used)
            # Such as "check_\(name)".
            begun = tuple(re.findall(r'"([a-z]\w*_)\\\(', used)) + tuple(re.findall(r"`(js_\w*_)\$\{", used)) + tuple(
                re.findall(r'"(js_\w*_)" \+', used)
            )
            begun = tuple(word for word in begun if word != "column_")
            left = [key for key in keys(texts(target, "en")) if key not in words and not key.startswith(begun)]
            self.assertEqual(left, [], target)

    def test_every_use_names_a_text_and_its_values(self):
        for target in ("Gateway", "WebGateway"):
            english = texts(target, "en")
            for path, source in swift(target).items():
                self.assertEqual(sorted(columns(source) - english.keys()), [], path.name)
                # In what extends the texts they are `self`; the texts of a form are others.
                extends = target == "Gateway" and re.search(r"(?:struct|extension) Texts\b", source)
                name = "texts|self" if extends else "texts"
                for _, values in calls(source, rf"(?<!form\.)\b(?:{name})[(\[]"):
                    key = literal(values[0]) if values else None
                    if key is None or not IDENTIFIER.fullmatch(key):
                        continue
                    with self.subTest(path.name, key=key):
                        self.assertTrue(key in english)
                        named = {value.split(":")[0] for value in values[1:]}
                        self.assertEqual(named, set(PLACE.findall(english[key])) - {"program"})

    def test_every_complaint_and_every_text_of_the_help_has_its_korean(self):
        sentences = set()
        for target in SPEAKING:
            for path, source in swift(target).items():
                # What a batch says of a line is JSON, for programs.
                if path.parent.name == "Batch":
                    continue
                for _, values in calls(source, CARRIERS):
                    for value in values:
                        text = literal(value.removeprefix("doing: "))
                        if text is None or not re.sub(r"\{\d\}|\W", "", text):
                            continue
                        if value.startswith("doing: "):
                            text += ": {%d}" % (len(PLACE.findall(text)) + 1)
                        sentences.add(text)
        help_texts = self.help_texts() | self.described()
        korean = {key for key in texts("Gateway", "ko") if not key.startswith("wire_") and not IDENTIFIER.fullmatch(key)}
        self.assertEqual(sorted((sentences | help_texts) - korean), [])
        self.assertEqual(sorted(korean - sentences - help_texts), [])
        for key in sentences:
            with self.subTest(key):
                self.assertLessEqual(set(PLACE.findall(texts("Gateway", "ko")[key])), set(PLACE.findall(key)))

    def test_no_sentence_in_the_sources_is_korean(self):
        found = []
        for target in ("Gateway", "WebGateway", "ServiceContexts", "Localization"):
            for path, source in swift(target).items():
                code = re.sub(r"//.*", "", source)
                found += [f"{path.name}: {text}" for text in re.findall(r"[가-힣]+ [가-힣][^\n]*", code)]
        self.assertEqual(found, [])

    def described(self):
        """What the documents of the suite's services say of methods and params: `gateway describe` shows it."""
        found = set()
        for service in ("juice", "calc", "expo", "market"):
            document = json.loads((SOURCES.parent / f"Protocols/{service}.openrpc.json").read_text())
            for method in document["methods"]:
                found |= {method["summary"], *(param.get("summary", "") for param in method["params"])}
        return found - {""}

    def help_texts(self):
        dumped = subprocess.run([GATEWAY, "--experimental-dump-help"], capture_output=True, check=True, timeout=60)
        found = set()

        def walk(command):
            if command.get("shouldDisplay") is False or command["commandName"] == "help":
                return
            found.update(command.get(key, "") for key in ("abstract", "discussion"))
            for argument in command.get("arguments", []):
                names = [name["name"] for name in argument.get("names", [])]
                if "help" in names or names == ["version"] or argument.get("shouldDisplay") is False:
                    continue
                found.update(argument.get(key, "") for key in ("abstract", "discussion", "sectionTitle"))
            for below in command.get("subcommands", []):
                walk(below)

        walk(json.loads(dumped.stdout)["command"])
        return found - {""}


if __name__ == "__main__":
    unittest.main()
