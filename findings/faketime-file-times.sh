#!/usr/bin/env bash
# Under libfaketime, whether a file's times move with the clock depends on how the program was compiled.
#
# One would guess that a program sees one time: the clock and the times of files, either both moved or not. And that
# -D_FILE_OFFSET_BITS=64 changes nothing on amd64, where an offset has 64 bits anyway.
# What happens: with +400d, a file that was written just now is 400 days in the future for a program that calls fstat(), and of now
# for the same program compiled with -D_FILE_OFFSET_BITS=64, which then calls fstat64(), and for statx(). libfaketime stands in for
# fstat, not for fstat64 or statx. The clock is moved for all of them; on the disk is the real time. Debian's Python and coreutils are of
# the second kind, Swift's Glibc module of the first.
# A second surprise: CLOCK_BOOTTIME, which nobody can set on a real machine, is moved too, unless DONT_FAKE_MONOTONIC=1.
# Version: libfaketime 0.9.10-2.1 and glibc 2.36 of Debian 12. Needs cc.
# Why it matters: a test of a wrong clock that compares ages of files comes to other results in another language. NO_FAKE_STAT=1 makes all
# agree on the real time.
set -euo pipefail

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
chmod 755 "$directory"
cd "$directory"
apt-get -qq download libfaketime=0.9.10-2.1 2>/dev/null
dpkg -x libfaketime_*.deb package
library=$(find "$directory/package" -name libfaketime.so.1)
cat >days.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Days since argv[1]: the clock, a new file by fstat and by statx, and the clock of the boot since argv[2].
int main(int count, char **words) {
    struct timespec clock, boot;
    struct stat status;
    struct statx more;
    long now = atol(words[1]), up = atol(words[2]);
    int file = open("file", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (count != 3 || file < 0 || fstat(file, &status) || statx(AT_FDCWD, "file", 0, STATX_MTIME, &more)) return 1;
    clock_gettime(CLOCK_REALTIME, &clock);
    clock_gettime(CLOCK_BOOTTIME, &boot);
    printf("clock %ld fstat %ld statx %ld boot %s\n", (clock.tv_sec - now) / 86400, (status.st_mtime - now) / 86400,
           (more.stx_mtime.tv_sec - now) / 86400, (boot.tv_sec - up) / 86400 ? "moved" : "kept");
    return 0;
}
END
cc days.c -o plain
cc -D_FILE_OFFSET_BITS=64 days.c -o large
echo "libfaketime $(dpkg-deb -f libfaketime_*.deb Version), $(getconf GNU_LIBC_VERSION), $(uname -m)"
now=$(date +%s) up=$(cut -d. -f1 /proc/uptime)
under() { env LD_PRELOAD="$library" FAKETIME=+400d "$@" "$now" "$up"; }

# What is said, under which settings and by which program.
expect() {
    local expected=$1 seen
    shift
    seen=$(under env "$@")
    echo "$*: $seen"
    [[ $seen == "$expected" ]]
}

expect "clock 400 fstat 400 statx 0 boot moved" ./plain
expect "clock 400 fstat 0 statx 0 boot moved" ./large
expect "clock 400 fstat 400 statx 0 boot kept" DONT_FAKE_MONOTONIC=1 ./plain
expect "clock 400 fstat 0 statx 0 boot kept" DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1 ./plain
