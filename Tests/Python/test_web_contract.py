"""What web-gateway says of itself in its OpenAPI document, and that it is so."""

import os
import re
import subprocess
import sys
import unittest
import urllib.parse

from juice_process import PROGRAMS, ROOT
from protocol_files import OPENAPI, PROTOCOLS, SCHEMAS, localised, resolve, walk
from sanitizing import SANITIZER
from web_process import WebBeforeJuice

CAMPAIGN = ROOT / "Tests" / "HTTPCampaign"
sys.path.append(str(CAMPAIGN))
import environment  # noqa: E402

PROBLEM = "application/problem+json"
# Seconds. Only a bound.
TIMEOUT = 600


def operations():
    for path, item in OPENAPI["paths"].items():
        for verb, operation in item.items():
            yield path, verb, operation


def followed(value):
    return resolve(OPENAPI, value["$ref"][1:]) if "$ref" in value else value


def with_formats(value):
    """A schema with the types and formats that can be concluded from it."""
    if isinstance(value, list):
        return [with_formats(part) for part in value]
    if not isinstance(value, dict):
        return value
    known = {name: part if name in ("const", "default", "enum", "examples") else with_formats(part) for name, part in value.items()}
    kinds = {bool: "boolean", int: "integer", str: "string"}
    types = {kinds.get(type(one)) for one in value.get("enum", [value["const"]] if "const" in value else [])}
    if "type" not in value and len(types) == 1:
        known["type"] = types.pop()
    if known.get("type") == "number":
        known["format"] = "double"
    if known.get("type") == "integer":
        least, most = value.get("minimum", float("-inf")), value.get("maximum", float("inf"))
        known["format"] = "int32" if -(2**31) <= least and most < 2**31 else "int64"
    return known


class Document(unittest.TestCase):
    def test_it_is_valid_openapi(self):
        check = "import json, sys, openapi_spec_validator as v; v.validate(json.load(open(sys.argv[1])))"
        run = subprocess.run(
            [environment.python(), "-c", check, PROTOCOLS / "openapi.json"], capture_output=True, text=True, timeout=TIMEOUT
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(OPENAPI["openapi"], "3.1.0")

    def test_every_reference_resolves_and_every_component_is_used(self):
        used = set()
        for path, value in walk(OPENAPI):
            if isinstance(value, dict) and isinstance(value.get("$ref"), str):
                with self.subTest(path, ref=value["$ref"]):
                    self.assertTrue(value["$ref"].startswith("#/components/"))
                    self.assertIsInstance(resolve(OPENAPI, value["$ref"][1:]), dict)
                    used.add("/".join(value["$ref"].split("/")[2:4]))
        kinds = ("parameters", "headers", "responses", "schemas")
        self.assertEqual({f"{kind}/{name}" for kind in kinds for name in OPENAPI["components"][kind]} - used, set())

    def test_it_has_every_request_that_the_page_tells_of(self):
        section = (ROOT / "docs/web.md").read_text().partition("## For programs")[2].partition("\n- ")[0]
        told = re.findall(r"`(?:([A-Z]+) )?(/[^`? ]+)[^`]*`", section)
        self.assertGreater(len(told), 20)
        for verb, path in told:
            with self.subTest(path, verb=verb):
                self.assertIn(verb.lower() or "get", OPENAPI["paths"].get(path, {}))

    def test_names_of_operations_are_unique_and_links_lead_to_them(self):
        names = [operation["operationId"] for _, _, operation in operations()]
        self.assertEqual(len(names), len(set(names)))
        for path, value in walk(OPENAPI["paths"]):
            if isinstance(value, dict) and path and path[-2:-1] == ("links",):
                self.assertIn(value["operationId"], names)

    def test_parameters_of_paths_are_those_of_the_path(self):
        for path, verb, operation in operations():
            with self.subTest(path, verb=verb):
                parameters = [followed(one) for one in operation.get("parameters", [])]
                names = [one["name"] for one in parameters if one["in"] == "path"]
                self.assertEqual(sorted(names), sorted(re.findall(r"{(\w+)}", path)))

    def test_every_error_is_a_problem_and_a_write_says_its_key(self):
        for path, verb, operation in operations():
            responses = {status: followed(one) for status, one in operation["responses"].items()}
            for status, response in responses.items():
                with self.subTest(path, verb=verb, status=status):
                    if status >= "400" and path != "/health/ready":
                        self.assertEqual(set(response["content"]), {PROBLEM})
                    if status == "429":
                        self.assertIn("Retry-After", response["headers"])
            with self.subTest(path, verb=verb):
                self.assertIn("401", responses)
                success = min(responses)
                writes = "#/components/parameters/Idempotency-Key" in [one.get("$ref") for one in operation.get("parameters", [])]
                for status in (success, "500"):
                    self.assertEqual("Idempotency-Key" in responses[status].get("headers", {}), writes)

    def test_its_schemas_are_those_of_the_folder(self):
        own = {"problem", "openmarket.problem"}
        schemas = {name: one for name, one in OPENAPI["components"]["schemas"].items() if name not in own}
        self.assertEqual(schemas, {name: with_formats(localised(SCHEMAS[name])) for name in schemas})

    def test_every_number_has_a_format_and_every_constant_a_type(self):
        # Without them a generator takes 32-bit integers, floats of seven digits and values of any type.
        for path, value in walk(OPENAPI):
            if isinstance(value, dict) and not {"example", "examples", "enum", "const"} & set(path):
                with self.subTest(path):
                    if value.get("type") in ("integer", "number"):
                        self.assertIn(value.get("format"), ("int32", "int64", "double"))
                    if "enum" in value or "const" in value:
                        self.assertTrue("type" in value or None in value["enum"])

    def test_no_reference_leads_into_a_component(self):
        # Generators take the last segment for the name of a component, and one "id" for all others.
        for path, value in walk(OPENAPI):
            if isinstance(value, dict) and isinstance(value.get("$ref"), str):
                self.assertEqual(value["$ref"].count("/"), 3, path)

    def test_no_two_schemas_have_the_same_title(self):
        titles = [schema["title"] for schema in OPENAPI["components"]["schemas"].values()]
        self.assertEqual(len(titles), len(set(titles)))

    def test_what_is_required_by_turns_stands_in_no_alternative_of_types(self):
        # An alternative that only requires members takes all others from a generated type.
        for path, value in walk(OPENAPI):
            if isinstance(value, dict) and "properties" in value:
                for word in ("anyOf", "oneOf"):
                    for part in value.get(word, []):
                        self.assertNotEqual(set(part), {"required"}, path)

    def test_every_value_of_an_enumeration_has_a_name_that_programs_can_use(self):
        for path, value in walk(OPENAPI):
            if isinstance(value, dict) and isinstance(value.get("enum"), list) and "examples" not in path:
                names = value.get("x-enum-varnames", [str(one) for one in value["enum"]])
                with self.subTest(path):
                    self.assertEqual(len(names), len(value["enum"]))
                    self.assertEqual(len({re.sub(r"\W", "_", name) for name in names}), len(names))
                    for name in names:
                        self.assertRegex(name, r"^[A-Za-z][\w/+]*$")

    def test_pictures_have_media_types_of_their_own(self):
        for path, verb, operation in operations():
            for response in map(followed, operation["responses"].values()):
                for kind, content in response.get("content", {}).items():
                    self.assertNotIn("*", kind, path)
                    if kind.startswith("image/"):
                        self.assertEqual(content["schema"], {"type": "string", "format": "binary"})


class Served(WebBeforeJuice):
    def test_it_is_served_as_it_is_kept(self):
        self.assertEqual(self.call("GET", "/openapi.json").body, (PROTOCOLS / "openapi.json").read_bytes())

    def test_a_path_takes_the_methods_that_the_document_has_and_no_other(self):
        for path, item in OPENAPI["paths"].items():
            expected = {verb.upper() for verb in item} | ({"HEAD"} if "get" in item else set())
            place = re.sub(r"{\w+}", "1", path)
            for method in {"TRACE", "PROPFIND", "OPTIONS", "PUT"} - expected:
                with self.subTest(path, method=method):
                    answer = self.call(method, place)
                    self.assertProblem(answer, 405)
                    self.assertEqual(set(answer.headers["Allow"].split(", ")), expected)

    def test_no_path_takes_any_method_where_there_is_none(self):
        for path in ("/api/nothing", "/api/juice/menu/1"):
            for method in ("GET", "TRACE", "POST"):
                self.assertProblem(self.call(method, path), 404)

    def test_whatever_open_market_clients_are_refused_has_code_and_message(self):
        for method, path, status in (
            ("GET", "/api/products/1/2/3", 404), ("GET", "/v2/api/products/1/2/3", 404), ("TRACE", "/api/products", 405),
            ("DELETE", "/v2/api/products", 405), ("POST", "/healthChecker", 405), ("GET", "/api/products/x", 404),
        ):
            with self.subTest(path, method=method):
                problem = self.assertProblem(self.call(method, path), status)
                self.assertEqual((problem["code"], problem["message"]), (status, problem["detail"]))
        foreign = self.call("POST", "/api/products", b"", Origin="http://evil.example")
        self.assertEqual(self.assertProblem(foreign, 403)["code"], 403)
        self.assertNotIn("code", self.assertProblem(self.call("GET", "/api/juice/nothing"), 404))

    def test_what_is_no_integer_as_json_has_it_is_none(self):
        for text in ("+5", "05", "5.0", "", "-0"):
            with self.subTest(text):
                refused = self.call("GET", f"/api/juice/orders?limit={text.replace('+', '%2B')}")
                self.assertProblem(refused, 422, "INVALID_PARAMS")
        self.assertProblem(self.call("GET", "/api/juice/orders?limit=5&limit=6"), 422, "INVALID_PARAMS")
        self.assertEqual(self.call("GET", "/api/juice/orders?limit=5").status, 200)

    def test_a_key_that_a_header_cannot_hold_as_it_is_is_refused(self):
        for key in ("caf\xe9", "two words", "", "k" * 129):
            with self.subTest(key):
                refused = self.call("POST", "/api/juice/orders", {"juice": "kiwi"}, Idempotency_Key=key)
                self.assertProblem(refused, 400, "INVALID_REQUEST")
        self.assertStock(self.client(self.service))

    def test_a_parameter_of_a_path_is_what_was_encoded(self):
        key = "\ud0a4 a/b %41"
        made = self.client(self.service).ok("juice.order", {"juice": "kiwi"}, key=key)
        found = self.call("GET", "/api/outcomes/juice/" + urllib.parse.quote(key, safe=""))
        self.assertEqual((found.status, found.json()["state"], found.json().get("result")), (200, "applied", made), found)
        encoded = "".join(f"%{byte:02X}" for byte in made["id"].encode())
        self.assertEqual(self.call("GET", f"/api/juice/orders/{encoded}").json(), made)
        for broken in ("%ff", "%4", "%zz"):
            self.assertProblem(self.call("GET", f"/api/juice/orders/{broken}"), 400)

    def test_if_match_is_for_levels(self):
        tag = self.call("GET", "/api/juice/stock").headers["ETag"]
        for body in ({"changes": {"kiwi": 1}}, {"levels": {"kiwi": 1}, "expectedVersion": 1}):
            refused = self.call("PATCH", "/api/juice/stock", body, If_Match=tag)
            self.assertProblem(refused, 422, "INVALID_PARAMS")
        self.assertProblem(self.call("PATCH", "/api/juice/stock", {"levels": {"kiwi": 1}}, If_Match="+1"), 412)
        self.assertStock(self.client(self.service))

    def test_if_match_goes_with_a_body_of_any_form(self):
        tag = self.call("GET", "/api/juice/stock").headers["ETag"]
        empty = self.call("PATCH", "/api/juice/stock", b"{}", If_Match=tag, Content_Type="application/json")
        self.assertProblem(empty, 422, "INVALID_PARAMS")
        body = b' {"levels": {"kiwi": 1} } \r\n'
        done = self.call("PATCH", "/api/juice/stock", body, If_Match=tag, Content_Type="application/json")
        self.assertEqual(done.status, 200, done)
        self.assertStock(self.client(self.service), kiwi=1)


@unittest.skipIf(SANITIZER, "programs that are many times slower answer too few requests")
class Campaign(unittest.TestCase):
    """Seconds of what scripts/http-campaign does for minutes."""

    def setUp(self):
        if not (PROGRAMS / "web-gateway").exists():
            raise unittest.SkipTest("web-gateway is not built: swift build")

    def test_every_answer_is_what_the_document_says(self):
        run = subprocess.run(
            [sys.executable, CAMPAIGN / "campaign.py", "--for", "30s", "--seed", "27"],
            capture_output=True, text=True, timeout=TIMEOUT, env=os.environ | {"PYTHONPATH": str(ROOT / "Tests" / "Python")},
        )
        self.assertEqual(run.returncode, 0, run.stdout[-20_000:] + run.stderr[-5_000:])
        self.assertRegex(run.stdout.splitlines()[-1], r"^http-campaign: nothing found \(seed 27, 30 s\)$")
        requests = int(re.search(r"^requests: (\d+)", run.stdout, re.M)[1])
        self.assertGreater(requests, 500)


if __name__ == "__main__":
    unittest.main()
