// A disk for tests that breaks on demand, and for one thread the same way every time: SQLite's own file layer, wrapped, and
// for files in folders below the disk's directory the calls of the C library.
//
// Files are real files below one directory, so that they can be looked at by other means; what a real machine keeps apart
// is kept apart here: what was written (the page cache, which survives the death of a process) and what was synced
// (which alone survives a loss of power). Everything random comes from the disk's own seed.

#ifndef CSIMULATED_DISK_H
#define CSIMULATED_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CSimulatedDisk CSimulatedDisk;

// What has happened on a disk since it was made.
typedef struct {
    // Writes, truncations, syncs, deletions and new files that were tried.
    uint64_t operations;
    // How processes died here, by what they were doing.
    uint64_t crashes_in_write, crashes_in_truncate, crashes_in_sync, crashes_in_delete, crashes_in_create;
    uint64_t failed_writes, failed_syncs, full_writes, slow_syncs;
    uint64_t power_losses;
    // How often the kernel let go of pages that it could not write.
    uint64_t evictions;
    // Sectors whose newest content a loss of power took, and writes of which it took only a part.
    uint64_t lost_sectors, torn_files;
} CSimulatedDiskCounts;

// Makes the wrapped layer the default one of this process. Files outside of all disks are not touched by it.
// Returns an SQLite result code; SQLITE_MISUSE when another layer was there first.
int CSimulatedDisk_install(void);

// A disk for all files whose path begins with `directory`, which must end with a slash.
CSimulatedDisk *_Nullable CSimulatedDisk_make(const char *_Nonnull directory, uint64_t seed);
// All its files must be closed. The real files stay.
void CSimulatedDisk_free(CSimulatedDisk *_Nonnull disk);

// What was not written stays lost when it is written again, until the kernel has forgotten the page: what new blocks of
// ext4 do. Before the first file is made.
void CSimulatedDisk_keep_lost(CSimulatedDisk *_Nonnull disk);

// Only one thread uses the disk, which need not let others in after each step. Before the first file is made.
void CSimulatedDisk_use_one_thread(CSimulatedDisk *_Nonnull disk);

CSimulatedDiskCounts CSimulatedDisk_counts(const CSimulatedDisk *_Nonnull disk);

// MARK: Faults

// The process that uses the disk dies in the `operation`th operation from now, counted from 1: that one is done wholly, in
// part or not at all, and every later call fails. 0: it lives.
void CSimulatedDisk_crash_after(CSimulatedDisk *_Nonnull disk, uint64_t operation);
// The process dies in the `sync`th sync of a database from now, counted from 1; 0: it lives.
void CSimulatedDisk_crash_in_database_sync(CSimulatedDisk *_Nonnull disk, uint32_t sync);
// The process dies now, between two operations.
void CSimulatedDisk_crash(CSimulatedDisk *_Nonnull disk);
bool CSimulatedDisk_is_dead(CSimulatedDisk *_Nonnull disk);
// A new process can use the disk again, with everything that was written. Files of the old one must be closed.
void CSimulatedDisk_revive(CSimulatedDisk *_Nonnull disk);
// The machine loses its power: what was not synced is gone, wholly or in parts, as a real disk might have it; then a new
// process can use the disk. All files must be closed. Returns an errno, 0 for success.
int CSimulatedDisk_lose_power(CSimulatedDisk *_Nonnull disk);
// The next `writes` writes fail as EIO, and leave nothing or a part behind.
void CSimulatedDisk_fail_writes(CSimulatedDisk *_Nonnull disk, uint32_t writes);
// Another `after` syncs work, and the next `syncs` syncs fail, with EIO or what was set. What they should have saved stays
// readable, counts as saved for later syncs, and yet is not on the disk: what Linux does. At some later read it may be
// gone, because the kernel takes such pages for written and lets go of them. Each open file is told of a failure once.
void CSimulatedDisk_fail_syncs(CSimulatedDisk *_Nonnull disk, uint32_t after, uint32_t syncs);
// The errno of syncs that fail, such as ENOSPC.
void CSimulatedDisk_set_sync_error(CSimulatedDisk *_Nonnull disk, int number);
// Another `after` calls of sync_file_range work; then each is refused with an errno, and nothing is written. 0: none is.
void CSimulatedDisk_refuse_ranges(CSimulatedDisk *_Nonnull disk, uint32_t after, int number);
// The next `reads` reads fail as EIO.
void CSimulatedDisk_fail_reads(CSimulatedDisk *_Nonnull disk, uint32_t reads);
// The next `times` times there is no memory where it is asked for: for shared memory, or for a write.
void CSimulatedDisk_fail_memory(CSimulatedDisk *_Nonnull disk, uint32_t times);
// The bytes that all files together may have beyond what they have now; negative for no limit.
void CSimulatedDisk_set_room(CSimulatedDisk *_Nonnull disk, int64_t bytes);
// What one sync takes, in nanoseconds of the simulated time that ``CSimulatedDisk_take_time`` tells.
void CSimulatedDisk_set_sync_time(CSimulatedDisk *_Nonnull disk, uint64_t nanoseconds);
// Half of the syncs of databases really take up to so many nanoseconds, less than a second, so that a thread that copies a log
// meets one that goes on with it; 0: none does.
void CSimulatedDisk_set_longest_pause(CSimulatedDisk *_Nonnull disk, uint64_t nanoseconds);
// The next question of each of two disks for the size of a file gets its answer after the kernel has given both: two threads
// that ask meet between the call of the kernel and what they make of it. Each must ask.
void CSimulatedDisk_meet_in_size(CSimulatedDisk *_Nonnull disk, CSimulatedDisk *_Nonnull other);
// The simulated time that the disk has taken since the last call.
uint64_t CSimulatedDisk_take_time(CSimulatedDisk *_Nonnull disk);
// The time at which files in folders are made and changed from now on, in seconds since 1970-01-01 UTC.
void CSimulatedDisk_set_clock(CSimulatedDisk *_Nonnull disk, int64_t seconds);
// No more faults; a dead process stays dead.
void CSimulatedDisk_heal(CSimulatedDisk *_Nonnull disk);

// Forgets what it knows of files that somebody else has replaced: what they hold now counts as synced, and as made now.
void CSimulatedDisk_forget_files(CSimulatedDisk *_Nonnull disk);

// MARK: Outside of all disks

// Whether the calling thread is from now on somebody else than the process that uses the disks: what it does to files in folders
// is done to the real ones alone.
void CSimulatedDisk_set_outside(bool outside);

// Begins to take down the directories that the calling thread syncs, after forgetting those before.
void CSimulatedDisk_watch_syncs(void);
// Whether the calling thread has synced a directory, without an error, since it began to take them down.
bool CSimulatedDisk_has_synced(uint64_t device, uint64_t inode);
// From now on every sync of a directory by the calling thread fails with an error; 0 for none.
void CSimulatedDisk_refuse_directory_syncs(int number);

#endif
