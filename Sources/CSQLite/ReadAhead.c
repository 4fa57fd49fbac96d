// Has the kernel fetch a file in large blocks for somebody who reads all of it, in an order of his own.
//
// A check follows trees, whose pages lie between those of others and, where keys come in any order, anywhere. To the kernel
// this looks like somebody who reads a page here and there, and it waits for the disk at every one of them. It is told
// with the first page of a block that the others will be wanted, too.

#include <fcntl.h>
#include <string.h>

#include "FileLayer.h"

// Reading a mebibyte takes a disk little longer than finding it. What is behind the blocks that have a bit, 32 GiB, is left
// to the kernel: of so large a file it could not keep all until its turn comes.
static const sqlite3_int64 block = 1 << 20;

void read_ahead_begin(ReadAhead *ahead, int descriptor) {
    ahead->descriptor = descriptor;
    memset(ahead->asked, 0, sizeof ahead->asked);
}

void read_ahead(ReadAhead *ahead, sqlite3_int64 offset) {
    if (ahead->descriptor < 0) return;
    sqlite3_int64 number = offset / block;
    uint8_t bit = (uint8_t)(1 << number % 8);
    if (number / 8 >= (sqlite3_int64)sizeof ahead->asked || (ahead->asked[number / 8] & bit) != 0) return;
    ahead->asked[number / 8] |= bit;
    // An advice only: nothing depends on whether it is taken.
    (void)posix_fadvise(ahead->descriptor, number * block, block, POSIX_FADV_WILLNEED);
}
