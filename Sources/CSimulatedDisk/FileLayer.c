// SQLite's interface to files, around the one it has: https://www.sqlite.org/vfs.html

#include "FileLayer.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static sqlite3_vfs *real_layer;

static sqlite3_file *real_of(sqlite3_file *file) { return ((File *)file)->real; }

static bool is_dead(sqlite3_file *file) {
    CSimulatedDisk *disk = ((File *)file)->disk;
    return disk != NULL && CSimulatedDisk_is_dead(disk);
}

// MARK: Reading and writing

static int file_close(sqlite3_file *base) {
    File *file = (File *)base;
    CSimulatedDisk *disk = file->disk;
    disk_lock(disk);
    for (File **place = disk == NULL ? NULL : &disk->files; place != NULL && *place != NULL; place = &(*place)->next) {
        if (*place != file) continue;
        *place = file->next;
        break;
    }
    int result = file->real->pMethods->xClose(file->real);
    disk_unlock(disk);
    return result;
}

void file_reload(File *file, size_t begin, size_t end) {
    file->disk->counts.evictions += 1;
    // SQLite's own layer takes less than 128 KiB in one write.
    for (size_t offset = begin; offset < end; offset += 1 << 16) {
        size_t count = end - offset < 1 << 16 ? end - offset : 1 << 16;
        file->real->pMethods->xWrite(file->real, file->image->written + offset, (int)count, (sqlite3_int64)offset);
    }
}

// The kernel lets go of what it could not write, whenever it likes.
static void evict(File *file) {
    size_t begin, end;
    if (file->image->lost == 0 || random_next(&file->disk->random) % 8 != 0) return;
    if (image_evict(file->image, &file->disk->random, &begin, &end)) file_reload(file, begin, end);
}

static int read_step(File *file, void *bytes, int count, sqlite3_int64 offset) {
    CSimulatedDisk *disk = file->disk;
    if (disk != NULL) {
        if (disk->is_dead) return SQLITE_IOERR_READ;
        if (take_fault(&disk->failing_reads)) return fails(EIO, SQLITE_IOERR_READ);
        evict(file);
    }
    return file->real->pMethods->xRead(file->real, bytes, count, offset);
}

static int file_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
    File *file = (File *)base;
    disk_lock(file->disk);
    int result = read_step(file, bytes, count, offset);
    disk_unlock(file->disk);
    return result;
}

// Does a part of a write, or nothing of it: what the death of the process and a failing disk leave behind.
static void write_part(File *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (random_coin(&file->disk->random)) return;
    int part = (int)(random_next(&file->disk->random) % (uint64_t)(count + 1));
    if (part == 0 || !image_write(file->image, bytes, (size_t)part, (size_t)offset)) return;
    file->real->pMethods->xWrite(file->real, bytes, part, offset);
}

// The kernel writes back whenever it likes, so a sector may hold any of its contents since the last sync; a failure is told
// to whoever syncs next.
static void write_back(CSimulatedDisk *disk, Image *image) {
    if (disk->working_syncs == 0 && disk->failing_syncs > 0 && random_coin(&disk->random)) {
        disk->failing_syncs -= 1;
        disk->counts.failed_syncs += 1;
        image_fail_sync(image, &disk->random);
    } else {
        image_write_back(image, &disk->random);
    }
}

static int write_step(File *file, const void *bytes, int count, sqlite3_int64 offset) {
    CSimulatedDisk *disk = file->disk;
    if (disk == NULL) return file->real->pMethods->xWrite(file->real, bytes, count, offset);
    if (disk->is_dead) return SQLITE_IOERR_WRITE;
    if (disk_begins(disk)) {
        disk->counts.crashes_in_write += 1;
        write_part(file, bytes, count, offset);
        return SQLITE_IOERR_WRITE;
    }
    if (take_fault(&disk->failing_memory)) return SQLITE_IOERR_NOMEM;
    int64_t growth = offset + count - (int64_t)file->image->written_size;
    if (disk->room >= 0 && growth > disk->room) {
        disk->counts.full_writes += 1;
        return fails(ENOSPC, SQLITE_FULL);
    }
    if (take_fault(&disk->failing_writes)) {
        disk->counts.failed_writes += 1;
        write_part(file, bytes, count, offset);
        return fails(EIO, SQLITE_IOERR_WRITE);
    }
    if (random_next(&disk->random) % 16 == 0) write_back(disk, file->image);
    if (!image_write(file->image, bytes, (size_t)count, (size_t)offset)) return SQLITE_IOERR_NOMEM;
    if (disk->room >= 0 && growth > 0) disk->room -= growth;
    return file->real->pMethods->xWrite(file->real, bytes, count, offset);
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    File *file = (File *)base;
    disk_lock(file->disk);
    int result = write_step(file, bytes, count, offset);
    disk_unlock(file->disk);
    return result;
}

static int truncate_step(File *file, sqlite3_int64 size) {
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

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
    File *file = (File *)base;
    disk_lock(file->disk);
    int result = truncate_step(file, size);
    disk_unlock(file->disk);
    return result;
}

static int sync_step(File *file, int flags) {
    CSimulatedDisk *disk = file->disk;
    if (disk == NULL) return file->real->pMethods->xSync(file->real, flags);
    if (disk->is_dead) return SQLITE_IOERR_FSYNC;
    if (disk_sync_begins(disk, file->is_database)) {
        disk->counts.crashes_in_sync += 1;
        if (random_coin(&disk->random)) image_sync(file->image);
        return SQLITE_IOERR_FSYNC;
    }
    disk->time += disk->sync_time;
    if (disk_sync_fails(disk)) {
        image_fail_sync(file->image, &disk->random);
        return file_told(file, disk->sync_error);
    }
    if (disk->sync_time > 20 * 1000 * 1000) disk->counts.slow_syncs += 1;
    // The first sync of a new file syncs the directory with it, as SQLite's own layer does.
    if (!file->image->is_named) disk_drop_ghosts(disk, file->image->path);
    image_sync(file->image);
    return file_told(file, disk->sync_error);
}

// While no step is under way, so that the other thread goes on with the log.
static void pause_before_sync(const File *file) {
    CSimulatedDisk *disk = file->disk;
    if (disk == NULL || !file->is_database) return;
    pthread_mutex_lock(&disk->lock);
    bool pauses = disk->longest_pause > 0 && random_coin(&disk->random);
    uint64_t pause = pauses ? random_next(&disk->random) % disk->longest_pause : 0;
    pthread_mutex_unlock(&disk->lock);
    if (pauses) nanosleep(&(struct timespec){.tv_nsec = (long)pause}, NULL);
}

static int file_sync(sqlite3_file *base, int flags) {
    File *file = (File *)base;
    pause_before_sync(file);
    disk_lock(file->disk);
    int result = sync_step(file, flags);
    disk_unlock(file->disk);
    return result;
}

static void meet_partner(CSimulatedDisk *disk) {
    CSimulatedDisk *partner = disk == NULL ? NULL : disk->partner;
    if (partner == NULL) return;
    disk->partner = NULL;
    sem_post(&partner->arrived);
    while (sem_wait(&disk->arrived) != 0) {}
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    if (is_dead(file)) return SQLITE_IOERR_FSTAT;
    int result = real_of(file)->pMethods->xFileSize(real_of(file), size);
    meet_partner(((File *)file)->disk);
    return result;
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
    CSimulatedDisk *disk = ((File *)file)->disk;
    disk_lock(disk);
    bool fails = disk != NULL && take_fault(&disk->failing_memory);
    disk_unlock(disk);
    if (fails) return SQLITE_IOERR_SHMMAP;
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

// The descriptor that the real layer has opened just now: one of this file that none of the others has.
static int descriptor_of_new(const CSimulatedDisk *disk, const char *path) {
    char wanted[PATH_MAX], found[PATH_MAX];
    if (realpath(path, wanted) == NULL) return -1;
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) return -1;
    int result = -1;
    for (struct dirent *entry = readdir(folder); entry != NULL && result < 0; entry = readdir(folder)) {
        int descriptor = atoi(entry->d_name);
        if (descriptor <= 2 || file_disk_of_descriptor(descriptor, found) == NULL || strcmp(found, wanted) != 0) continue;
        const File *file = disk->files;
        while (file != NULL && file->descriptor != descriptor) file = file->next;
        if (file == NULL) result = descriptor;
    }
    closedir(folder);
    return result;
}

static int open_step(sqlite3_filename path, File *file, int flags, int *result_flags) {
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
        Image *image = file->image = disk_open(file->disk, path, is_new);
        if (image == NULL) {
            file->real->pMethods->xClose(file->real);
            return SQLITE_CANTOPEN;
        }
        // What nobody was told of is told to who comes later, too.
        file->errors = image->errors == 0 || image->is_told ? image->errors : image->errors - 1;
        file->is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
        // No other is asked for.
        if ((flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) != 0) {
            file->descriptor = descriptor_of_new(file->disk, path);
        }
        file->next = file->disk->files;
        file->disk->files = file;
    }
    if (file->real->pMethods != NULL) file->base.pMethods = &methods;
    return result;
}

static int layer_open(sqlite3_vfs *layer, sqlite3_filename path, sqlite3_file *base, int flags, int *result_flags) {
    (void)layer;
    File *file = (File *)base;
    file->base.pMethods = NULL;
    file->real->pMethods = NULL;
    file->disk = path == NULL ? NULL : disk_of(path);
    file->image = NULL;
    file->descriptor = -1;
    file->is_database = false;
    disk_lock(file->disk);
    int result = open_step(path, file, flags, result_flags);
    disk_unlock(file->disk);
    return result;
}

static int delete_step(CSimulatedDisk *disk, const char *path, int syncs_directory) {
    if (disk->is_dead) return SQLITE_IOERR_DELETE;
    bool dies = disk_begins(disk);
    if (dies) disk->counts.crashes_in_delete += 1;
    if (dies && random_coin(&disk->random)) return SQLITE_IOERR_DELETE;
    disk_delete(disk, path, syncs_directory && !dies);
    int result = real_layer->xDelete(real_layer, path, 0);
    return dies ? SQLITE_IOERR_DELETE : result;
}

static int layer_delete(sqlite3_vfs *layer, const char *path, int syncs_directory) {
    (void)layer;
    CSimulatedDisk *disk = disk_of(path);
    if (disk == NULL) return real_layer->xDelete(real_layer, path, syncs_directory);
    disk_lock(disk);
    int result = delete_step(disk, path, syncs_directory);
    disk_unlock(disk);
    return result;
}

static int layer_access(sqlite3_vfs *layer, const char *path, int flags, int *result) {
    (void)layer;
    CSimulatedDisk *disk = disk_of(path);
    if (disk != NULL && CSimulatedDisk_is_dead(disk)) return SQLITE_IOERR_ACCESS;
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
    // Below all others: what another layer writes by itself would not be on the disk.
    if (real_layer == NULL || strcmp(real_layer->zName, "unix") != 0) {
        install_result = SQLITE_MISUSE;
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
