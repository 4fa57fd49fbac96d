//! SQLite, and what the store needs of it and of the kernel and Swift cannot do: functions with variable arguments, statx.

#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdbool.h>
#include <stdint.h>

// The header shows the session extension to those only who say that the library has it, which is asked at run time.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_SESSION 1
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
