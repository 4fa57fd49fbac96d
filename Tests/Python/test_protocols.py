"""Holds Protocols/ together: pages, schemas, the OpenRPC and the AsyncAPI document say the same."""

import re
import unittest

import jsonschema
import yaml

from protocol_files import OPENAPI, OPENRPC, PAGES, PROTOCOLS, SCHEMAS, SERVICES, STREAMS, SUFFIX
from protocol_files import error_rows, examples, faults, load, localised, page, page_methods, resolve, subschemas
from protocol_files import validator, walk

STANDARD = {"service.ping", "service.info", "service.stats", "service.health", "service.drain", "service.snapshot", "rpc.discover"}

# Keywords that mean the same in draft-07 and in 2020-12; any other is a mistake here.
COMMON_KEYWORDS = set(
    "$schema $ref title description examples default type enum const properties required additionalProperties"
    " minProperties maxProperties items minItems maxItems minLength maxLength pattern format minimum maximum"
    " allOf anyOf oneOf not if then else x-enum-varnames".split()
)


class Schemas(unittest.TestCase):
    def test_there_are_schemas_for_everything_the_pages_promise(self):
        methods = {method for service in SERVICES for method in page_methods(service)}
        self.assertLessEqual({m + suffix for m in methods for suffix in (".params", ".result")}, set(SCHEMAS))
        parts = {"request", "reply", "error", "meta", "reply-meta", "cloudevent", "marker", "juice.stock.changed"}
        self.assertLessEqual(parts, set(SCHEMAS))

    def test_every_schema_is_valid_in_both_drafts(self):
        for name, schema in SCHEMAS.items():
            with self.subTest(name):
                jsonschema.Draft202012Validator.check_schema(schema)
                jsonschema.Draft7Validator.check_schema(schema)
                self.assertEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")

    def test_only_common_keywords_are_used_and_nothing_is_closed(self):
        for name, schema in SCHEMAS.items():
            for part in subschemas(schema):
                with self.subTest(name):
                    self.assertLessEqual(set(part), COMMON_KEYWORDS)
                    self.assertIsNot(part.get("additionalProperties"), False)
                    if "$ref" in part:
                        self.assertEqual(set(part), {"$ref"}, "draft-07 ignores what stands beside a $ref")

    def test_every_required_member_is_described(self):
        for name, schema in SCHEMAS.items():
            for part in subschemas(schema):
                if "properties" in part and part.get("type") == "object":
                    with self.subTest(name):
                        self.assertLessEqual(set(part.get("required", [])), set(part["properties"]))

    def test_every_reference_resolves(self):
        for name, schema in SCHEMAS.items():
            for part in subschemas(schema):
                if "$ref" in part:
                    with self.subTest(name, ref=part["$ref"]):
                        self.assertTrue(part["$ref"].endswith(SUFFIX))
                        self.assertIn(part["$ref"][: -len(SUFFIX)], SCHEMAS)

    def test_every_example_validates(self):
        for name, schema in SCHEMAS.items():
            self.assertTrue(schema.get("examples"), name + " has no example")
            for example in schema["examples"]:
                for draft in (jsonschema.Draft202012Validator, jsonschema.Draft7Validator):
                    with self.subTest(name, example=example, draft=draft.__name__):
                        self.assertEqual([e.message for e in validator(name, draft).iter_errors(example)], [])

    def test_unknown_members_are_welcome(self):
        for name, schema in SCHEMAS.items():
            for example in schema["examples"]:
                if isinstance(example, dict):
                    with self.subTest(name):
                        self.assertEqual(faults(name, {**example, "unknownmember": [None]}), [])

    def test_a_missing_required_member_is_refused(self):
        for name, schema in SCHEMAS.items():
            for member in schema.get("required", []):
                for example in schema["examples"]:
                    with self.subTest(name, member=member):
                        self.assertNotEqual(faults(name, {k: v for k, v in example.items() if k != member}), [])

    def test_what_the_wire_refuses_is_refused(self):
        order = {"juice": "mango"}
        product = SCHEMAS["market.products.register.params"]["examples"][0]
        table = [
            ("request", {"jsonrpc": "2.0", "id": None, "method": "x"}),
            ("request", {"jsonrpc": "2.0", "id": 1.5, "method": "x"}),
            ("request", {"jsonrpc": "1.0", "id": 1, "method": "x"}),
            ("request", {"jsonrpc": "2.0", "id": 1, "method": "x", "params": []}),
            ("request", {"jsonrpc": "2.0", "id": 1, "method": "x", "meta": {"timeoutms": -1}}),
            ("meta", {"idempotencykey": ""}),
            ("meta", {"idempotencykey": "k" * 129}),
            ("reply", {"jsonrpc": "2.0", "id": 1}),
            ("reply", {"jsonrpc": "2.0", "id": 1, "result": {}, "error": SCHEMAS["error"]["examples"][0]}),
            ("juice.order.params", {**order, "quantity": 0}),
            ("juice.order.params", {**order, "quantity": 1001}),
            ("juice.order.params", {**order, "quantity": 1.5}),
            ("juice.order.params", {**order, "quantity": "2"}),
            ("juice.order.params", {**order, "quantity": None}),
            ("juice.order.list.params", {"limit": 101}),
            ("juice.stock.adjust.params", {"changes": {}}),
            ("juice.stock.adjust.params", {"changes": {"mango": 0}}),
            ("juice.stock.adjust.params", {"changes": {"mango": 1_000_000_001}}),
            ("juice.stock.set.params", {"levels": {"mango": -1}}),
            ("juice.stock.set.params", {"levels": {"mango": 1}, "expectedVersion": "3"}),
            ("juice.stock.set.params", {"levels": {"mango": 1}, "expectedVersion": {}}),
            ("calc.evaluate.params", {}),
            ("calc.evaluate.params", {"formula": 5}),
            ("calc.press.params", {"keys": "1"}),
            ("calc.press.params", {"keys": ["1", "one"]}),
            ("calc.press.params", {"keys": ["1"] * 257}),
            ("calc.press.params", {"keys": [], "state": {}}),
            ("expo.entries.list.params", {"search": "x" * 201}),
            ("expo.entries.get.params", {}),
            ("expo.entries.get.params", {"name": "x", "number": 1}),
            ("expo.image.get.params", {"image_name": "../../etc/passwd"}),
            ("expo.image.get.params", {"image_name": "/etc/passwd"}),
            ("expo.image.get.params", {"image_name": "x\0"}),
            ("service.outcome.params", {}),
            ("service.outcome.params", {"idempotencykey": "k" * 129}),
            ("service.outcome.result", {"state": "applied"}),
            ("market.products.list.params", {"items_per_page": 101}),
            ("market.products.list.params", {"search_value": "x" * 201}),
            ("market.products.list.result", {"revision": "r"}),
            ("market.products.register.params", {**product, "price": -1}),
            ("market.products.register.params", {**product, "price": "1000"}),
            ("market.products.register.params", {**product, "price": 0.5}),
            ("market.products.register.params", {**product, "currency": "EUR"}),
            ("market.products.update.params", {"identifier": "i", "id": 1, "secret": "s"}),
            ("market.products.get.result", {**SCHEMAS["market.product"]["examples"][1]}),
            ("market.images.get.params", {}),
            ("market.images.get.params", {"id": 1, "url": "market:images/1"}),
            ("market.images.get.params", {"url": "market:images/../1"}),
            ("market.stock.changed", {**SCHEMAS["market.stock.changed"]["examples"][0], "delta": 0}),
            ("events.replay.params", {"after": -1}),
            ("events.replay.params", {"after": 0, "limit": 1001}),
            ("events.replay.params", {"after": 0, "topics": []}),
            ("cloudevent", {**SCHEMAS["cloudevent"]["examples"][0], "sequence": "1042"}),
            ("cloudevent", {**SCHEMAS["cloudevent"]["examples"][0], "sequence": 1042}),
            ("cloudevent", {**SCHEMAS["cloudevent"]["examples"][0], "data": {"fruit": "mango"}}),
            ("juice.stock.changed", {**SCHEMAS["juice.stock.changed"]["examples"][0], "cause": "magic"}),
            ("cloudevent", {**SCHEMAS["cloudevent"]["examples"][2], "data": {"entries": 13}}),
            ("marker", {"epoch": "e", "sequence": "1", "time": "2026-11-21T03:04:05.678Z"}),
        ]
        for name, instance in table:
            with self.subTest(name, instance=instance):
                self.assertNotEqual(faults(name, instance), [])


class Errors(unittest.TestCase):
    def table(self):
        """The table of envelope.md: code to (reason, type, status, retryable, outcome, members)."""
        rows = {}
        for line in page("envelope.md").splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) == 7 and re.fullmatch(r"-?\d+", cells[0]):
                self.assertNotIn(int(cells[0]), rows)
                rows[int(cells[0])] = cells[1:]
        return rows

    def test_the_table_of_the_page_is_the_table_of_the_schema(self):
        rows = self.table()
        self.assertEqual(sorted(rows), sorted(code for code, _, _ in error_rows()))
        for code, fixed, required in error_rows():
            reason, kind, status, retryable, outcome, members = rows[code]
            with self.subTest(reason):
                self.assertEqual(fixed["reason"], reason)
                self.assertEqual(fixed["type"], kind.strip("`"))
                self.assertEqual(fixed["type"], "urn:jangteo:problem:" + reason.lower().replace("_", "-"))
                self.assertEqual(fixed["status"], int(status))
                self.assertEqual(fixed.get("retryable"), {"yes": True, "no": False, "with a key": None}[retryable])
                self.assertEqual(fixed["outcome"], outcome)
                always = {m for m, optional in re.findall(r"`(\w+)`( \(optional\))?", members) if not optional}
                self.assertEqual(required, always)

    def test_reasons_are_unique(self):
        reasons = [fixed["reason"] for _, fixed, _ in error_rows()]
        self.assertEqual(len(reasons), len(set(reasons)))

    def test_the_openrpc_errors_are_in_the_table(self):
        rows = self.table()
        errors = [(s, *error) for s in SERVICES for error in OPENRPC[s]["components"]["errors"].items()]
        for service, name, error in errors:
            with self.subTest(service, error=name):
                reason, kind, status, _, outcome, _ = rows[error["code"]]
                expected = {"type": kind.strip("`"), "status": int(status), "reason": reason, "outcome": outcome}
                self.assertEqual((name, error["data"]), (reason, expected))

    def test_every_reason_named_on_a_page_exists(self):
        reasons = {fixed["reason"] for _, fixed, _ in error_rows()}
        others = {"REQUIRED", "WRONG_TYPE", "OUT_OF_RANGE", "MALFORMED", "UNKNOWN", "SERVING", "NOT_SERVING", "NAME"}
        for name in PAGES:
            # Options of libzmq are no reasons.
            for word in re.findall(r"`(?!ZMQ_)([A-Z][A-Z_]{3,})`", page(name)):
                with self.subTest(name, word=word):
                    self.assertIn(word, reasons | others)


class Pages(unittest.TestCase):
    def test_every_example_validates(self):
        count = 0
        for name in PAGES:
            for label, value, text in examples(name):
                with self.subTest(name, example=text):
                    self.assertIn(label, SCHEMAS, "every JSON block names its schema")
                    self.assertEqual(faults(label, value), [])
                    if label == "request":
                        self.assertEqual(faults(value["method"] + ".params", value.get("params", {})), [])
                    count += 1
        self.assertGreater(count, 20)

    def test_no_example_has_its_key_for_an_id(self):
        # Every subscriber is told the id, by the causationid of an event, and the key is its caller's alone.
        texts = {path: path.read_text("utf-8") for path in PROTOCOLS.rglob("*") if path.is_file()}
        keys = {key for text in texts.values() for key in re.findall(r'"idempotencykey": "([^"]+)"', text)}
        ids = {id for text in texts.values() for id in re.findall(r'"(?:id|causationid)": "([^"]+)"', text)}
        self.assertGreater(min(len(keys), len(ids)), 1)
        self.assertEqual(keys & ids, set())

    def test_every_link_within_the_folder_leads_somewhere(self):
        for name in PAGES:
            for target, anchor in re.findall(r"\]\(([^)#:]*)(#[^)]*)?\)", page(name)):
                with self.subTest(name, target=target + anchor):
                    path = PROTOCOLS / target if target else PROTOCOLS / name
                    self.assertTrue(path.exists())
                    if anchor:
                        headings = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)
                        slugs = {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}
                        self.assertIn(anchor[1:], slugs)

    def test_letters_are_ascii_or_korean_or_keys_of_the_calculator(self):
        for path in sorted(PROTOCOLS.rglob("*")):
            if path.is_file():
                with self.subTest(path.name):
                    strange = set(re.findall(r"[^\x00-\x7f\uac00-\ud7a3]", path.read_text("utf-8")))
                    # The calculator's operators and its sign key, which has no letter on a keyboard.
                    glyphs = set("\u2212\u00d7\u00f7\u00b1\u207a\u2044\u208b")
                    self.assertEqual(strange - glyphs if path.name.startswith(("calc", "openapi")) else strange, set())

    def test_params_of_the_page_are_those_of_the_schema(self):
        for name in (*(f"{service}.md" for service in SERVICES), "events.md"):
            section = re.compile(r"^## ([a-z]+\.[a-z.]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
            for method, body in section.findall(page(name)):
                rows = re.search(r"^\| param \| \| \|\n\|---\|---\|---\|\n((?:\|.*\n)+)", body, re.MULTILINE)
                told = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", rows.group(1), re.MULTILINE)) if rows else {}
                schema = SCHEMAS[method + ".params"]
                with self.subTest(method):
                    self.assertEqual(set(told), set(schema.get("properties", {})))
                    required = {param for param, text in told.items() if "required" in text}
                    self.assertEqual(required, set(schema.get("required", [])))


class OpenRPC(unittest.TestCase):
    def methods(self):
        for service in SERVICES:
            for method in OPENRPC[service]["methods"]:
                yield service, method["name"], method

    def test_there_is_a_document_for_every_service(self):
        self.assertLessEqual({"juice", "calc", "expo", "market"}, set(SERVICES))
        for service, document in OPENRPC.items():
            with self.subTest(service):
                self.assertEqual(document["openrpc"], "1.3.2")
                self.assertEqual(document["info"]["title"], service + "-service")
                self.assertTrue(document["servers"][0]["url"].endswith(f"/{service}.rpc"))

    def test_it_describes_the_methods_of_the_pages_and_no_others(self):
        for service in SERVICES:
            with self.subTest(service):
                methods = [method["name"] for method in OPENRPC[service]["methods"]]
                self.assertEqual(len(methods), len(set(methods)))
                self.assertEqual(set(methods), set(page_methods(service)))
                stream = {"events.replay", "service.outcome"} if service in STREAMS else set()
                self.assertLessEqual(STANDARD | stream, set(methods))

    def test_kinds_are_those_of_the_page(self):
        for service in SERVICES:
            with self.subTest(service):
                row = re.compile(rf"^\| \[`({service}\.[a-z.]+)`\]\([^)]*\) \| (read|write) \|", re.MULTILINE)
                kinds = dict(row.findall(page(f"{service}.md")))
                own = [m for m in OPENRPC[service]["methods"] if m["name"].startswith(service + ".")]
                self.assertEqual({m["name"]: m["x-kind"] for m in own}, kinds)

    def test_roles_are_those_of_the_page(self):
        for service in SERVICES:
            with self.subTest(service):
                row = re.compile(rf"^\| \[`({service}\.[a-z.]+)`\]\([^)]*\) \| \w+ \| (\w+) \|", re.MULTILINE)
                own = [m for m in OPENRPC[service]["methods"] if m["name"].startswith(service + ".")]
                self.assertEqual({m["name"]: m["x-role"] for m in own}, dict(row.findall(page(f"{service}.md"))))

    def test_what_more_than_looking_needs_can_be_denied(self):
        for service, name, method in self.methods():
            with self.subTest(service, method=name):
                self.assertIn(method["x-role"], ("read", "order", "operate"))
                self.assertTrue(method["x-kind"] == "read" or method["x-role"] != "read")
                errors = {error["$ref"].rsplit("/", 1)[1] for error in method["errors"]}
                self.assertIn("UNAUTHENTICATED", errors)
                self.assertEqual("PERMISSION_DENIED" in errors, method["x-role"] != "read")

    def test_every_reference_resolves(self):
        for service, document in OPENRPC.items():
            count = 0
            for path, value in walk(document):
                if isinstance(value, dict) and "$ref" in value:
                    with self.subTest(service, path=path):
                        self.assertTrue(value["$ref"].startswith("#/components/"))
                        self.assertIsInstance(resolve(document, value["$ref"][1:]), dict)
                        count += 1
            self.assertGreater(count, 50)

    def test_its_schemas_are_those_of_the_folder(self):
        for service, document in OPENRPC.items():
            schemas = document["components"]["schemas"]
            with self.subTest(service):
                self.assertLessEqual(set(schemas), set(SCHEMAS))
                self.assertEqual(schemas, {name: localised(SCHEMAS[name]) for name in schemas})
                others = tuple(other + "." for other in SERVICES if other != service)
                # A CloudEvent's schema refers to the data of every event there is.
                events = {row["if"]["properties"]["type"]["const"] for row in SCHEMAS["cloudevent"]["allOf"]}
                self.assertEqual([name for name in schemas if name.startswith(others) and name not in events], [])
        everywhere = {name for document in (*OPENRPC.values(), OPENAPI) for name in document["components"]["schemas"]}
        everywhere -= {"problem", "openmarket.problem"}
        self.assertEqual(everywhere, set(SCHEMAS), "a schema that is in no document")

    def test_methods_are_complete(self):
        for service, name, method in self.methods():
            with self.subTest(service, method=name):
                self.assertEqual(method["paramStructure"], "by-name")
                self.assertTrue(method["summary"])
                self.assertIn(method["x-kind"], ("read", "write"))
                self.assertEqual(method["result"]["schema"]["$ref"], f"#/components/schemas/{name}.result")
                schema = SCHEMAS[name + ".params"]
                params = {param["name"]: param for param in method["params"]}
                self.assertEqual(set(params), set(schema.get("properties", {})))
                for param, descriptor in params.items():
                    self.assertEqual(descriptor["required"], param in schema.get("required", []))
                    described = dict(schema["properties"][param])
                    self.assertEqual(described.pop("description"), descriptor["summary"])
                    self.assertEqual(localised(described), descriptor["schema"])
                for error in method["errors"]:
                    self.assertIn(error["$ref"].rsplit("/", 1)[1], OPENRPC[service]["components"]["errors"])

    def test_its_examples_validate(self):
        for service, name, method in self.methods():
            for example in method["examples"]:
                with self.subTest(service, method=name):
                    params = {param["name"]: param["value"] for param in example["params"]}
                    self.assertEqual(faults(name + ".params", params), [])
                    self.assertEqual(faults(name + ".result", example["result"]["value"]), [])

    def test_the_document_validates_as_a_result_and_fits_a_frame(self):
        for service, document in OPENRPC.items():
            with self.subTest(service):
                self.assertEqual(faults("rpc.discover.result", document), [])
                self.assertLess((PROTOCOLS / f"{service}.openrpc.json").stat().st_size, 262_144)


class AsyncAPI(unittest.TestCase):
    def setUp(self):
        self.document = yaml.safe_load(page("events.asyncapi.yaml"))

    def test_the_document_has_the_parts_that_the_format_asks_for(self):
        self.assertEqual(self.document["asyncapi"], "3.0.0")
        self.assertTrue({"title", "version"} <= set(self.document["info"]))
        for server in self.document["servers"].values():
            self.assertEqual(server["protocol"], "zmq")
        for _, value in walk(self.document):
            if isinstance(value, dict) and "bindings" in value:
                self.assertEqual(set(value["bindings"]), {"x-zmq"}, "the format has no binding of its own for ZeroMQ")

    def test_every_reference_resolves(self):
        for path, value in walk(self.document):
            if isinstance(value, dict) and "$ref" in value:
                with self.subTest(path, ref=value["$ref"]):
                    file, _, pointer = value["$ref"].partition("#")
                    if file:
                        load(PROTOCOLS / file)
                    else:
                        self.assertIsNotNone(resolve(self.document, pointer))

    def test_channels_and_operations_fit(self):
        channels = self.document["channels"]
        for channel in channels.values():
            self.assertEqual(set(re.findall(r"\{(\w+)\}", channel["address"])), set(channel.get("parameters", {})))
            self.assertTrue(channel["address"].endswith("."))
        used = {operation["channel"]["$ref"].rsplit("/", 1)[1] for operation in self.document["operations"].values()}
        self.assertEqual(used, set(channels))
        self.assertEqual({operation["action"] for operation in self.document["operations"].values()}, {"send"})

    def test_topics_are_those_of_the_page(self):
        rows = re.findall(r"^\| `([~a-z][^`]*\.)` \|", page("events.md"), re.MULTILINE)
        told = {row.replace("<", "{").replace(">", "}") for row in rows}
        self.assertEqual(told, {channel["address"] for channel in self.document["channels"].values()})


if __name__ == "__main__":
    unittest.main()
