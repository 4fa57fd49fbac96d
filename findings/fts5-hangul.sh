#!/usr/bin/env bash
# SQLite's full-text search finds café in both forms of Unicode, and 딸바 only in the form in which it was stored.
#
# One would guess of the tokenizer unicode61, which takes diacritics away, that it sees no difference between composed (NFC) and
# decomposed (NFD) texts, as it sees none for Latin letters.
# What happens: `café` is found by `café` and `cafe` in either form, but a Korean word from macOS (NFD: letters) is not
# found by one from a keyboard (NFC: syllables), nor the other way round: the letters of Hangul are no diacritics, and nothing composes them.
# The trigram tokenizer finds neither across the forms, Latin or Korean.
# Version: SQLite 3.40.1 of Debian 12, by Python's sqlite3.
# Why it matters: a test with accents passes, and Korean users with a Mac find nothing.
set -euo pipefail

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
/usr/bin/python3 - "$directory/texts" <<'END'
import sqlite3, sys, unicodedata

print("SQLite", sqlite3.sqlite_version, "Unicode of Python", unicodedata.unidata_version)
NFC, NFD = (lambda text: unicodedata.normalize("NFC", text)), (lambda text: unicodedata.normalize("NFD", text))
database = sqlite3.connect(sys.argv[1])
found = {}
for tokenizer in ("unicode61", "trigram"):
    database.execute(f"CREATE VIRTUAL TABLE {tokenizer} USING fts5(name, tokenize = '{tokenizer}')")
    for form in (NFC, NFD):
        database.execute(f"INSERT INTO {tokenizer} VALUES (?)", (form("café 딸바쥬스"),))
    for word in ("café", "딸바쥬스"):
        for form in (NFC, NFD):
            query = f"SELECT count(*) FROM {tokenizer} WHERE name MATCH ?"
            found[tokenizer, word, form is NFC] = database.execute(query, (f'"{form(word)}"',)).fetchone()[0]
for (tokenizer, word, composed), count in found.items():
    print(f"{tokenizer}: {word} typed in {'NFC' if composed else 'NFD'} is found in {count} of 2 texts")
expected = {("unicode61", "café"): 2, ("unicode61", "딸바쥬스"): 1, ("trigram", "café"): 1, ("trigram", "딸바쥬스"): 1}
sys.exit(any(found[tokenizer, word, composed] != count for (tokenizer, word), count in expected.items() for composed in (True, False)))
END
