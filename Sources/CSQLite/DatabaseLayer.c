// Makes a database grow in large pieces when a log is copied into it.
//
// SQLite copies page by page. At the end of a file each of them costs the kernel a page of its cache, and the file system
// a look for room: 2.7 µs, which is most of what copying takes. Written over zeros that were written in pieces of 64 KiB,
// for which both make room once, it is 1.6 µs, the zeros counted, and the sync afterwards has fewer pieces, too.
//
// SQLite says before it copies how large the database will be, while it holds the lock of all who copy, and nobody else
// writes the file. What is behind the end of the database is not read: the log still has those pages.

#include <stdint.h>
#include <stdlib.h>

#include "FileLayer.h"

enum {
    // SQLite's own layer takes less than 128 KiB in one write (`seekAndWriteFd` in its os_unix.c).
    piece = 64 << 10,
};

typedef struct {
    // The real file's, but for one.
    sqlite3_io_methods methods;
    const sqlite3_io_methods *real;
} Layer;

const int database_layer_size = sizeof(Layer) + _Alignof(Layer);

// Behind the real file, whose functions take the same pointer.
static Layer *layer_of(sqlite3_file *file, int real_size) {
    uintptr_t end = (uintptr_t)file + (uintptr_t)real_size;
    return (Layer *)((end + _Alignof(Layer) - 1) / _Alignof(Layer) * _Alignof(Layer));
}

// Writes zeros up to a size. When it fails, SQLite's own writes do, too, and tell it; until then nothing is lost.
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

static int database_control(sqlite3_file *file, int operation, void *argument) {
    // The table of methods is the first member of its layer.
    const sqlite3_io_methods *real = ((const Layer *)(const void *)file->pMethods)->real;
    if (operation == SQLITE_FCNTL_SIZE_HINT) grow(file, real, *(const sqlite3_int64 *)argument);
    return real->xFileControl(file, operation, argument);
}

int database_layer_open(sqlite3_vfs *real, sqlite3_filename path, sqlite3_file *file, int flags, int *result_flags) {
    int result = real->xOpen(real, path, file, flags, result_flags);
    if (file->pMethods == NULL) return result;
    Layer *layer = layer_of(file, real->szOsFile);
    layer->methods = *file->pMethods;
    layer->real = file->pMethods;
    layer->methods.xFileControl = database_control;
    file->pMethods = &layer->methods;
    return result;
}
