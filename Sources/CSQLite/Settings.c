#include <stddef.h>

#include "CSQLite.h"

int csqlite_set_copies_log_at_close(sqlite3 *connection, bool copies) {
    if (connection == NULL) return SQLITE_MISUSE;
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, copies ? 0 : 1, NULL);
}

int csqlite_stop_counting_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
