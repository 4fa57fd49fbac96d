// Makes a database grow in large pieces when a log is copied into it, and copies a portion at a time.
//
// SQLite copies page by page. At the end of a file each of them costs the kernel a page of its cache, and the file system
// a look for room: 2.7 µs, which is most of what copying takes. Written over zeros that were written in pieces of 64 KiB,
// for which both make room once, it is 1.6 µs, the zeros counted, and the sync has fewer pieces, too.
//
// SQLite says before it copies how large the database will be, while it holds the lock of all who copy, and nobody else
// writes the file. What is behind the end of the database is not read: the log still has those pages.
//
// Ten megabytes at once take a processor for twenty milliseconds, and a commit whose sync comes then waits behind all of
// them. Where a connection asks for it, others have the machine after each portion, and a few are synced at a time.

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "CSQLite.h"
#include "FileLayer.h"

enum {
    // SQLite's own layer takes less than 128 KiB in one write (`seekAndWriteFd` in its os_unix.c).
    piece = 64 << 10,
    // What is copied between two rests, and how much room is made: zeros that are synced are written twice, so not more.
    portion = 1 << 20,
    // What is copied between two syncs. With fewer at a time, commits wait for more of them.
    synced_together = 4 * portion,
    // Numbers below 100 are SQLite's own (https://www.sqlite.org/c3ref/file_control.html).
    control_rest = 0x4A4E4754,
};

typedef struct {
    // The real file's, but for two.
    sqlite3_io_methods methods;
    const sqlite3_io_methods *real;
    // How long others have the machine between two portions, in microseconds; 0 for all at once.
    int rest;
    bool is_copying;
    // How large the database is going to be, and up to where there is room; 0 when it does not grow.
    sqlite3_int64 wanted, room;
    // What was copied since the last rest, and since the last sync.
    sqlite3_int64 unrested, unsynced;
} Layer;

const int database_layer_size = sizeof(Layer) + _Alignof(Layer);

// The table of methods is the first member of its layer.
static Layer *layer_of(sqlite3_file *file) { return (Layer *)(uintptr_t)file->pMethods; }

// Writes zeros up to a size. When it fails nothing is lost: the pages are written with or without room.
static void grow(sqlite3_file *file, const sqlite3_io_methods *real, sqlite3_int64 wanted) {
    static const uint8_t zeros[piece];
    sqlite3_int64 size;
    if (real->xFileSize(file, &size) != SQLITE_OK) return;
    while (size < wanted) {
        int count = piece - (int)(size % piece);
        if (count > wanted - size) count = (int)(wanted - size);
        if (real->xWrite(file, zeros, count, size) != SQLITE_OK) return;
        size += count;
    }
}

static int end_portion(sqlite3_file *file, Layer *layer) {
    layer->unrested = 0;
    if (layer->unsynced >= synced_together) {
        layer->unsynced = 0;
        // What fails here is told as a failure of the next write, and the copying ends as with any other.
        int result = layer->real->xSync(file, SQLITE_SYNC_NORMAL);
        if (result != SQLITE_OK) return result;
    }
    struct timespec rest = {.tv_sec = layer->rest / 1000000, .tv_nsec = layer->rest % 1000000 * 1000};
    nanosleep(&rest, NULL);
    return SQLITE_OK;
}

static int database_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    Layer *layer = layer_of(file);
    if (layer->is_copying) {
        if (layer->rest > 0 && layer->unrested >= portion) {
            int result = end_portion(file, layer);
            if (result != SQLITE_OK) return result;
        }
        // Pages come in the order in which they lie in the database.
        if (offset >= layer->room && layer->room < layer->wanted) {
            layer->room = offset + portion < layer->wanted ? offset + portion : layer->wanted;
            grow(file, layer->real, layer->room);
        }
        layer->unrested += count;
        layer->unsynced += count;
    }
    return layer->real->xWrite(file, bytes, count, offset);
}

static int database_control(sqlite3_file *file, int operation, void *argument) {
    Layer *layer = layer_of(file);
    switch (operation) {
    case SQLITE_FCNTL_CKPT_START:
        layer->is_copying = true;
        layer->wanted = layer->room = 0;
        layer->unrested = layer->unsynced = 0;
        break;
    case SQLITE_FCNTL_SIZE_HINT: layer->wanted = *(const sqlite3_int64 *)argument; break;
    case SQLITE_FCNTL_CKPT_DONE: layer->is_copying = false; break;
    case control_rest: layer->rest = *(const int *)argument; return SQLITE_OK;
    }
    return layer->real->xFileControl(file, operation, argument);
}

int csqlite_rest_while_copying(void *connection, int microseconds) {
    if (connection == NULL || microseconds < 0) return SQLITE_MISUSE;
    return sqlite3_file_control(connection, "main", control_rest, &microseconds);
}

int database_layer_open(sqlite3_vfs *real, sqlite3_filename path, sqlite3_file *file, int flags, int *result_flags) {
    int result = real->xOpen(real, path, file, flags, result_flags);
    if (file->pMethods == NULL) return result;
    // Behind the real file, whose functions take the same pointer.
    uintptr_t end = (uintptr_t)file + (uintptr_t)real->szOsFile;
    Layer *layer = (Layer *)((end + _Alignof(Layer) - 1) / _Alignof(Layer) * _Alignof(Layer));
    *layer = (Layer){.methods = *file->pMethods, .real = file->pMethods};
    layer->methods.xWrite = database_write;
    layer->methods.xFileControl = database_control;
    file->pMethods = &layer->methods;
    return result;
}
