//! What SQLite offers only by functions with variable arguments, which Swift cannot call.

#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdbool.h>

/// Chooses whether the last connection of a database copies its log into it, and removes the log, when it is closed.
///
/// - Parameter connection: A `sqlite3 *`, or `NULL`, which is refused.
/// - Returns: SQLite's result code.
int csqlite_set_copies_log_at_close(void *_Nullable connection, bool copies);

/// Has SQLite not count the memory it uses, which takes a lock for each piece, and which nothing here asks for.
///
/// Only before SQLite is first used in the process; later it is refused, and SQLite goes on counting.
///
/// - Returns: SQLite's result code.
int csqlite_stop_counting_memory(void);

#endif
