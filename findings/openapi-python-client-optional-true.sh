#!/usr/bin/env bash
# One would guess that openapi-python-client, which knows `const`, makes a client of a schema with an optional member that is always
# true, as JSON Schema says it: {"const": true}.
# What happens: it writes a condition without a blank, `!= Trueand not …`, which Python does not parse, so the step that formats the
# code ends the run with exit code 1. With a text the same blank is missing behind a quote, where Python does not need it; a member
# that is required has no such condition.
# Version: openapi-python-client 0.29.1.
# Why it matters: one flag keeps the whole client from being made, and nothing names the schema. {"type": "boolean", "not":
# {"const": false}} says the same and works.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv tools
tools/bin/pip install -q --disable-pip-version-check openapi-python-client==0.29.1
PATH=$work/tools/bin:$PATH
openapi-python-client --version

# document SCHEMA REQUIRED: writes a document whose one answer has a member `flag` of that schema.
document() {
    cat >document.json <<JSON
{
  "openapi": "3.1.0",
  "info": {"title": "flags", "version": "1"},
  "paths": {"/flag": {"get": {
    "operationId": "getFlag",
    "responses": {"200": {"description": "It.", "content": {"application/json": {"schema": {"\$ref": "#/components/schemas/Flag"}}}}}
  }}},
  "components": {"schemas": {"Flag": {"type": "object", "required": $2, "properties": {"flag": $1}}}}
}
JSON
}

# generate EXPECTED SCHEMA REQUIRED: holds the exit code of the generator to the one expected.
generate() {
    document "$2" "$3"
    local code=0
    timeout 60 openapi-python-client generate --path document.json --output-path client --overwrite >log 2>&1 || code=$?
    printf '%s, required %s: exit code %s\n' "$2" "$3" "$code"
    [[ $code == "$1" ]] || { cat log; exit 1; }
}

generate 1 '{"const": true}' '[]'
grep -o "Failed to parse.*" log
grep -hn 'Trueand' -r client
generate 0 '{"const": true}' '["flag"]'
generate 0 '{"const": "yes"}' '[]'
generate 0 '{"type": "boolean", "not": {"const": false}}' '[]'
