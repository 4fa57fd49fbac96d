// A disk: its files, its faults, and what they have done.

#ifndef DISK_H
#define DISK_H

#include <pthread.h>
#include <semaphore.h>

#include "CSimulatedDisk.h"
#include "Image.h"

struct CSimulatedDisk {
    char *directory;
    // Around each step of a thread.
    pthread_mutex_t lock;
    uint64_t random;
    Image *images;
    bool is_dead, keeps_lost, has_one_thread;
    uint64_t crash_at;
    // The process dies in the last of so many syncs of the database; 0: in none.
    uint32_t syncs_to_live;
    uint32_t failing_writes, failing_syncs, failing_reads, failing_memory;
    // What a failing sync says.
    int sync_error;
    // The open files.
    struct File *files;
    // How many syncs work before those that fail.
    uint32_t working_syncs;
    // What `sync_file_range` is refused with, after how many times; 0 when it is not.
    int range_error;
    uint32_t working_ranges;
    // The bytes that may still be added; negative for no limit.
    int64_t room;
    uint64_t sync_time, time;
    // The present for files in folders, and when somebody else has last replaced files; in seconds since 1970-01-01 UTC.
    int64_t now, replaced;
    // Nanoseconds that a sync of a database may really take; 0 for none.
    uint64_t longest_pause;
    // The disk that is waited for in the next question for a size, and how often others have arrived who wait for this one.
    CSimulatedDisk *partner;
    sem_t arrived;
    CSimulatedDiskCounts counts;
    CSimulatedDisk *next;
};

// Whether there is any disk in this process.
bool disk_is_any(void);
// The disk of a path; NULL for a path on none.
CSimulatedDisk *disk_of(const char *path);
// The image of a path; NULL when there is none.
Image *disk_find(CSimulatedDisk *disk, const char *path);
// The image of a file that exists, or is made now. NULL when it cannot be read.
Image *disk_open(CSimulatedDisk *disk, const char *path, bool is_new);
// The image of a deleted file: kept as a ghost unless its name is surely gone.
void disk_delete(CSimulatedDisk *disk, const char *path, bool is_synced);
// The names in the directory of a file are synced, so no deleted file comes back there.
void disk_drop_ghosts(CSimulatedDisk *disk, const char *sibling);
// Counts one operation; whether the process dies in it.
bool disk_begins(CSimulatedDisk *disk);
// Counts one operation, a sync; whether the process dies in it.
bool disk_sync_begins(CSimulatedDisk *disk, bool is_database);
// Counts one sync that is tried; whether it fails.
bool disk_sync_fails(CSimulatedDisk *disk);
// A file gets another name, which is on the disk when the directory is synced.
void disk_rename(CSimulatedDisk *disk, const char *from, const char *to);
// All names in a directory are on the disk.
void disk_sync_names(CSimulatedDisk *disk, const char *directory);
// Takes one of the faults that are left; whether there was one.
static inline bool take_fault(uint32_t *faults) {
    if (*faults == 0) return false;
    *faults -= 1;
    return true;
}

#endif
