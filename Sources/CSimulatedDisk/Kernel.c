// What is asked of the kernel about files of a store without SQLite: in the place of the C library's functions.

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "FileLayer.h"

void disk_lock(CSimulatedDisk *disk) {
    if (disk != NULL) pthread_mutex_lock(&disk->lock);
}

void disk_unlock(CSimulatedDisk *disk) {
    if (disk == NULL) return;
    bool is_alone = disk->has_one_thread;
    pthread_mutex_unlock(&disk->lock);
    // So that two threads meet in as many ways as there are.
    if (!is_alone) sched_yield();
}

// Also one of a sync that another has asked for: fsync(2), "errors".
int file_told(File *file, int number) {
    if (file->errors == file->image->errors) return SQLITE_OK;
    file->errors = file->image->errors;
    file->image->is_told = true;
    return fails(number, SQLITE_IOERR_FSYNC);
}

CSimulatedDisk *file_disk_of_descriptor(int descriptor, char path[PATH_MAX]) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = 0;
    return disk_of(path);
}

// The kernel writes back what it is asked to, and nothing says that the disk keeps it. A failure is told as one of a sync is.
static int sync_range_step(CSimulatedDisk *disk, File *file) {
    errno = EIO;
    if (disk->is_dead) return -1;
    if (disk->range_error != 0 && disk->working_ranges == 0) {
        errno = disk->range_error;
        return -1;
    }
    take_fault(&disk->working_ranges);
    if (disk_begins(disk)) {
        disk->counts.crashes_in_sync += 1;
        image_write_back(file->image, &disk->random);
        return -1;
    }
    if (disk_sync_fails(disk)) {
        image_fail_sync(file->image, &disk->random);
    } else {
        image_write_back(file->image, &disk->random);
    }
    return file_told(file, disk->sync_error) == SQLITE_OK ? 0 : -1;
}

// The open file of a disk that has a descriptor; or another one of the same path, because SQLite's own layer keeps descriptors
// for which it has no use at present, and takes them again (`findReusableFd` in its os_unix.c).
static File *file_of(const CSimulatedDisk *disk, int descriptor, const char *path) {
    File *file = disk == NULL ? NULL : disk->files, *other = NULL;
    for (; file != NULL; file = file->next) {
        if (file->descriptor == descriptor) return file;
        if (strcmp(file->image->path, path) == 0) other = file;
    }
    return other;
}

int sync_file_range(int descriptor, off_t begin, off_t count, unsigned int flags) {
    char path[PATH_MAX];
    CSimulatedDisk *disk = file_disk_of_descriptor(descriptor, path);
    disk_lock(disk);
    File *file = file_of(disk, descriptor, path);
    int result = file != NULL ? sync_range_step(disk, file)
                              : (int)syscall(SYS_sync_file_range, descriptor, begin, count, flags);
    disk_unlock(disk);
    return result;
}

// Forgets what is clean, as it does when nobody else uses the pages. It may keep some, for it promises nothing; but then
// nobody could use the new blocks of ext4 again.
int posix_fadvise(int descriptor, off_t begin, off_t count, int advice) {
    char path[PATH_MAX];
    CSimulatedDisk *disk = file_disk_of_descriptor(descriptor, path);
    disk_lock(disk);
    File *file = file_of(disk, descriptor, path);
    size_t first, last;
    if (file != NULL && advice == POSIX_FADV_DONTNEED && !disk->is_dead) {
        uint64_t *random = disk->keeps_lost ? NULL : &disk->random;
        if (image_evict(file->image, random, &first, &last)) file_reload(file, first, last);
    }
    disk_unlock(disk);
    if (file != NULL) return 0;
    return syscall(SYS_fadvise64, descriptor, begin, count, advice) == 0 ? 0 : errno;
}

// Of the store's own directory and of files in folders: what SQLite syncs goes through its layer.
int fsync(int descriptor) {
    char path[PATH_MAX];
    struct stat64 status;
    CSimulatedDisk *disk = file_disk_of_descriptor(descriptor, path);
    bool is_folder = disk != NULL && fstat64(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
    if (disk != NULL && (is_folder || plain_disk_of(path) != NULL)) {
        disk_lock(disk);
        int result = plain_sync(disk, path, is_folder);
        int error = errno;
        disk_unlock(disk);
        errno = error;
        return result;
    }
    size_t length = strlen(path);
    if (disk == NULL && length + 2 < PATH_MAX) {
        path[length] = '/';
        path[length + 1] = 0;
        disk = disk_of(path);
    }
    if (disk == NULL) {
        errno = watch_refuses(descriptor);
        if (errno != 0) return -1;
        int result = (int)syscall(SYS_fsync, descriptor);
        if (result == 0) watch_synced(descriptor);
        return result;
    }
    disk_lock(disk);
    bool is_refused = disk->is_dead || disk_begins(disk) || disk_sync_fails(disk);
    if (!is_refused && path[length] == '/') disk_sync_names(disk, path);
    errno = disk->sync_error;
    disk_unlock(disk);
    return is_refused ? -1 : 0;
}
