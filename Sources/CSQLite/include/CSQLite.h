//! SQLite, and what the store needs of it and of the kernel and Swift cannot do: functions with variable arguments, a layer
//! of SQLite's file interface, statx.

#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

/// Chooses whether the last connection of a database copies its log into it, and removes the log, when it is closed.
///
/// - Parameter connection: The connection; `NULL` is refused.
/// - Returns: SQLite's result code.
int csqlite_set_copies_log_at_close(sqlite3 *_Nullable connection, bool copies);

/// Has SQLite not count the memory it uses, which takes a lock for each piece, and which nothing here asks for.
///
/// Only before SQLite is first used in the process; later it is refused, and SQLite goes on counting.
///
/// - Returns: SQLite's result code.
int csqlite_stop_counting_memory(void);

/// Has SQLite make room in a database for many pages at once when it copies a write-ahead log into it.
///
/// For all connections that are opened from then on. Once in a process, before other threads use SQLite.
///
/// - Returns: SQLite's result code; when it is not 0, everything stays as it was.
int csqlite_install_database_layer(void);

/// Has a connection that copies a log into its database hand the disk a portion at a time, and wait for it, so that the
/// syncs of others find little before them.
///
/// What is copied is durable after the sync at the end, as ever; a portion that fails is a write that fails.
///
/// - Parameter connection: One that was opened after `csqlite_install_database_layer`; `NULL` is refused.
/// - Returns: SQLite's result code; `SQLITE_NOTFOUND` for a connection that was opened before.
int csqlite_write_out_while_copying(sqlite3 *_Nullable connection);

/// Has the kernel forget what it holds in memory of an open file, except what it has not written yet.
///
/// - Parameter file: One that is open.
/// - Returns: Whether it was asked to: not where it cannot be told which file that is.
bool csqlite_forget_pages(sqlite3_file *_Nonnull file);

/// What tells a file from every other one that this kernel has seen, also from one whose inode it has taken over.
typedef struct {
    uint64_t device, inode;
    int64_t birth_seconds;
    uint32_t birth_nanoseconds;
    /// The mount through which the path leads to it; 0 where the kernel does not tell (before Linux 5.8). Before 6.8 a later
    /// mount may get the number of one that is gone.
    uint64_t mount;
} CSQLiteFile;

/// Finds out which file a path names.
///
/// - Returns: Whether it could be told: not where the file system does not note when a file was made.
bool csqlite_identify(const char *_Nonnull path, CSQLiteFile *_Nonnull file);

#endif
