// SQLite's interface to files, around the one it has: https://www.sqlite.org/vfs.html

#include "Disk.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct {
    sqlite3_file base;
    // NULL for a file on no disk of ours: everything is passed on.
    CSimulatedDisk *disk;
    Image *image;
    // Memory of the real layer's own size follows.
    sqlite3_file real[];
} File;

static sqlite3_vfs *real_layer;

static sqlite3_file *real_of(sqlite3_file *file) { return ((File *)file)->real; }

static bool is_dead(sqlite3_file *file) {
    CSimulatedDisk *disk = ((File *)file)->disk;
    return disk != NULL && disk->is_dead;
}

// MARK: Reading and writing

static int file_close(sqlite3_file *file) { return real_of(file)->pMethods->xClose(real_of(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    if (is_dead(file)) return SQLITE_IOERR_READ;
    return real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

// Does a part of a write, or nothing of it: what the death of the process and a failing disk leave behind.
static void write_part(File *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (random_coin(&file->disk->random)) return;
    int part = (int)(random_next(&file->disk->random) % (uint64_t)(count + 1));
    if (part == 0 || !image_write(file->image, bytes, (size_t)part, (size_t)offset)) return;
    file->real->pMethods->xWrite(file->real, bytes, part, offset);
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    File *file = (File *)base;
    CSimulatedDisk *disk = file->disk;
    if (disk == NULL) return file->real->pMethods->xWrite(file->real, bytes, count, offset);
    if (disk->is_dead) return SQLITE_IOERR_WRITE;
    if (disk_begins(disk)) {
        disk->counts.crashes_in_write += 1;
        write_part(file, bytes, count, offset);
        return SQLITE_IOERR_WRITE;
    }
    int64_t growth = offset + count - (int64_t)file->image->written_size;
    if (disk->room >= 0 && growth > disk->room) {
        disk->counts.full_writes += 1;
        return SQLITE_FULL;
    }
    if (disk->failing_writes > 0) {
        disk->failing_writes -= 1;
        disk->counts.failed_writes += 1;
        write_part(file, bytes, count, offset);
        return SQLITE_IOERR_WRITE;
    }
    // The kernel writes back whenever it likes, so a sector may hold any of its contents since the last sync.
    if (random_next(&disk->random) % 16 == 0) image_write_back(file->image, &disk->random);
    if (!image_write(file->image, bytes, (size_t)count, (size_t)offset)) return SQLITE_IOERR_NOMEM;
    if (disk->room >= 0 && growth > 0) disk->room -= growth;
    return file->real->pMethods->xWrite(file->real, bytes, count, offset);
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
    File *file = (File *)base;
    CSimulatedDisk *disk = file->disk;
    if (disk == NULL) return file->real->pMethods->xTruncate(file->real, size);
    if (disk->is_dead) return SQLITE_IOERR_TRUNCATE;
    bool dies = disk_begins(disk);
    if (dies) disk->counts.crashes_in_truncate += 1;
    if (dies && random_coin(&disk->random)) return SQLITE_IOERR_TRUNCATE;
    int64_t shrinkage = (int64_t)file->image->written_size - size;
    if (disk->room >= 0 && shrinkage > 0) disk->room += shrinkage;
    image_truncate(file->image, (size_t)size);
    int result = file->real->pMethods->xTruncate(file->real, size);
    return dies ? SQLITE_IOERR_TRUNCATE : result;
}

static int file_sync(sqlite3_file *base, int flags) {
    File *file = (File *)base;
    CSimulatedDisk *disk = file->disk;
    if (disk == NULL) return file->real->pMethods->xSync(file->real, flags);
    if (disk->is_dead) return SQLITE_IOERR_FSYNC;
    if (disk_begins(disk)) {
        disk->counts.crashes_in_sync += 1;
        if (random_coin(&disk->random)) image_sync(file->image);
        return SQLITE_IOERR_FSYNC;
    }
    disk->time += disk->sync_time;
    if (disk_sync_fails(disk)) {
        image_fail_sync(file->image, &disk->random);
        return SQLITE_IOERR_FSYNC;
    }
    if (disk->sync_time > 20 * 1000 * 1000) disk->counts.slow_syncs += 1;
    // The first sync of a new file syncs the directory with it, as SQLite's own layer does.
    if (!file->image->is_named) disk_drop_ghosts(disk);
    image_sync(file->image);
    return SQLITE_OK;
}

// In the place of the C library's: the one thing that is asked of the kernel about a file of SQLite's without SQLite.
//
// The kernel writes back what it is asked to, and nothing says that the disk keeps it. A failure is told as one of a sync is.
int sync_file_range(int descriptor, off_t begin, off_t count, unsigned int flags) {
    char link[32], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    CSimulatedDisk *disk = disk_of(path);
    Image *image = disk == NULL ? NULL : disk_find(disk, path);
    if (image == NULL) return (int)syscall(SYS_sync_file_range, descriptor, begin, count, flags);
    errno = EIO;
    if (disk->is_dead) return -1;
    if (disk_begins(disk)) {
        disk->counts.crashes_in_sync += 1;
        image_write_back(image, &disk->random);
        return -1;
    }
    if (disk_sync_fails(disk)) {
        image_fail_sync(image, &disk->random);
        return -1;
    }
    image_write_back(image, &disk->random);
    return 0;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    if (is_dead(file)) return SQLITE_IOERR_FSTAT;
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

// MARK: Locks and shared memory

// These leave no trace on a disk, and a dead process gives its locks back, so they always work.

static int file_lock(sqlite3_file *file, int level) {
    return is_dead(file) ? SQLITE_IOERR_LOCK : real_of(file)->pMethods->xLock(real_of(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int file_check_reserved_lock(sqlite3_file *file, int *result) {
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }

static int file_device_characteristics(sqlite3_file *file) {
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
    return real_of(file)->pMethods->xShmMap(real_of(file), region, size, extends, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }

static int file_shm_unmap(sqlite3_file *file, int deletes) {
    return real_of(file)->pMethods->xShmUnmap(real_of(file), deletes && !is_dead(file));
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_device_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

// MARK: The layer

static int layer_open(sqlite3_vfs *layer, sqlite3_filename path, sqlite3_file *base, int flags, int *result_flags) {
    (void)layer;
    File *file = (File *)base;
    file->base.pMethods = NULL;
    file->disk = path == NULL ? NULL : disk_of(path);
    file->image = NULL;
    bool is_new = false;
    if (file->disk != NULL) {
        if (file->disk->is_dead) return SQLITE_CANTOPEN;
        is_new = access(path, F_OK) != 0;
        if (is_new && disk_begins(file->disk)) {
            file->disk->counts.crashes_in_create += 1;
            return SQLITE_CANTOPEN;
        }
    }
    int result = real_layer->xOpen(real_layer, path, file->real, flags, result_flags);
    if (result == SQLITE_OK && file->disk != NULL) {
        file->image = disk_open(file->disk, path, is_new);
        if (file->image == NULL) {
            file->real->pMethods->xClose(file->real);
            return SQLITE_CANTOPEN;
        }
    }
    if (file->real->pMethods != NULL) file->base.pMethods = &methods;
    return result;
}

static int layer_delete(sqlite3_vfs *layer, const char *path, int syncs_directory) {
    (void)layer;
    CSimulatedDisk *disk = disk_of(path);
    if (disk == NULL) return real_layer->xDelete(real_layer, path, syncs_directory);
    if (disk->is_dead) return SQLITE_IOERR_DELETE;
    bool dies = disk_begins(disk);
    if (dies) disk->counts.crashes_in_delete += 1;
    if (dies && random_coin(&disk->random)) return SQLITE_IOERR_DELETE;
    disk_delete(disk, path, syncs_directory && !dies);
    int result = real_layer->xDelete(real_layer, path, 0);
    return dies ? SQLITE_IOERR_DELETE : result;
}

static int layer_access(sqlite3_vfs *layer, const char *path, int flags, int *result) {
    (void)layer;
    CSimulatedDisk *disk = disk_of(path);
    if (disk != NULL && disk->is_dead) return SQLITE_IOERR_ACCESS;
    return real_layer->xAccess(real_layer, path, flags, result);
}

static int layer_randomness(sqlite3_vfs *layer, int count, char *bytes) {
    (void)layer;
    uint64_t state = 1;
    for (int index = 0; index < count; index++) bytes[index] = (char)random_next(&state);
    return count;
}

static int install_result;

static void install(void) {
    static sqlite3_vfs ours;
    real_layer = sqlite3_vfs_find(NULL);
    if (real_layer == NULL) {
        install_result = SQLITE_ERROR;
        return;
    }
    // All that is not ours is the real layer's, which gets its own structure back where it is passed on to, and finds
    // all it needs in the copy where it is not.
    ours = *real_layer;
    ours.szOsFile = (int)sizeof(File) + real_layer->szOsFile;
    ours.zName = "simulated";
    ours.pNext = NULL;
    ours.xOpen = layer_open;
    ours.xDelete = layer_delete;
    ours.xAccess = layer_access;
    ours.xRandomness = layer_randomness;
    install_result = sqlite3_vfs_register(&ours, 1);
}

int CSimulatedDisk_install(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    return install_result;
}
