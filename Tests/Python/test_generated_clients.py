"""What generators make of the documents, used as it was generated."""

import contextlib
import http.client
import json
import pathlib
import sys
import tempfile
import unittest

import zmq

from juice_process import PROGRAMS, ROOT
from juice_sockets import JuiceClient
from protocol_files import PROTOCOLS, SCHEMAS, SUFFIX
from sanitizing import SANITIZER

sys.path += [str(ROOT / "Tests" / "Clients"), str(ROOT / "Tests" / "HTTPCampaign")]
import clients  # noqa: E402
import stage  # noqa: E402

READ = "import importlib, sys; sys.path.insert(0, sys.argv[1])\n"


@unittest.skipIf(SANITIZER, "the programs under test are the generators' own")
class Generated(unittest.TestCase):
    """Each client of `Tests/Clients` orders a juice, is refused one, and registers a product with two pictures."""

    @classmethod
    def setUpClass(cls):
        if not (PROGRAMS / "web-gateway").exists():
            raise unittest.SkipTest("web-gateway is not built: swift build")
        stack = contextlib.ExitStack()
        cls.addClassCleanup(stack.close)
        cls.scene = stack.enter_context(stage.stage())

    def refused(self):
        """The refusal as it is in the response: nothing is lost between that and a client's types."""
        with contextlib.closing(http.client.HTTPConnection(self.scene.url.removeprefix("http://"))) as connection:
            body, headers = json.dumps({"juice": "strawberry", "quantity": 1000}), {"Content-Type": "application/json"}
            connection.request("POST", "/api/juice/orders", body, headers)
            problem = json.load(connection.getresponse())
        shortages = [[one["fruit"], one["required"], one["available"]] for one in problem["shortages"]]
        self.assertTrue(shortages)
        return {"status": 409, "reason": "INSUFFICIENT_STOCK", "shortages": shortages}

    def lives(self, name):
        if absent := clients.missing(name):
            self.skipTest(f"{', '.join(absent)} is not installed: scripts/install-dependencies --test")
        said = clients.life(name, self.scene)
        self.assertEqual(said["order"], {"juice": "mango", "quantity": 2, "used": 6})
        self.assertEqual(said["refusal"], self.refused())
        # The picture is one that was sent, so none of its bytes is lost.
        self.assertEqual(said["product"].pop("bytes"), len(stage.png(8, 8, (200, 60, 40))))
        product = {"name": "망고 한 상자", "price": 10.1, "currency": "USD", "stock": 3_000_000, "images": 2}
        self.assertEqual(said["product"], product)

    def test_a_client_by_openapi_python_client_works(self):
        self.lives("openapi-python-client")

    def test_a_client_by_openapi_generator_for_python_works(self):
        self.lives("python")

    def test_a_client_by_openapi_generator_for_java_works(self):
        self.lives("java")

    def test_a_client_by_openapi_generator_for_go_works(self):
        self.lives("go")

    def test_a_client_by_openapi_generator_for_typescript_works(self):
        self.lives("typescript")

    def test_models_of_what_rpc_discover_says_are_those_of_the_answers(self):
        with tempfile.TemporaryDirectory() as name, zmq.Context() as context:
            client = JuiceClient(context, self.scene.processes["juice"].rpc)
            folder = pathlib.Path(name)
            (folder / "juice.openrpc.json").write_text(json.dumps(client.ok("rpc.discover", {})))
            models("openapi", folder / "juice.openrpc.json", folder / "models")
            menu = client.ok("juice.menu", {})
            client.close()
            read = "print(importlib.import_module('models.juice.menu').Result.model_validate_json(sys.argv[2]).juices[0].key)"
            said = clients.run(clients.python(), "-c", READ + read, folder, json.dumps(menu))
            self.assertEqual(said.strip(), menu["juices"][0]["key"])


def models(kind, document, folder):
    """Pydantic models by datamodel-code-generator."""
    options = ["--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"]
    program = clients.python().parent / "datamodel-codegen"
    clients.run(program, "--input", document, "--input-file-type", kind, "--output", folder, *options)


@unittest.skipIf(SANITIZER, "no program of ours runs here")
class Files(unittest.TestCase):
    """The schemas as they lie in their folder, for tools that know nothing of this project."""

    def test_check_jsonschema_finds_what_a_schema_refers_to(self):
        with tempfile.TemporaryDirectory() as name:
            for schema in ("juice.order.result", "market.products.list.result", "reply", "cloudevent"):
                with self.subTest(schema):
                    files = []
                    for number, example in enumerate(SCHEMAS[schema]["examples"]):
                        files.append(pathlib.Path(name) / f"{schema}-{number}.json")
                        files[-1].write_text(json.dumps(example))
                    program = clients.python().parent / "check-jsonschema"
                    clients.run(program, "--schemafile", PROTOCOLS / "schemas" / (schema + SUFFIX), *files)
                    files[0].write_text("[]")
                    with self.assertRaises(AssertionError):
                        clients.run(program, "--schemafile", PROTOCOLS / "schemas" / (schema + SUFFIX), *files)

    def test_datamodel_code_generator_makes_a_model_of_every_schema_and_of_every_event(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            models("jsonschema", PROTOCOLS / "schemas", folder / "models")
            models("asyncapi", PROTOCOLS / "events.asyncapi.yaml", folder / "events")
            made = sorted(path.stem for path in (folder / "models").glob("*_schema.py"))
            self.assertEqual(len(made), len(SCHEMAS))
            read = "for name in sys.argv[3:]: importlib.import_module(name)\n"
            read += "import events.cloudevent as e; print(e.Schema.model_validate_json(sys.argv[2]).type)"
            event = SCHEMAS["cloudevent"]["examples"][0]
            names = [f"models.{module}" for module in made]
            said = clients.run(clients.python(), "-c", READ + read, folder, json.dumps(event), *names)
            self.assertEqual(said.strip(), event["type"])


if __name__ == "__main__":
    unittest.main()
