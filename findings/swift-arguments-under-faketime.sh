#!/usr/bin/env bash
# A Swift program under libfaketime sees none of its arguments.
#
# One would guess that a preloaded library that stands in for clocks leaves the command line alone, as it does for C and Python.
# What happens: `CommandLine.arguments` is empty and `CommandLine.argc` is 0, without any error; /proc/self/cmdline has them all. Other preloaded
# libraries, such as zlib, do no such thing. (Swift on Linux looks for the arguments in its own stack, by /proc/self/maps; what of
# libfaketime keeps it from finding them, we do not know.)
# Versions: Swift 6.3, libfaketime 0.9.10-2.1 of Debian 12. Needs swiftc.
# Why it matters: a program with defaults starts as if it had been called without options, and a test of a wrong clock that names a
# scratch directory by one works on the user's own data. Environment variables arrive: configure such a test by them.
set -euo pipefail

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
chmod 755 "$directory"
cd "$directory"
apt-get -qq download libfaketime=0.9.10-2.1 zlib1g 2>/dev/null
for package in *.deb; do dpkg -x "$package" package; done
faketime=$(find "$directory/package" -name libfaketime.so.1)
zlib=$(find "$directory/package" -name 'libz.so.1')
cat >count.swift <<'END'
print("\(CommandLine.argc) in \(CommandLine.arguments)")
END
swiftc count.swift -o count 2>/dev/null
swiftc --version 2>/dev/null | head -n 1
echo "libfaketime $(dpkg-deb -f libfaketime_*.deb Version)"
alone=$(./count one two)
beside=$(LD_PRELOAD=$zlib ./count one two)
under=$(LD_PRELOAD=$faketime ./count one two)
python=$(LD_PRELOAD=$faketime python3 -c 'import sys; print(len(sys.argv))' one two)
echo "alone: $alone"
echo "with zlib preloaded: $beside"
echo "with libfaketime preloaded: $under; Python has $python"
[[ $alone == 3\ * && $beside == 3\ * && $under == '0 in []' && $python == 3 ]]
