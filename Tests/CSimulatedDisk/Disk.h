// A disk: its files, its faults, and what they have done.

#ifndef DISK_H
#define DISK_H

#include "CSimulatedDisk.h"
#include "Image.h"

struct CSimulatedDisk {
    char *directory;
    uint64_t random;
    Image *images;
    bool is_dead;
    uint64_t crash_at;
    uint32_t failing_writes, failing_syncs;
    // How many syncs work before those that fail.
    uint32_t working_syncs;
    // The bytes that may still be added; negative for no limit.
    int64_t room;
    uint64_t sync_time, time;
    CSimulatedDiskCounts counts;
    CSimulatedDisk *next;
};

// The disk of a path; NULL for a path on none.
CSimulatedDisk *disk_of(const char *path);
// The image of a path; NULL when there is none.
Image *disk_find(CSimulatedDisk *disk, const char *path);
// The image of a file that exists, or is made now. NULL when it cannot be read.
Image *disk_open(CSimulatedDisk *disk, const char *path, bool is_new);
// The image of a deleted file: kept as a ghost unless its name is surely gone.
void disk_delete(CSimulatedDisk *disk, const char *path, bool is_synced);
// The names in the directory are synced, so no deleted file comes back.
void disk_drop_ghosts(CSimulatedDisk *disk);
// Counts one operation; whether the process dies in it.
bool disk_begins(CSimulatedDisk *disk);
// Counts one sync that is tried; whether it fails.
bool disk_sync_fails(CSimulatedDisk *disk);

#endif
