//! A layer over the file interface that SQLite has for the system (https://www.sqlite.org/vfs.html), for databases whose
//! write-ahead log is copied into them: it makes the copy durable before SQLite relies on it, and can make copying faster.

#ifndef CSQLITE_FILE_LAYER_H
#define CSQLITE_FILE_LAYER_H

#include <stdbool.h>

#include "CSQLite.h"

/// How a connection writes what it copies from a log into its database. All of it is durable after the sync at the end.
typedef enum {
    /// Page by page, as SQLite does.
    csqlite_checkpoint_plain = 0,
    /// Page by page, where room for many pages was made at once.
    csqlite_checkpoint_with_room = 1,
    /// With room, and a portion at a time: each is written to the disk before the next is begun, so that the syncs of others
    /// find little before them. A portion that fails is a write that fails.
    csqlite_checkpoint_portioned = 2,
} csqlite_checkpoint_writes;

/// Puts the layer over SQLite's own, for all connections that are opened from then on.
///
/// Whoever of them copies a log has the database synced before SQLite notes how far it came. Once in a process, before other
/// threads use SQLite.
///
/// - Returns: SQLite's result code; when it is not 0, everything stays as it was.
int csqlite_install_file_layer(void);

/// Chooses how a connection writes what it copies; `csqlite_checkpoint_plain` until then.
///
/// - Parameter connection: The connection; `NULL` is refused.
/// - Returns: SQLite's result code; `SQLITE_NOTFOUND` for a connection that has no such layer.
int csqlite_set_checkpoint_writes(sqlite3 *_Nullable connection, csqlite_checkpoint_writes writes);

/// Has the kernel forget what it holds in memory of an open file, except what it has not written yet.
///
/// - Parameter file: One that is open.
/// - Returns: Whether it was asked to: not where it cannot be told which file that is.
bool csqlite_forget_pages(sqlite3_file *_Nonnull file);

#endif
