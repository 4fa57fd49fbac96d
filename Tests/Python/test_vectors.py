"""Holds the vectors to their format, to the schemas and to the table of errors."""

import json
import re
import unittest

from protocol_files import ALL_VECTORS, SCHEMAS, SUFFIX, error_rows, faults, refuse_duplicates, walk


def frame(case):
    """The bytes that a vector sends."""
    if "request" in case:
        return json.dumps(case["request"]).encode()
    if "requestText" in case:
        return case["requestText"].encode()
    if "requestHex" in case:
        return bytes.fromhex(case["requestHex"])
    part = case["requestRepeat"]
    text = lambda name: part.get(name, "")
    return "".join(
        [text("prefix"), text("open") * part["times"], text("middle"), text("close") * part["times"], text("suffix")]
    ).encode()


def is_notification(request):
    return isinstance(request, dict) and "method" in request and "id" not in request


class Vectors(unittest.TestCase):
    def cases(self):
        for name, vector in ALL_VECTORS.items():
            for case in vector["cases"]:
                yield name, case

    def test_the_files_are_there(self):
        wanted = {"envelope-good", "envelope-bad", "batch", "idempotency"}
        wanted |= {"juice-order", "juice-stock", "juice-bad-params"}
        wanted |= {"calc-evaluate", "calc-press", "calc-bad-params", "calc-bad-state"}
        wanted |= {"expo-poster", "expo-entries", "expo-bad-params"}
        wanted |= {"market-empty", "market-vendors", "market-bad-params", "market-bad-products"}
        self.assertLessEqual(wanted, set(ALL_VECTORS))

    def test_the_format_is_kept(self):
        requests = {"request", "requestText", "requestHex", "requestRepeat"}
        for file, case in self.cases():
            with self.subTest(file, case=case.get("name")):
                self.assertEqual(set(case) - requests, {"name", "expect"})
                self.assertEqual(len(set(case) & requests), 1)
                self.assertEqual(len(case["expect"]), 1)
                self.assertLessEqual(set(case["expect"]), {"reply", "error", "silence"})
                parts = {"prefix", "open", "times", "middle", "close", "suffix"}
                self.assertLessEqual(set(case.get("requestRepeat", {})), parts)
                self.assertIsInstance(frame(case), bytes)
        for file, vector in ALL_VECTORS.items():
            names = [case["name"] for case in vector["cases"]]
            self.assertEqual(len(names), len(set(names)), file + ": a name occurs twice")

    def test_matchers_are_known_and_stand_alone(self):
        for file, case in self.cases():
            for path, value in walk(case["expect"]):
                if isinstance(value, dict) and any(name.startswith("$") for name in value):
                    with self.subTest(file, case=case["name"], path=path):
                        self.assertEqual(len(value), 1)
                        self.assertIn(next(iter(value)), {"$any", "$absent", "$contains"})

    def test_requests_that_are_to_succeed_validate(self):
        count = 0
        for file, case in self.cases():
            reply = case["expect"].get("reply")
            pairs = []
            if isinstance(reply, dict) and "result" in reply:
                pairs = [(json.loads(frame(case), object_pairs_hook=refuse_duplicates), reply)]
            elif isinstance(reply, list):
                answered = [r for r in json.loads(frame(case)) if not is_notification(r)]
                self.assertEqual(len(answered), len(reply), case["name"])
                pairs = [(request, answer) for request, answer in zip(answered, reply) if "result" in answer]
            for request, answer in pairs:
                with self.subTest(file, case=case["name"]):
                    self.assertEqual(faults("request", request), [])
                    self.assertEqual(faults(request["method"] + ".params", request.get("params", {})), [])
                    self.assertEqual(answer["id"], request["id"])
                    count += 1
        self.assertGreater(count, 80)

    def test_expected_results_have_only_members_that_the_schemas_know(self):
        for file, case in self.cases():
            reply = case["expect"].get("reply")
            if isinstance(reply, dict) and "result" in reply:
                method = json.loads(frame(case))["method"]
                if method == "rpc.discover":
                    continue
                with self.subTest(file, case=case["name"]):
                    self.compare(SCHEMAS[method + ".result"], reply["result"])

    def compare(self, schema, value):
        while "$ref" in schema or "allOf" in schema and "properties" not in schema:
            schema = SCHEMAS[schema["$ref"].removesuffix(SUFFIX)] if "$ref" in schema else schema["allOf"][0]
        if isinstance(value, dict) and not any(name.startswith("$") for name in value):
            for name, member in value.items():
                if isinstance(member, dict) and "$absent" in member:
                    continue
                known = schema.get("properties", {}).get(name) or schema.get("additionalProperties")
                if schema.get("properties") or schema.get("additionalProperties"):
                    self.assertIsNotNone(known, name + " is not in the schema")
                    self.compare(known, member)
        elif isinstance(value, list):
            for element in value:
                self.compare(schema["items"], element)

    def test_expected_errors_are_rows_of_the_table(self):
        table = {code: fixed for code, fixed, _ in error_rows()}
        for file, case in self.cases():
            expect = case["expect"]
            errors = [expect["error"]] if "error" in expect else []
            for reply in expect["reply"] if isinstance(expect.get("reply"), list) else [expect.get("reply", {})]:
                if "error" in reply and isinstance(reply["error"].get("code"), int):
                    errors.append({"code": reply["error"]["code"], **reply["error"]["data"]})
            for error in errors:
                with self.subTest(file, case=case["name"]):
                    fixed = table[error["code"]]
                    for name in set(fixed) & set(error):
                        self.assertEqual(error[name], fixed[name])

    def test_params_that_are_to_be_refused_are_refused_by_the_schema(self):
        for file, case in self.cases():
            if case["expect"].get("error", {}).get("reason") == "INVALID_PARAMS":
                request = json.loads(frame(case))
                # A JSON Schema integer may be written 1.0 or 1e2, and no schema knows which cursors were given out, to
                # which states of a keypad keys lead, how people count characters, or how many pictures came along.
                if file in ("calc-bad-state", "market-bad-products"):
                    continue
                if re.search(r"\d\.0|\de\d", frame(case).decode()) or request.get("params") == {"after": "!"}:
                    continue
                with self.subTest(file, case=case["name"]):
                    self.assertNotEqual(faults(request["method"] + ".params", request.get("params", {})), [])


if __name__ == "__main__":
    unittest.main()
