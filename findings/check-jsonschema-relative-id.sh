#!/usr/bin/env bash
# One would guess that a schema whose `$id` is its own file name works with check-jsonschema as one without `$id` does: an `$id` is
# resolved against the place from which the schema came (JSON Schema 2020-12, core, 8.2.1), and so are the references in it.
# What happens: with the relative `$id`, references are looked for in the working directory. The same command works in the folder of
# the schemas and fails everywhere else; without `$id` it works everywhere.
# Version: check-jsonschema 0.39.0.
# Why it matters: it works where one tries it, and fails in CI, which runs in the root of the checkout. --base-uri helps.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv tools
tools/bin/pip install -q --disable-pip-version-check check-jsonschema==0.39.0
tools/bin/check-jsonschema --version

mkdir with without
cat >with/list.json <<'JSON'
{"$id": "list.json", "items": {"$ref": "row.json"}}
JSON
cat >without/list.json <<'JSON'
{"items": {"$ref": "row.json"}}
JSON
for folder in with without; do printf '{"type": "integer"}' >"$folder/row.json"; done
printf '[1, 2]' >instance.json

# check EXPECTED DIRECTORY ARGUMENTS…: holds the exit code to the one expected.
check() {
    local expected=$1 directory=$2 code=0
    shift 2
    (cd "$directory" && timeout 60 "$work/tools/bin/check-jsonschema" "$@" "$work/instance.json") >log 2>&1 || code=$?
    printf 'in %s: check-jsonschema %s: exit code %s\n' "$directory" "$*" "$code"
    [[ $code == "$expected" ]] || { cat log; exit 1; }
}

check 0 . --schemafile without/list.json
check 0 with --schemafile list.json
check 1 . --schemafile with/list.json
grep -m 1 -o 'FileNotFoundError.*' log
check 0 . --base-uri "file://$work/with/" --schemafile with/list.json
