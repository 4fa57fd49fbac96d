// A file that SQLite has open on a disk.

#ifndef FILE_LAYER_H
#define FILE_LAYER_H

#include <errno.h>
#include <limits.h>
#include <sqlite3.h>

#include "Disk.h"

typedef struct File {
    sqlite3_file base;
    // NULL for a file on no disk of ours: everything is passed on.
    CSimulatedDisk *disk;
    Image *image;
    // Which of the image's errors it was told of last.
    uint32_t errors;
    // The one that the real layer has opened; negative where it cannot be found.
    int descriptor;
    bool is_database;
    struct File *next;
    // Memory of the real layer's own size follows.
    sqlite3_file real[];
} File;

// One step of one thread at a time; nothing for NULL.
void disk_lock(CSimulatedDisk *disk);
void disk_unlock(CSimulatedDisk *disk);
// The disk of an open file, and its path; NULL for one on none.
CSimulatedDisk *file_disk_of_descriptor(int descriptor, char path[PATH_MAX]);
// SQLITE_OK, or that the disk has failed since the file was last told.
int file_told(File *file, int number);
// What the kernel has forgotten of a file is read as it is on the disk.
void file_reload(File *file, size_t begin, size_t end);
// The disk of a path in a folder below its directory; NULL for any other, and for a thread that is outside.
CSimulatedDisk *plain_disk_of(const char *path);
// One sync of such a file, or of a folder, as fsync(2); its errno is set.
int plain_sync(CSimulatedDisk *disk, const char *path, bool is_directory);
// A directory outside of all disks, or anything else, was synced.
void watch_synced(int descriptor);
// The error of the sync of a directory outside of all disks; 0 for none.
int watch_refuses(int descriptor);

// SQLite asks for the error at once: see `unixGetLastError` in its os_unix.c.
static inline int fails(int number, int result) {
    errno = number;
    return result;
}

#endif
