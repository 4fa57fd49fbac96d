#include "Image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// SplitMix64.
uint64_t random_next(uint64_t *state) {
    uint64_t mixed = *state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

void image_free(Image *image) {
    free(image->path);
    free(image->former);
    free(image->written);
    free(image->synced);
    free(image->state);
    free(image);
}

static size_t sectors(size_t bytes) { return (bytes + SECTOR - 1) / SECTOR; }

static bool grow(uint8_t **bytes, size_t from, size_t to) {
    uint8_t *larger = realloc(*bytes, to);
    if (larger == NULL) return false;
    memset(larger + from, 0, to - from);
    *bytes = larger;
    return true;
}

static bool reserve(Image *image, size_t bytes) {
    if (bytes <= image->capacity) return true;
    size_t capacity = image->capacity == 0 ? 4 * 1024 : image->capacity;
    while (capacity < bytes) capacity *= 2;
    if (!grow(&image->written, image->capacity, capacity)) return false;
    if (!grow(&image->synced, image->capacity, capacity)) return false;
    if (!grow(&image->state, sectors(image->capacity), sectors(capacity))) return false;
    image->capacity = capacity;
    return true;
}

Image *image_new(const char *path) {
    Image *image = calloc(1, sizeof *image);
    if (image == NULL) return NULL;
    image->path = strdup(path);
    if (image->path == NULL || !reserve(image, 1)) {
        image_free(image);
        return NULL;
    }
    return image;
}

int image_load(Image *image) {
    int descriptor = open64(image->path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return errno;
    struct stat status;
    int result = fstat(descriptor, &status) == 0 ? 0 : errno;
    if (result == 0 && !reserve(image, (size_t)status.st_size)) result = ENOMEM;
    if (result == 0 && pread(descriptor, image->written, (size_t)status.st_size, 0) != status.st_size) result = EIO;
    close(descriptor);
    if (result != 0) return result;
    image->written_size = (size_t)status.st_size;
    image->is_named = true;
    memset(image->state, SECTOR_DIRTY, sectors(image->written_size));
    image_sync(image);
    return 0;
}

static void dirty(Image *image, size_t begin, size_t end, bool is_new) {
    for (size_t sector = begin; sector < end; sector++) {
        if (image->state[sector] == SECTOR_LOST) {
            if (image->keeps_lost && !is_new) continue;
            image->lost -= 1;
        }
        image->state[sector] = SECTOR_DIRTY;
    }
}

bool image_write(Image *image, const void *bytes, size_t count, size_t offset) {
    if (count == 0) return true;
    if (!reserve(image, offset + count)) return false;
    memcpy(image->written + offset, bytes, count);
    size_t begin = offset / SECTOR, end = sectors(offset + count), old = sectors(image->written_size);
    dirty(image, begin, end < old ? end : old, false);
    dirty(image, begin > old ? begin : old, end, true);
    if (image->written_size < offset + count) image->written_size = offset + count;
    return true;
}

void image_truncate(Image *image, size_t size) {
    if (size >= image->written_size) {
        if (reserve(image, size)) image->written_size = size;
        return;
    }
    memset(image->written + size, 0, image->written_size - size);
    // Their blocks are given back.
    dirty(image, size / SECTOR, sectors(image->written_size), true);
    image->written_size = size;
}

static void save(Image *image, size_t sector) {
    memcpy(image->synced + sector * SECTOR, image->written + sector * SECTOR, SECTOR);
    image->state[sector] = SECTOR_CLEAN;
}

static size_t sectors_used(const Image *image) {
    size_t size = image->written_size > image->synced_size ? image->written_size : image->synced_size;
    return sectors(size);
}

void image_sync(Image *image) {
    size_t count = sectors_used(image);
    for (size_t sector = 0; sector < count; sector++) {
        if (image->state[sector] == SECTOR_DIRTY) save(image, sector);
    }
    image->synced_size = image->written_size;
    image->synced_changed = image->changed;
    image->is_named = true;
}

void image_fail_sync(Image *image, uint64_t *random) {
    // Behind the end of the file there is no block to be lost: what is there goes when its size is on the disk.
    size_t count = sectors_used(image), written = sectors(image->written_size);
    bool takes_nothing = random_coin(random);
    for (size_t sector = 0; sector < count; sector++) {
        if (image->state[sector] != SECTOR_DIRTY) continue;
        if (!takes_nothing && random_coin(random)) {
            save(image, sector);
        } else if (sector < written) {
            image->state[sector] = SECTOR_LOST;
            image->lost += 1;
        }
    }
    image->errors += 1;
    image->is_told = false;
}

bool image_evict(Image *image, uint64_t *random, size_t *begin, size_t *end) {
    size_t count = sectors_used(image);
    *begin = *end = 0;
    for (size_t sector = 0; sector < count && image->lost > 0; sector++) {
        if (image->state[sector] != SECTOR_LOST || (random != NULL && random_coin(random))) continue;
        memcpy(image->written + sector * SECTOR, image->synced + sector * SECTOR, SECTOR);
        image->state[sector] = SECTOR_CLEAN;
        image->lost -= 1;
        if (*end == 0) *begin = sector * SECTOR;
        *end = (sector + 1) * SECTOR;
    }
    if (*end > image->written_size) *end = image->written_size;
    return *end > *begin;
}

void image_write_back(Image *image, uint64_t *random) {
    size_t count = sectors_used(image);
    for (size_t sector = 0; sector < count; sector++) {
        if (image->state[sector] == SECTOR_DIRTY && random_coin(random)) save(image, sector);
    }
}

void image_lose_power(Image *image, uint64_t *random, uint64_t *lost, uint64_t *torn) {
    // Half of the times all that was not synced is gone; else each sector, and the size, has its own fate.
    bool keeps_nothing = random_coin(random);
    size_t count = sectors_used(image);
    bool has_kept = false, has_lost = false;
    for (size_t sector = 0; sector < count; sector++) {
        if (image->state[sector] == SECTOR_CLEAN) continue;
        if (image->state[sector] == SECTOR_DIRTY && !keeps_nothing && random_coin(random)) {
            save(image, sector);
            has_kept = true;
        } else {
            image->state[sector] = SECTOR_CLEAN;
            *lost += 1;
            has_lost = true;
        }
    }
    if (has_kept && has_lost) *torn += 1;
    if (image->synced_size != image->written_size && !keeps_nothing && random_coin(random)) {
        image->synced_size = image->written_size;
    }
    size_t size = image->synced_size;
    // What is beyond the end does not exist, and comes back as zeros when the file grows again.
    memset(image->synced + size, 0, image->capacity - size);
    memcpy(image->written, image->synced, image->capacity);
    image->written_size = size;
    if (keeps_nothing) image->changed = image->synced_changed;
    image->lost = 0;
    image->errors = 0;
}

int image_store(const Image *image) {
    int descriptor = open64(image->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) return errno;
    ssize_t stored = image->written_size == 0 ? 0 : pwrite(descriptor, image->written, image->written_size, 0);
    int result = stored == (ssize_t)image->written_size ? 0 : EIO;
    close(descriptor);
    return result;
}
