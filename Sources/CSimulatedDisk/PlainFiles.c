// Files in folders below a disk's directory, which a process uses without SQLite: in the place of the C library's functions.

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "FileLayer.h"

// Whether the calling thread is somebody else than the process that uses the disks.
static _Thread_local bool is_outside;

void CSimulatedDisk_set_outside(bool outside) { is_outside = outside; }

CSimulatedDisk *plain_disk_of(const char *path) {
    CSimulatedDisk *disk = is_outside ? NULL : disk_of(path);
    return disk != NULL && strchr(path + strlen(disk->directory), '/') != NULL ? disk : NULL;
}

// The disk of a file that is named from an open directory; `path` gets its path.
static CSimulatedDisk *plain_disk_at(int folder, const char *name, char path[PATH_MAX]) {
    if (name[0] == '/' || folder == AT_FDCWD) {
        snprintf(path, PATH_MAX, "%s", name);
    } else {
        if (file_disk_of_descriptor(folder, path) == NULL) return NULL;
        size_t length = strlen(path);
        snprintf(path + length, PATH_MAX - length, "/%s", name);
    }
    return plain_disk_of(path);
}

// The image of a file that is there; NULL for a directory, and for nothing.
static Image *plain_find(CSimulatedDisk *disk, const char *path) {
    Image *image = disk_find(disk, path);
    if (image != NULL) return image;
    struct stat64 status;
    bool is_file = fstatat64(AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode);
    return is_file ? disk_open(disk, path, false) : NULL;
}

// Whether a step is not done, because the process is dead or dies in it; one in which it dies may be done all the same.
static bool plain_dies(CSimulatedDisk *disk, bool *is_done) {
    *is_done = false;
    if (disk->is_dead) return true;
    if (!disk_begins(disk)) return false;
    *is_done = random_coin(&disk->random);
    return true;
}

// MARK: Opening and looking

// The kernel lets go of what it could not write, whenever it likes.
static void plain_evict(CSimulatedDisk *disk, Image *image) {
    size_t first, last;
    if (image->lost == 0 || random_coin(&disk->random)) return;
    if (!image_evict(image, &disk->random, &first, &last)) return;
    disk->counts.evictions += 1;
    image_store(image);
}

static int plain_open(CSimulatedDisk *disk, const char *path, int flags, mode_t mode) {
    errno = EIO;
    if (disk->is_dead) return -1;
    bool is_new = (flags & O_CREAT) != 0 && access(path, F_OK) != 0, is_done = true;
    bool dies = is_new && plain_dies(disk, &is_done);
    if (dies) disk->counts.crashes_in_create += 1;
    if (!is_new && (flags & O_DIRECTORY) == 0) {
        Image *image = plain_find(disk, path);
        if (image != NULL) plain_evict(disk, image);
    }
    int descriptor = dies && !is_done ? -1 : open64(path, flags, mode);
    if (is_new && descriptor >= 0 && disk_open(disk, path, true) == NULL) errno = ENOMEM;
    if (!dies || descriptor < 0) return descriptor;
    close(descriptor);
    errno = EIO;
    return -1;
}

int open(const char *path, int flags, ...) {
    mode_t mode = 0;
    if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    CSimulatedDisk *disk = plain_disk_of(path);
    if (disk == NULL) return open64(path, flags, mode);
    disk_lock(disk);
    int descriptor = plain_open(disk, path, flags, mode);
    int error = errno;
    disk_unlock(disk);
    errno = error;
    return descriptor;
}

int fstatat(int folder, const char *name, struct stat *status, int flags) {
    char path[PATH_MAX];
    int result = fstatat64(folder, name, (struct stat64 *)status, flags);
    CSimulatedDisk *disk = result == 0 && S_ISREG(status->st_mode) ? plain_disk_at(folder, name, path) : NULL;
    if (disk == NULL) return result;
    disk_lock(disk);
    Image *image = disk->is_dead ? NULL : plain_find(disk, path);
    if (image != NULL) status->st_mtim.tv_sec = image->changed;
    disk_unlock(disk);
    errno = EIO;
    return image == NULL ? -1 : 0;
}

int utimensat(int folder, const char *name, const struct timespec times[2], int flags) {
    char path[PATH_MAX];
    CSimulatedDisk *disk = plain_disk_at(folder, name, path);
    if (disk == NULL) return (int)syscall(SYS_utimensat, folder, name, times, flags);
    disk_lock(disk);
    bool is_done, dies = plain_dies(disk, &is_done);
    Image *image = dies && !is_done ? NULL : plain_find(disk, path);
    if (image != NULL) image->changed = disk->now;
    disk_unlock(disk);
    errno = dies ? EIO : ENOENT;
    return dies || image == NULL ? -1 : 0;
}

// MARK: Writing

static ssize_t plain_write(CSimulatedDisk *disk, Image *image, int descriptor, const void *bytes, size_t count) {
    off64_t offset = lseek64(descriptor, 0, SEEK_CUR);
    bool is_done, dies = plain_dies(disk, &is_done);
    if (dies) disk->counts.crashes_in_write += 1;
    size_t part = count;
    if (!dies && disk->room >= 0 && (int64_t)count > disk->room) {
        // What there is room for is written; the next write has none.
        disk->counts.full_writes += 1;
        part = (size_t)disk->room;
        errno = ENOSPC;
        if (part == 0) return -1;
    } else if (!dies && take_fault(&disk->failing_writes)) {
        disk->counts.failed_writes += 1;
        dies = true;
        is_done = random_coin(&disk->random);
    }
    if (dies) part = is_done ? (size_t)(random_next(&disk->random) % (count + 1)) : 0;
    if (part > 0) {
        if (random_next(&disk->random) % 16 == 0) image_write_back(image, &disk->random);
        if (!image_write(image, bytes, part, (size_t)offset)) return -1;
        if (disk->room >= 0) disk->room -= (int64_t)part;
        image->changed = disk->now;
        syscall(SYS_write, descriptor, bytes, part);
    }
    if (dies) errno = EIO;
    return dies ? -1 : (ssize_t)part;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    char path[PATH_MAX];
    CSimulatedDisk *disk = disk_is_any() && file_disk_of_descriptor(descriptor, path) != NULL ? plain_disk_of(path) : NULL;
    if (disk == NULL) return syscall(SYS_write, descriptor, bytes, count);
    disk_lock(disk);
    Image *image = disk_find(disk, path);
    errno = EIO;
    ssize_t result = -1;
    if (image != NULL && !disk->is_dead) result = plain_write(disk, image, descriptor, bytes, count);
    int error = errno;
    disk_unlock(disk);
    errno = error;
    return result;
}

int plain_sync(CSimulatedDisk *disk, const char *path, bool is_directory) {
    bool is_done, dies = plain_dies(disk, &is_done);
    errno = EIO;
    if (dies && !is_done) return -1;
    if (dies) disk->counts.crashes_in_sync += 1;
    if (!dies) disk->time += disk->sync_time;
    Image *image = is_directory ? NULL : plain_find(disk, path);
    if (!dies && disk_sync_fails(disk)) {
        if (image != NULL) image_fail_sync(image, &disk->random);
        errno = disk->sync_error;
        return -1;
    }
    if (is_directory) disk_sync_names(disk, path);
    if (image != NULL) {
        // Its name is on the disk only when its directory is synced.
        bool is_named = image->is_named;
        image_sync(image);
        image->is_named = is_named;
    }
    return dies ? -1 : 0;
}

// MARK: Names

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

// One that is not in a folder is never done by a process that dies in it.
int renameat(int old_folder, const char *from, int new_folder, const char *to) {
    char old_path[PATH_MAX], new_path[PATH_MAX];
    CSimulatedDisk *plain = plain_disk_at(new_folder, to, new_path);
    CSimulatedDisk *disk = plain != NULL || is_outside ? plain : disk_of(new_path);
    if (disk == NULL) return renameat2(old_folder, from, new_folder, to, 0);
    plain_disk_at(old_folder, from, old_path);
    disk_lock(disk);
    bool is_done, dies = plain_dies(disk, &is_done);
    if (plain == NULL) is_done = false;
    if (plain != NULL && (!dies || is_done)) plain_find(disk, old_path);
    int result = dies && !is_done ? -1 : renameat2(AT_FDCWD, old_path, AT_FDCWD, new_path, 0);
    int error = dies ? EIO : errno;
    if (result == 0) disk_rename(disk, old_path, new_path);
    disk_unlock(disk);
    errno = error;
    return dies ? -1 : result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int unlinkat(int folder, const char *name, int flags) {
    char path[PATH_MAX];
    CSimulatedDisk *disk = flags == 0 && disk_is_any() ? plain_disk_at(folder, name, path) : NULL;
    if (disk == NULL) return (int)syscall(SYS_unlinkat, folder, name, flags);
    disk_lock(disk);
    bool is_done, dies = plain_dies(disk, &is_done);
    if (dies) disk->counts.crashes_in_delete += 1;
    int result = -1;
    if (!dies || is_done) {
        plain_find(disk, path);
        disk_delete(disk, path, false);
        result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    }
    int error = dies ? EIO : errno;
    disk_unlock(disk);
    errno = error;
    return dies ? -1 : result;
}
