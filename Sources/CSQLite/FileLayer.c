// Which files of SQLite's have something of ours between SQLite and its own layer.

#include <stddef.h>

#include "CSQLite.h"
#include "FileLayer.h"

static sqlite3_vfs *real_layer;

static int layer_open(sqlite3_vfs *layer, sqlite3_filename path, sqlite3_file *file, int flags, int *result_flags) {
    (void)layer;
    if ((flags & SQLITE_OPEN_WAL) != 0) return log_layer_open(real_layer, path, file, flags, result_flags);
    if ((flags & SQLITE_OPEN_MAIN_DB) != 0) return database_layer_open(real_layer, path, file, flags, result_flags);
    return real_layer->xOpen(real_layer, path, file, flags, result_flags);
}

int csqlite_write_in_large_pieces(void) {
    static sqlite3_vfs ours;
    real_layer = sqlite3_vfs_find(NULL);
    if (real_layer == NULL) return SQLITE_ERROR;
    // All else is the real layer's, which finds what it needs in the copy.
    ours = *real_layer;
    int more = log_layer_size > database_layer_size ? log_layer_size : database_layer_size;
    ours.szOsFile = more + real_layer->szOsFile;
    ours.zName = "large pieces";
    ours.pNext = NULL;
    ours.xOpen = layer_open;
    descriptor_learn_from(real_layer);
    return sqlite3_vfs_register(&ours, 1);
}
