// Has a log that is copied into its database be durable there before SQLite relies on it; and, where a connection is asked to,
// makes the database grow in large pieces and hands it to the disk a portion at a time, which is only for speed.
//
// SQLite reads copied pages from the database as soon as it has noted how far it came, and syncs before that only when it has
// copied the whole log. The kernel may drop a page that it could not write, and then an old one is read, from which a commit
// would go on. So the database is synced before the note, and after a failure none of its connections reads it any more. The
// sync that SQLite asks for after a whole log then has nothing left to do, and would only make the disk wait once more.
//
// SQLite copies page by page. At the end of a file each of them costs the kernel a page of its cache, and the file system
// a look for room: 2.7 µs, which is most of what copying takes. Written over zeros that were written in pieces of 64 KiB,
// for which both make room once, it is 1.6 µs, the zeros counted, and the sync has fewer pieces, too.
//
// SQLite says before it copies how large the database will be, while it holds the lock of all who copy, and nobody else
// writes the file. What is behind the end of the database is not read: the log still has those pages.
//
// Ten megabytes that are synced at once keep a disk busy for ten milliseconds, and a commit whose sync comes then waits
// behind all of them. A connection that is asked to waits for each portion to be written before it copies the next, so
// that a commit waits behind one portion, and the thread that copies leaves the processor to others meanwhile. No more is
// promised by that than by a write: it is the sync at the end that makes what was copied durable.

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CSQLiteFileLayer.h"
#include "Descriptor.h"

enum {
    // SQLite's own layer takes less than 128 KiB in one write (`seekAndWriteFd` in its os_unix.c).
    piece = 64 << 10,
    // What the disk has to do at once, and how much room is made: zeros that reach the disk are written twice, so not more.
    portion = 256 << 10,
    // Numbers below 100 are SQLite's own (https://www.sqlite.org/c3ref/file_control.html).
    control_checkpoint_writes = 0x4A4E4754,
};

// One database that is open here, whatever the number of its connections.
typedef struct Database {
    char *path;
    unsigned int connections;
    // Whether what was copied into it may not be on the disk.
    atomic_bool has_failed;
    struct Database *next;
} Database;

typedef struct {
    // The real file's, but for six.
    sqlite3_io_methods methods;
    const sqlite3_io_methods *real;
    Database *database;
    csqlite_checkpoint_writes writes;
    bool is_copying;
    // Whether a sync has something to do: whatever an earlier program left, or what was written over this connection.
    bool is_unsynced;
    // How large the database is going to be, and up to where there is room; 0 when it does not grow.
    sqlite3_int64 wanted, room;
    // Of the file while the disk gets its portions; negative where it is not known, or the system has no portions for it.
    int descriptor;
    // Whether the system has taken a portion of this file.
    bool has_written_out;
    // Where the portion begins, and what was copied of it.
    sqlite3_int64 begin, copied;
} Layer;

static sqlite3_vfs *real_layer;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Database *databases;

// The table of methods is the first member of its layer.
static Layer *layer_of(sqlite3_file *file) { return (Layer *)(uintptr_t)file->pMethods; }

// NULL when there is no memory.
static Database *database_open(const char *path) {
    pthread_mutex_lock(&lock);
    Database *database = databases;
    while (database != NULL && strcmp(database->path, path) != 0) database = database->next;
    if (database == NULL) {
        database = calloc(1, sizeof *database);
        char *name = strdup(path);
        if (database == NULL || name == NULL) {
            free(database);
            free(name);
            database = NULL;
        } else {
            database->path = name;
            database->next = databases;
            databases = database;
        }
    }
    if (database != NULL) database->connections += 1;
    pthread_mutex_unlock(&lock);
    return database;
}

static void database_release(Database *database) {
    pthread_mutex_lock(&lock);
    database->connections -= 1;
    if (database->connections == 0) {
        Database **place = &databases;
        while (*place != database) place = &(*place)->next;
        *place = database->next;
        free(database->path);
        free(database);
    }
    pthread_mutex_unlock(&lock);
}

static int database_close(sqlite3_file *file) {
    Layer *layer = layer_of(file);
    Database *database = layer->database;
    int result = layer->real->xClose(file);
    database_release(database);
    return result;
}

static int database_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    Layer *layer = layer_of(file);
    if (atomic_load(&layer->database->has_failed)) return SQLITE_IOERR_READ;
    return layer->real->xRead(file, bytes, count, offset);
}

static int database_sync(sqlite3_file *file, int flags) {
    Layer *layer = layer_of(file);
    // The kernel tells of a failure once, and the next sync would say ok.
    if (atomic_load(&layer->database->has_failed)) return SQLITE_IOERR_FSYNC;
    if (!layer->is_unsynced) return SQLITE_OK;
    int result = layer->real->xSync(file, flags);
    if (result == SQLITE_OK) layer->is_unsynced = false;
    return result;
}

static int database_truncate(sqlite3_file *file, sqlite3_int64 size) {
    Layer *layer = layer_of(file);
    sqlite3_int64 now;
    // SQLite also asks for the size that the file has, after each copying of a whole log, and then for a sync.
    if (layer->real->xFileSize(file, &now) == SQLITE_OK && now == size) return SQLITE_OK;
    layer->is_unsynced = true;
    return layer->real->xTruncate(file, size);
}

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

// Waits until everything from the beginning of the portion up to `end` has been written.
static int write_out(Layer *layer, sqlite3_int64 end) {
    const unsigned int flags = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    layer->copied = 0;
    if (sync_file_range(layer->descriptor, layer->begin, end - layer->begin, flags) == 0) {
        layer->has_written_out = true;
        return SQLITE_OK;
    }
    // Not on this system, not for this file, or not from in here (a filter of system calls says EPERM): the sync at the end
    // does all. Once a portion was taken, the same errors are the disk's.
    bool is_refusal = errno == ENOSYS || errno == EINVAL || errno == EPERM || errno == ESPIPE || errno == EBADF;
    if (is_refusal && !layer->has_written_out) {
        layer->descriptor = -1;
        return SQLITE_OK;
    }
    // The kernel tells of a failed write once, and this may have been the time: nothing that was copied is to be trusted, as
    // after a failed sync.
    return SQLITE_IOERR_FSYNC;
}

static int database_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    Layer *layer = layer_of(file);
    layer->is_unsynced = true;
    if (!layer->is_copying) return layer->real->xWrite(file, bytes, count, offset);
    // Pages come in the order in which they lie in the database.
    if (offset >= layer->room && layer->room < layer->wanted) {
        layer->room = offset + portion < layer->wanted ? offset + portion : layer->wanted;
        grow(file, layer->real, layer->room);
    }
    int result = layer->real->xWrite(file, bytes, count, offset);
    if (result != SQLITE_OK || layer->descriptor < 0) return result;
    if (layer->copied == 0) layer->begin = offset;
    layer->copied += count;
    return layer->copied < portion ? SQLITE_OK : write_out(layer, offset + count);
}

static int database_control(sqlite3_file *file, int operation, void *argument) {
    Layer *layer = layer_of(file);
    switch (operation) {
    case SQLITE_FCNTL_CKPT_START:
        layer->is_copying = true;
        layer->wanted = layer->room = 0;
        layer->copied = 0;
        layer->descriptor = layer->writes == csqlite_checkpoint_portioned ? descriptor_of(file, layer->real) : -1;
        break;
    case SQLITE_FCNTL_SIZE_HINT:
        if (layer->writes != csqlite_checkpoint_plain) layer->wanted = *(const sqlite3_int64 *)argument;
        break;
    case SQLITE_FCNTL_CKPT_DONE:
        layer->is_copying = false;
        if (database_sync(file, SQLITE_SYNC_NORMAL) != SQLITE_OK) atomic_store(&layer->database->has_failed, true);
        break;
    case control_checkpoint_writes: layer->writes = *(const csqlite_checkpoint_writes *)argument; return SQLITE_OK;
    }
    return layer->real->xFileControl(file, operation, argument);
}

int csqlite_set_checkpoint_writes(sqlite3 *connection, csqlite_checkpoint_writes writes) {
    if (connection == NULL) return SQLITE_MISUSE;
    return sqlite3_file_control(connection, "main", control_checkpoint_writes, &writes);
}

static int layer_open(sqlite3_vfs *layer, sqlite3_filename path, sqlite3_file *file, int flags, int *result_flags) {
    (void)layer;
    int result = real_layer->xOpen(real_layer, path, file, flags, result_flags);
    if (result != SQLITE_OK || (flags & SQLITE_OPEN_MAIN_DB) == 0 || file->pMethods == NULL) return result;
    Database *database = path == NULL ? NULL : database_open(path);
    if (database == NULL) {
        file->pMethods->xClose(file);
        file->pMethods = NULL;
        return SQLITE_NOMEM;
    }
    // Behind the real file, whose functions take the same pointer.
    uintptr_t end = (uintptr_t)file + (uintptr_t)real_layer->szOsFile;
    Layer *behind = (Layer *)((end + _Alignof(Layer) - 1) / _Alignof(Layer) * _Alignof(Layer));
    *behind = (Layer){.methods = *file->pMethods, .real = file->pMethods, .descriptor = -1};
    behind->database = database;
    behind->is_unsynced = true;
    behind->methods.xClose = database_close;
    behind->methods.xRead = database_read;
    behind->methods.xSync = database_sync;
    behind->methods.xTruncate = database_truncate;
    behind->methods.xWrite = database_write;
    behind->methods.xFileControl = database_control;
    file->pMethods = &behind->methods;
    return result;
}

int csqlite_install_file_layer(void) {
    static sqlite3_vfs ours;
    real_layer = sqlite3_vfs_find(NULL);
    if (real_layer == NULL) return SQLITE_ERROR;
    // All else is the real layer's, which finds what it needs in the copy.
    ours = *real_layer;
    ours.szOsFile = real_layer->szOsFile + (int)(sizeof(Layer) + _Alignof(Layer));
    ours.zName = "portions";
    ours.pNext = NULL;
    ours.xOpen = layer_open;
    descriptor_learn_from(real_layer);
    return sqlite3_vfs_register(&ours, 1);
}
