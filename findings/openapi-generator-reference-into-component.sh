#!/usr/bin/env bash
# One would guess that a JSON Pointer into a component, such as #/components/schemas/Order/properties/id, is resolved by
# openapi-generator, or refused: RFC 6901 and OpenAPI 3.1 allow it, and openapi-spec-validator takes it.
# What happens: the last segment is taken for the name of a component. Two parameters that refer to the `id` of two schemas, one
# a string and one an integer, get one type, both times the integer, without a warning. openapi-python-client leaves the two
# operations out, with a warning.
# Versions: openapi-generator-cli 7.26.0 (needs Java), openapi-python-client 0.29.1, openapi-spec-validator 0.9.0.
# Why it matters: the document is valid and the client compiles, but it cannot ask for an order whose id is a text.
set -euo pipefail

command -v java >/dev/null || { echo "java is needed: default-jdk-headless of Debian" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >document.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": {"title": "orders", "version": "1"},
  "paths": {
    "/orders/{id}": {"get": {
      "operationId": "getOrder",
      "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Order/properties/id"}}],
      "responses": {"200": {"description": "It.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}}
    }},
    "/products/{id}": {"get": {
      "operationId": "getProduct",
      "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Product/properties/id"}}],
      "responses": {"200": {"description": "It.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Product"}}}}}
    }}
  },
  "components": {"schemas": {
    "Order": {"type": "object", "properties": {"id": {"type": "string"}}},
    "Product": {"type": "object", "properties": {"id": {"type": "integer"}}}
  }}
}
JSON

python3 -m venv tools
tools/bin/pip install -q --disable-pip-version-check openapi-generator-cli==7.26.0 openapi-python-client==0.29.1 openapi-spec-validator==0.9.0
tools/bin/python -c 'import json, openapi_spec_validator as v; v.validate(json.load(open("document.json"))); print("openapi-spec-validator 0.9.0: valid")'

echo "openapi-generator $(timeout 60 tools/bin/openapi-generator-cli version)"
timeout 120 tools/bin/openapi-generator-cli generate -i document.json -g java --library native -o java >java.log 2>&1
grep -hoE 'public [A-Z][a-z]+ get(Order|Product)\([^,)]*\)' -r java/src/main/java | sed 's/@[a-zA-Z.]* *//' | tee signatures
grep -q 'getProduct(Integer id)' signatures
grep -q 'getOrder(Integer id)' signatures || { echo "the id of an order is no Integer any more" >&2; exit 1; }

PATH=$work/tools/bin:$PATH timeout 60 tools/bin/openapi-python-client generate --path document.json --output-path python >python.log 2>&1
grep -E 'WARNING|cannot parse' python.log
[[ $(grep -c 'Endpoint will not be generated' python.log) == 2 ]] || { echo "the operations are there now" >&2; exit 1; }
