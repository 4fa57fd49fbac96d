"""Plants many changes at once, each behind a switch, so that one build serves all: JANGTEO_MUTANT says which is at work."""

import pathlib
import re

from tree import COPY, build

SWITCH = """internal import Glibc

/// The number of the mutant that is at work; 0 is none.
private let active: Int = unsafe getenv("JANGTEO_MUTANT").map { unsafe Int(atoi($0)) } ?? 0

/// A byte for each mutant, in a file that outlives a crash: 1 where the code was reached.
nonisolated(unsafe) private let reached: UnsafeMutableRawPointer? = {
    guard let path = unsafe getenv("JANGTEO_REACHED") else { return nil }
    let file = unsafe open(path, O_RDWR | O_CLOEXEC)
    let bytes = Int(lseek(file, 0, SEEK_END))
    guard bytes > 0 else { return nil }
    let mapping = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    return unsafe mapping == MAP_FAILED ? nil : mapping
}()

package func isMutant(_ number: Int) -> Bool {
    if let reached = unsafe reached { unsafe reached.storeBytes(of: 1, toByteOffset: number, as: UInt8.self) }
    return number == active
}
"""


class NotBuilt(Exception):
    pass


def plant(mutants, files, read):
    """Writes files with some mutants (number: site), or none, into the copy; gives the line where each begins."""
    lines = {}
    for file in files:
        source, written, end = read(file), b"", 0
        for number, site in sorted(mutants.items(), key=lambda item: item[1].start):
            if site.file != file:
                continue
            written += source[end:site.start]
            lines[number] = written.count(b"\n") + 1
            written += site.switched(number).encode()
            end = site.end
        (COPY / file).write_bytes(written + source[end:])
        (COPY / "Sources" / pathlib.Path(file).parts[1] / "MutantSwitch.swift").write_text(SWITCH)
    return lines


def build_all(mutants, read):
    """Builds the copy with all mutants, without those that do not build: these are given back."""
    dropped = {}
    files = sorted({site.file for site in mutants.values()})
    while mutants:
        lines = plant(mutants, files, read)
        errors = build()
        if not errors:
            return dropped
        refused = {number for error in errors if (number := blamed(error, mutants, lines))}
        if not refused:
            raise NotBuilt("\n".join(errors[:5]))
        for number in refused:
            dropped[number] = mutants.pop(number)
    return dropped


def blamed(error, mutants, lines):
    """The mutant of an error's file that is in its line, or the nearest before it, or else behind it."""
    place = re.match(r"(/.*\.swift):(\d+):\d+: error:", error)
    if not place or not place[1].startswith(str(COPY)):
        return None
    file, line = str(pathlib.Path(place[1]).relative_to(COPY)), int(place[2])
    here = [(lines[number], number) for number, site in mutants.items() if site.file == file]
    before = [one for one in here if one[0] <= line]
    return max(before)[1] if before else min(here)[1] if here else None
