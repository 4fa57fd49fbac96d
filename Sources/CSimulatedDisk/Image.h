// What one file holds: as written and as synced.

#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SECTOR = 512 };

// What became of the newest content of a sector.
enum { SECTOR_CLEAN = 0, SECTOR_DIRTY = 1, SECTOR_LOST = 2 };

typedef struct Image {
    char *path;
    // The content as every reader sees it, the content that is on the disk, and a state for each sector; all three have
    // room for `capacity` bytes, and zeros beyond their sizes.
    uint8_t *written, *synced, *state;
    size_t capacity, written_size, synced_size;
    // Whether the file would still have its name after a loss of power.
    bool is_named;
    // Whether it was deleted, and would be there again after a loss of power.
    bool is_ghost;
    // The name it had before, which a loss of power may give back; NULL when its present one is on the disk.
    char *former;
    // Whether a lost sector stays lost when it is written again, until it was read from the disk: a new block of ext4.
    bool keeps_lost;
    // When it was written or renewed last, in seconds since 1970-01-01 UTC, and what of that is on the disk.
    int64_t changed, synced_changed;
    // Sectors that are lost and still read as they were written.
    size_t lost;
    // How often the disk has failed it, and whether somebody was told of the last time: errseq_t in the kernel's lib/errseq.c.
    uint32_t errors;
    bool is_told;
    struct Image *next;
} Image;

uint64_t random_next(uint64_t *state);
static inline bool random_coin(uint64_t *state) { return random_next(state) >> 63; }

Image *image_new(const char *path);
void image_free(Image *image);
// Takes what a real file holds as written and synced. Returns an errno.
int image_load(Image *image);
// Returns false when memory is short.
bool image_write(Image *image, const void *bytes, size_t count, size_t offset);
void image_truncate(Image *image, size_t size);
void image_sync(Image *image);
// A failed sync: some of it reached the disk, and the rest never will.
void image_fail_sync(Image *image, uint64_t *random);
// Some of what is written reaches the disk without a sync.
void image_write_back(Image *image, uint64_t *random);
// The kernel lets go of pages that it could not write, of some of them: from now on they read as they were synced. Returns
// whether there were any; their first and last byte, one after the other. Without a source of randomness, all of them.
bool image_evict(Image *image, uint64_t *random, size_t *begin, size_t *end);
// What a loss of power leaves. Counts what it takes.
void image_lose_power(Image *image, uint64_t *random, uint64_t *lost, uint64_t *torn);
// Makes the real file hold what is written. Returns an errno.
int image_store(const Image *image);

#endif
