"""Reads Protocols/: its schemas, vectors, pages and documents."""

import json
import pathlib
import re

import jsonschema

PROTOCOLS = pathlib.Path(__file__).resolve().parents[2] / "Protocols"
SUFFIX = ".schema.json"
# Every service that has a page and an OpenRPC document, and those of them that publish events.
SERVICES = sorted(path.name[: -len(".openrpc.json")] for path in PROTOCOLS.glob("*.openrpc.json"))
STREAMS = [name for name in SERVICES if name != "calc"]
PAGES = ["README.md", "envelope.md", "events.md", *(name + ".md" for name in SERVICES)]


def refuse_duplicates(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member name occurs twice: " + ", ".join(sorted(name for name, _ in pairs)))
    return members


def load(path):
    return json.loads(path.read_text("utf-8"), object_pairs_hook=refuse_duplicates)


SCHEMAS = {path.name[: -len(SUFFIX)]: load(path) for path in sorted(PROTOCOLS.glob(f"schemas/*{SUFFIX}"))}
ALL_VECTORS = {path.stem: load(path) for path in sorted(PROTOCOLS.glob("vectors/*.json"))}
OPENAPI = load(PROTOCOLS / "openapi.json")
OPENRPC = {name: load(PROTOCOLS / f"{name}.openrpc.json") for name in SERVICES}


def vectors(service):
    """The vectors that a service is sent: those with its name; juice-service also those without any."""
    owner = lambda name: name.split("-")[0] if name.split("-")[0] in SERVICES else "juice"
    return {name: vector for name, vector in ALL_VECTORS.items() if owner(name) == service}


VECTORS = vectors("juice")


def validator(name, draft=jsonschema.Draft202012Validator):
    resolver = jsonschema.RefResolver("", SCHEMAS[name], store={other + SUFFIX: schema for other, schema in SCHEMAS.items()})
    return draft(SCHEMAS[name], resolver=resolver)


def faults(name, instance):
    """What is wrong with an instance of a schema: one line each, empty if nothing."""
    errors = validator(name).iter_errors(instance)
    return ["/".join(map(str, error.absolute_path)) + ": " + error.message for error in errors]


def page(name):
    return (PROTOCOLS / name).read_text("utf-8")


def examples(name):
    """The JSON blocks of a page: (schema they are labelled with, value, text)."""
    for label, text in re.findall(r"^```json([^\n]*)\n(.*?)^```", page(name), re.MULTILINE | re.DOTALL):
        yield label.strip(), json.loads(text, object_pairs_hook=refuse_duplicates), text


def walk(value, path=()):
    yield path, value
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from walk(child, path + (key,))


def subschemas(schema):
    """Every schema within a schema, but no instance (const, enum, examples, default)."""
    if not isinstance(schema, dict):
        return
    yield schema
    for word in ("properties",):
        for child in schema.get(word, {}).values():
            yield from subschemas(child)
    for word in ("items", "additionalProperties", "not", "if", "then", "else"):
        yield from subschemas(schema.get(word))
    for word in ("allOf", "anyOf", "oneOf"):
        for child in schema.get(word, []):
            yield from subschemas(child)


def localised(value):
    """A schema as a document has it: its references lead to the components there."""
    if isinstance(value, dict):
        return {
            name: "#/components/schemas/" + part[: -len(SUFFIX)] if name == "$ref" else localised(part)
            for name, part in value.items()
            if name != "$schema"
        }
    return [localised(part) for part in value] if isinstance(value, list) else value


def resolve(document, pointer):
    value = document
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        value = value[int(token)] if isinstance(value, list) else value[token]
    return value


def error_rows():
    """The error table of the schema: code to what its data must be."""
    for row in SCHEMAS["error"]["allOf"]:
        data = row["then"]["properties"]["data"]
        fixed = {name: part["const"] for name, part in data["properties"].items()}
        yield row["if"]["properties"]["code"]["const"], fixed, set(data.get("required", []))


def page_methods(service):
    """The methods of a service: those that its own page, envelope.md and events.md describe.

    Those about the past are only for a service that has one: with a stream.
    """
    for name in (f"{service}.md", "envelope.md", "events.md"):
        for method in re.findall(rf"^#{{2,3}} ((?:service|rpc|events|{service})\.[a-z.]+)$", page(name), re.MULTILINE):
            if service in STREAMS or method not in ("events.replay", "service.outcome"):
                yield method
