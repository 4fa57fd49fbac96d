// Writes a transaction's pages into a write-ahead log together.
//
// SQLite hands each page over in two writes, its header and its content, so that a batch of some hundred rows is a hundred
// system calls, which touch nearly every page of the kernel's cache three times. Gathered they are three calls.
//
// What others may see is never kept back: SQLite tells others of a transaction after its last page, whose header says so
// (https://www.sqlite.org/fileformat2.html#walformat). That header goes out at once, with all that was gathered, and its
// page after it. SQLite also writes headers alone, of pages that a transaction has changed again in the log; the last of
// those is the same one. An error is told at a write at which it always could be.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "FileLayer.h"

enum {
    // Of what goes before each page.
    header_size = 24,
    // SQLite's own layer takes less than 128 KiB in one write (`seekAndWriteFd` in its os_unix.c).
    most_gathered = 64 << 10,
};

typedef struct {
    sqlite3_file base;
    // What is not written yet: `count` bytes that belong at `start`. NULL before the first page.
    uint8_t *gathered;
    int count;
    sqlite3_int64 start;
    // Whether the last write was a header after which another page follows.
    bool awaits_page;
    // Memory of the real layer's own size follows.
    sqlite3_file real[];
} Log;

const int log_layer_size = sizeof(Log);

static Log *log_of(sqlite3_file *file) { return (Log *)file; }

static int flush(Log *log) {
    if (log->count == 0) return SQLITE_OK;
    int count = log->count;
    // Also when it fails: SQLite takes the transaction back, and what comes next belongs to another.
    log->count = 0;
    return log->real->pMethods->xWrite(log->real, log->gathered, count, log->start);
}

static int log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    Log *log = log_of(file);
    bool is_header = count == header_size;
    bool follows = log->count > 0 && offset == log->start + log->count;
    bool is_page = log->awaits_page && follows;
    log->awaits_page = false;
    if (!follows || log->count + count > most_gathered) {
        int result = flush(log);
        if (result != SQLITE_OK) return result;
    }
    if (log->gathered == NULL && is_header) log->gathered = malloc(most_gathered);
    // Without memory it is slower.
    if (log->gathered == NULL || count > most_gathered) {
        return log->real->pMethods->xWrite(log->real, bytes, count, offset);
    }
    if (log->count == 0) log->start = offset;
    memcpy(log->gathered + log->count, bytes, (size_t)count);
    log->count += count;
    if (is_header) {
        // The size of the database after the transaction, big-endian: not 0 in the header of its last page.
        const uint8_t *size = (const uint8_t *)bytes + 4;
        log->awaits_page = (size[0] | size[1] | size[2] | size[3]) == 0;
    }
    return is_page || log->awaits_page ? SQLITE_OK : flush(log);
}

static int log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int result = flush(log_of(file));
    if (result != SQLITE_OK) return result;
    return log_of(file)->real->pMethods->xRead(log_of(file)->real, bytes, count, offset);
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int result = flush(log_of(file));
    if (result != SQLITE_OK) return result;
    return log_of(file)->real->pMethods->xTruncate(log_of(file)->real, size);
}

static int log_sync(sqlite3_file *file, int flags) {
    int result = flush(log_of(file));
    if (result != SQLITE_OK) return result;
    return log_of(file)->real->pMethods->xSync(log_of(file)->real, flags);
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
    int result = flush(log_of(file));
    if (result != SQLITE_OK) return result;
    return log_of(file)->real->pMethods->xFileSize(log_of(file)->real, size);
}

static int log_close(sqlite3_file *file) {
    // Pages of a transaction that was taken back; nobody will read them.
    free(log_of(file)->gathered);
    log_of(file)->gathered = NULL;
    return log_of(file)->real->pMethods->xClose(log_of(file)->real);
}

static int log_lock(sqlite3_file *file, int level) {
    return log_of(file)->real->pMethods->xLock(log_of(file)->real, level);
}

static int log_unlock(sqlite3_file *file, int level) {
    return log_of(file)->real->pMethods->xUnlock(log_of(file)->real, level);
}

static int log_check_lock(sqlite3_file *file, int *is_reserved) {
    return log_of(file)->real->pMethods->xCheckReservedLock(log_of(file)->real, is_reserved);
}

static int log_control(sqlite3_file *file, int operation, void *argument) {
    return log_of(file)->real->pMethods->xFileControl(log_of(file)->real, operation, argument);
}

static int log_sector_size(sqlite3_file *file) {
    return log_of(file)->real->pMethods->xSectorSize(log_of(file)->real);
}

static int log_characteristics(sqlite3_file *file) {
    return log_of(file)->real->pMethods->xDeviceCharacteristics(log_of(file)->real);
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = log_close,
    .xRead = log_read,
    .xWrite = log_write,
    .xTruncate = log_truncate,
    .xSync = log_sync,
    .xFileSize = log_size,
    .xLock = log_lock,
    .xUnlock = log_unlock,
    .xCheckReservedLock = log_check_lock,
    .xFileControl = log_control,
    .xSectorSize = log_sector_size,
    .xDeviceCharacteristics = log_characteristics,
};

int log_layer_open(sqlite3_vfs *real, sqlite3_filename path, sqlite3_file *file, int flags, int *result_flags) {
    Log *log = log_of(file);
    memset(log, 0, sizeof *log);
    int result = real->xOpen(real, path, log->real, flags, result_flags);
    if (log->real->pMethods != NULL) log->base.pMethods = &methods;
    return result;
}
