#include "Disk.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Disks of this process, which come and go on several threads.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CSimulatedDisk *disks;
static atomic_int disk_count;

CSimulatedDisk *CSimulatedDisk_make(const char *directory, uint64_t seed) {
    CSimulatedDisk *disk = calloc(1, sizeof *disk);
    if (disk == NULL) return NULL;
    disk->directory = strdup(directory);
    if (disk->directory == NULL) {
        free(disk);
        return NULL;
    }
    disk->random = seed;
    disk->room = -1;
    disk->sync_error = EIO;
    pthread_mutex_init(&disk->lock, NULL);
    sem_init(&disk->arrived, 0, 0);
    pthread_mutex_lock(&lock);
    disk->next = disks;
    disks = disk;
    disk_count += 1;
    pthread_mutex_unlock(&lock);
    return disk;
}

void CSimulatedDisk_free(CSimulatedDisk *disk) {
    pthread_mutex_lock(&lock);
    for (CSimulatedDisk **place = &disks; *place != NULL; place = &(*place)->next) {
        if (*place != disk) continue;
        *place = disk->next;
        disk_count -= 1;
        break;
    }
    pthread_mutex_unlock(&lock);
    CSimulatedDisk_forget_files(disk);
    pthread_mutex_destroy(&disk->lock);
    sem_destroy(&disk->arrived);
    free(disk->directory);
    free(disk);
}

bool disk_is_any(void) { return disk_count > 0; }

CSimulatedDisk *disk_of(const char *path) {
    // Most processes of tests have none, and every write comes this way.
    if (!disk_is_any()) return NULL;
    pthread_mutex_lock(&lock);
    CSimulatedDisk *disk = disks;
    while (disk != NULL && strncmp(path, disk->directory, strlen(disk->directory)) != 0) disk = disk->next;
    pthread_mutex_unlock(&lock);
    return disk;
}

// MARK: Files

Image *disk_find(CSimulatedDisk *disk, const char *path) {
    for (Image *image = disk->images; image != NULL; image = image->next) {
        if (!image->is_ghost && strcmp(image->path, path) == 0) return image;
    }
    return NULL;
}

Image *disk_open(CSimulatedDisk *disk, const char *path, bool is_new) {
    Image *image = is_new ? NULL : disk_find(disk, path);
    if (image != NULL) return image;
    image = image_new(path);
    if (image == NULL) return NULL;
    if (!is_new && image_load(image) != 0) {
        image_free(image);
        return NULL;
    }
    image->keeps_lost = disk->keeps_lost;
    image->changed = image->synced_changed = is_new ? disk->now : disk->replaced;
    image->next = disk->images;
    disk->images = image;
    return image;
}

static void remove_image(CSimulatedDisk *disk, Image *image) {
    for (Image **place = &disk->images; *place != NULL; place = &(*place)->next) {
        if (*place != image) continue;
        *place = image->next;
        image_free(image);
        return;
    }
}

void disk_delete(CSimulatedDisk *disk, const char *path, bool is_synced) {
    Image *image = disk_find(disk, path);
    if (image == NULL) return;
    if (disk->room >= 0) disk->room += (int64_t)image->written_size;
    if (image->is_named && !is_synced) {
        image->is_ghost = true;
    } else {
        remove_image(disk, image);
    }
}

// Whether a file is in a directory, of whose path so many bytes count, and not further down.
static bool is_in(const Image *image, const char *directory, size_t length) {
    return strncmp(image->path, directory, length) == 0 && image->path[length] == '/'
           && strchr(image->path + length + 1, '/') == NULL;
}

void disk_drop_ghosts(CSimulatedDisk *disk, const char *sibling) {
    size_t length = (size_t)(strrchr(sibling, '/') - sibling);
    Image **place = &disk->images;
    while (*place != NULL) {
        Image *image = *place;
        if (image->is_ghost && is_in(image, sibling, length)) {
            *place = image->next;
            image_free(image);
        } else {
            place = &image->next;
        }
    }
}

void CSimulatedDisk_forget_files(CSimulatedDisk *disk) {
    disk->replaced = disk->now;
    while (disk->images != NULL) remove_image(disk, disk->images);
}

void disk_rename(CSimulatedDisk *disk, const char *from, const char *to) {
    Image *image = disk_find(disk, from), *replaced = disk_find(disk, to);
    if (replaced != NULL) remove_image(disk, replaced);
    if (image == NULL) return;
    char *name = strdup(to);
    if (name == NULL) return;
    // The name that is on the disk, also when there was another between.
    if (image->former == NULL) {
        image->former = image->path;
    } else {
        free(image->path);
    }
    image->path = name;
}

void disk_sync_names(CSimulatedDisk *disk, const char *directory) {
    size_t length = strlen(directory);
    if (length > 0 && directory[length - 1] == '/') length -= 1;
    Image **place = &disk->images;
    while (*place != NULL) {
        Image *image = *place;
        if (!is_in(image, directory, length)) {
            place = &image->next;
            continue;
        }
        if (image->is_ghost) {
            *place = image->next;
            image_free(image);
            continue;
        }
        image->is_named = true;
        free(image->former);
        image->former = NULL;
        place = &image->next;
    }
}

// MARK: Faults

bool disk_begins(CSimulatedDisk *disk) {
    disk->counts.operations += 1;
    if (disk->counts.operations != disk->crash_at) return false;
    disk->is_dead = true;
    return true;
}

bool disk_sync_begins(CSimulatedDisk *disk, bool is_database) {
    bool is_last = is_database && take_fault(&disk->syncs_to_live) && disk->syncs_to_live == 0;
    if (disk_begins(disk)) return true;
    if (is_last) disk->is_dead = true;
    return is_last;
}

bool disk_sync_fails(CSimulatedDisk *disk) {
    if (disk->working_syncs > 0) {
        disk->working_syncs -= 1;
        return false;
    }
    if (disk->failing_syncs == 0) return false;
    disk->failing_syncs -= 1;
    disk->counts.failed_syncs += 1;
    return true;
}

CSimulatedDiskCounts CSimulatedDisk_counts(const CSimulatedDisk *disk) { return disk->counts; }

void CSimulatedDisk_use_one_thread(CSimulatedDisk *disk) { disk->has_one_thread = true; }

void CSimulatedDisk_keep_lost(CSimulatedDisk *disk) { disk->keeps_lost = true; }

void CSimulatedDisk_crash_after(CSimulatedDisk *disk, uint64_t operation) {
    pthread_mutex_lock(&disk->lock);
    disk->crash_at = operation == 0 ? 0 : disk->counts.operations + operation;
    pthread_mutex_unlock(&disk->lock);
}

void CSimulatedDisk_crash_in_database_sync(CSimulatedDisk *disk, uint32_t sync) {
    pthread_mutex_lock(&disk->lock);
    disk->syncs_to_live = sync;
    pthread_mutex_unlock(&disk->lock);
}

void CSimulatedDisk_crash(CSimulatedDisk *disk) {
    pthread_mutex_lock(&disk->lock);
    disk->is_dead = true;
    pthread_mutex_unlock(&disk->lock);
}

bool CSimulatedDisk_is_dead(CSimulatedDisk *disk) {
    pthread_mutex_lock(&disk->lock);
    bool is_dead = disk->is_dead;
    pthread_mutex_unlock(&disk->lock);
    return is_dead;
}

void CSimulatedDisk_revive(CSimulatedDisk *disk) {
    disk->is_dead = false;
    disk->crash_at = 0;
}

int CSimulatedDisk_lose_power(CSimulatedDisk *disk) {
    disk->counts.power_losses += 1;
    CSimulatedDisk_revive(disk);
    Image *image = disk->images;
    while (image != NULL) {
        Image *next = image->next;
        bool is_named = image->is_ghost ? disk_find(disk, image->path) == NULL && random_coin(&disk->random)
                                        : image->is_named || random_coin(&disk->random);
        // A rename is there or not; a name that was taken in its place is none of these files'.
        if (is_named && image->former != NULL && random_coin(&disk->random)) {
            if (renameat2(AT_FDCWD, image->path, AT_FDCWD, image->former, 0) != 0 && errno != ENOENT) return errno;
            free(image->path);
            image->path = image->former;
            image->former = NULL;
        }
        if (is_named) {
            free(image->former);
            image->former = NULL;
            image->is_ghost = false;
            image->is_named = true;
            image_lose_power(image, &disk->random, &disk->counts.lost_sectors, &disk->counts.torn_files);
            int result = image_store(image);
            if (result != 0) return result;
        } else {
            if (!image->is_ghost && remove(image->path) != 0 && errno != ENOENT) return errno;
            remove_image(disk, image);
        }
        image = next;
    }
    return 0;
}

void CSimulatedDisk_fail_writes(CSimulatedDisk *disk, uint32_t writes) {
    pthread_mutex_lock(&disk->lock);
    disk->failing_writes = writes;
    pthread_mutex_unlock(&disk->lock);
}

void CSimulatedDisk_fail_syncs(CSimulatedDisk *disk, uint32_t after, uint32_t syncs) {
    pthread_mutex_lock(&disk->lock);
    disk->working_syncs = after;
    disk->failing_syncs = syncs;
    pthread_mutex_unlock(&disk->lock);
}

void CSimulatedDisk_set_sync_error(CSimulatedDisk *disk, int number) {
    pthread_mutex_lock(&disk->lock);
    disk->sync_error = number;
    pthread_mutex_unlock(&disk->lock);
}

void CSimulatedDisk_set_longest_pause(CSimulatedDisk *disk, uint64_t nanoseconds) {
    pthread_mutex_lock(&disk->lock);
    disk->longest_pause = nanoseconds;
    pthread_mutex_unlock(&disk->lock);
}

void CSimulatedDisk_refuse_ranges(CSimulatedDisk *disk, uint32_t after, int number) {
    pthread_mutex_lock(&disk->lock);
    disk->working_ranges = after;
    disk->range_error = number;
    pthread_mutex_unlock(&disk->lock);
}

void CSimulatedDisk_fail_reads(CSimulatedDisk *disk, uint32_t reads) {
    pthread_mutex_lock(&disk->lock);
    disk->failing_reads = reads;
    pthread_mutex_unlock(&disk->lock);
}

void CSimulatedDisk_fail_memory(CSimulatedDisk *disk, uint32_t times) {
    pthread_mutex_lock(&disk->lock);
    disk->failing_memory = times;
    pthread_mutex_unlock(&disk->lock);
}

void CSimulatedDisk_set_room(CSimulatedDisk *disk, int64_t bytes) {
    pthread_mutex_lock(&disk->lock);
    disk->room = bytes;
    pthread_mutex_unlock(&disk->lock);
}

void CSimulatedDisk_meet_in_size(CSimulatedDisk *disk, CSimulatedDisk *other) {
    disk->partner = other;
    other->partner = disk;
}

void CSimulatedDisk_set_clock(CSimulatedDisk *disk, int64_t seconds) { disk->now = seconds; }

void CSimulatedDisk_set_sync_time(CSimulatedDisk *disk, uint64_t nanoseconds) { disk->sync_time = nanoseconds; }

uint64_t CSimulatedDisk_take_time(CSimulatedDisk *disk) {
    uint64_t time = disk->time;
    disk->time = 0;
    return time;
}

void CSimulatedDisk_heal(CSimulatedDisk *disk) {
    pthread_mutex_lock(&disk->lock);
    disk->crash_at = disk->syncs_to_live = 0;
    disk->failing_writes = disk->failing_reads = disk->failing_memory = 0;
    disk->working_syncs = disk->failing_syncs = 0;
    disk->sync_error = EIO;
    disk->range_error = 0;
    disk->room = -1;
    pthread_mutex_unlock(&disk->lock);
}
