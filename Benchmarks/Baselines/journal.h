// The journal of juice-service: the same tables and indexes, rows of the same size, the same guarantee.
#ifndef BASELINES_JOURNAL_H
#define BASELINES_JOURNAL_H

#include <nettle/sha2.h>
#include <sqlite3.h>

#include "text.h"

// What one order leaves behind.
struct entry {
    uint64_t number;
    uint64_t sequence;
    int64_t milliseconds;
    const char *key;
    size_t key_length;
    const char *causation;
    size_t causation_length;
    unsigned char fingerprint[SHA256_DIGEST_SIZE];
    // The order's result, and `data` of its event.
    struct text result, data;
};

struct journal {
    sqlite3 *database;
    sqlite3_stmt *begin, *insert, *find, *update, *commit, *rollback;
};

// Opens or makes the journal in a directory: WAL, synced by every commit, its log copied at 4000 pages as ours.
void journal_open(struct journal *journal, const char *directory);

// The last row's number and sequence, and mango's level, version and last sequence.
void journal_load(struct journal *journal, uint64_t *number, uint64_t *sequence, int64_t *level, uint64_t *version);

void journal_begin(struct journal *journal);

// Adds a row; false when its key is there already.
bool journal_insert(struct journal *journal, const struct entry *entry, uint64_t previous);

// The stored result of a key, and its sequence.
void journal_find(struct journal *journal, const char *key, size_t length, struct text *result, uint64_t *sequence);

// Notes the level; then everything since `journal_begin` is durable.
void journal_commit(struct journal *journal, int64_t level, uint64_t version, uint64_t sequence);

// Writes what one order of a mango juice is: its result, the event's data, and the fingerprint of its params.
void entry_fill(struct entry *entry, int64_t level_before, uint64_t version);

#endif
