#!/usr/bin/env bash
# One would guess that a text which SwiftPM embeds into a program with .embedInCode costs the compiler about as much as the
# same text as a literal.
#
# The generated file has each byte as a decimal number, three to four times the size of the text, in a literal of [UInt8] whose
# elements are checked one by one. For 100 KB the compiler takes seconds where the same text as a raw string takes a fraction of
# one, and the time grows with the size: half a megabyte takes a minute with -O, each time that its module is compiled.
#
# It matters to everybody who puts pages, schemas or texts into a server: a build plugin of twenty lines that writes string
# literals takes that time away. The bytes are the same.
#
# Version: Swift 6.3.1.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
swift --version 2>/dev/null | head -n 1
mkdir -p Sources/page
printf 'line %d of a page that a server has in itself, with some words in it\n' {1..1500} >Sources/page/page.txt
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "page", targets: [.executableTarget(name: "page", resources: [.embedInCode("page.txt")])])
SWIFT
echo 'print(PackageResources.page_txt.count)' >Sources/page/main.swift
swift build -q
embedded=$(find .build -name embedded_resources.swift | head -n 1)
{
    printf 'struct PackageResources {\nstatic let page_txt: [UInt8] = Array(#"""\n'
    cat Sources/page/page.txt
    printf '\n"""#.utf8)\n}\n'
} >literal.swift

# Milliseconds of processor time that one compilation takes.
cost() {
    local TIMEFORMAT='%U %S' times
    times=$({ time swiftc -O -parse-as-library -c "$1" -o part.o; } 2>&1)
    awk '{ printf "%d", 1000 * ($1 + $2) }' <<<"$times"
}
swiftc -O -parse-as-library -c literal.swift -o part.o
numbers=$(cost "$embedded") text=$(cost literal.swift)
swiftc literal.swift Sources/page/main.swift -o literal
echo "$(stat -c %s Sources/page/page.txt) bytes of text: a file of $(stat -c %s "$embedded") bytes, $numbers ms; as a literal $text ms"
[[ $(.build/debug/page) == "$(./literal)" ]] || { echo "they are not the same bytes"; exit 1; }
((numbers > 5 * text)) || { echo "this is no longer so: it took more than five times as long"; exit 1; }
