#include "journal.h"

static const char tables[] =
    "CREATE TABLE IF NOT EXISTS level(item TEXT PRIMARY KEY, quantity INTEGER NOT NULL, version INTEGER NOT NULL,"
    " sequence INTEGER, base_quantity INTEGER NOT NULL, base_version INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS level_changed ON level(item)"
    " WHERE quantity <> base_quantity OR version <> base_version;"
    "INSERT OR IGNORE INTO level VALUES ('mango', 1000000000, 1, NULL, 1000000000, 1);"
    "CREATE TABLE IF NOT EXISTS journal(number INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, time INTEGER NOT NULL,"
    " method TEXT NOT NULL, key TEXT, fingerprint BLOB, result BLOB NOT NULL, causationid TEXT, traceparent TEXT,"
    " events TEXT, listed INTEGER) STRICT;"
    "CREATE UNIQUE INDEX IF NOT EXISTS journal_key ON journal(key) WHERE key IS NOT NULL;"
    "CREATE INDEX IF NOT EXISTS journal_listed ON journal(method) WHERE listed IS NOT NULL;";

static void run(struct journal *journal, const char *sql) {
    CHECK(sqlite3_exec(journal->database, sql, NULL, NULL, NULL) == SQLITE_OK, sqlite3_errmsg(journal->database));
}

static sqlite3_stmt *prepare(struct journal *journal, const char *sql) {
    sqlite3_stmt *statement;
    int result = sqlite3_prepare_v3(journal->database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    CHECK(result == SQLITE_OK, sqlite3_errmsg(journal->database));
    return statement;
}

static void step(struct journal *journal, sqlite3_stmt *statement) {
    CHECK(sqlite3_step(statement) == SQLITE_DONE, sqlite3_errmsg(journal->database));
    sqlite3_reset(statement);
}

// The pragma's value, which is not always what was asked for.
static void require(struct journal *journal, const char *sql, const char *value) {
    sqlite3_stmt *statement = prepare(journal, sql);
    CHECK(sqlite3_step(statement) == SQLITE_ROW, sqlite3_errmsg(journal->database));
    if (strcmp((const char *)sqlite3_column_text(statement, 0), value) != 0) FAIL("%s is not %s", sql, value);
    sqlite3_finalize(statement);
}

void journal_open(struct journal *journal, const char *directory) {
    char path[4096];
    snprintf(path, sizeof path, "%s/baseline.sqlite", directory);
    // As ours: without a lock around each piece of memory.
    CHECK(sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK, "SQLite is in use already");
    // One thread, one connection: SQLite's own locks would only cost time.
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &journal->database, flags, NULL) != SQLITE_OK) FAIL("cannot open %s", path);
    require(journal, "PRAGMA journal_mode = WAL", "wal");
    run(journal, "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA secure_delete = OFF");
    require(journal, "PRAGMA synchronous", "2");
    run(journal, tables);
    journal->begin = prepare(journal, "BEGIN IMMEDIATE");
    journal->commit = prepare(journal, "COMMIT");
    journal->rollback = prepare(journal, "ROLLBACK");
    journal->insert = prepare(journal,
                              "INSERT INTO journal VALUES (?1, ?2, ?3, 'juice.order', ?4, ?5, ?6, ?7, NULL, ?8, 1)"
                              " ON CONFLICT DO NOTHING");
    journal->find = prepare(journal, "SELECT result, sequence FROM journal WHERE key = ?1");
    journal->update =
        prepare(journal, "UPDATE level SET quantity = ?1, version = ?2, sequence = ?3 WHERE item = 'mango'");
}

void journal_load(struct journal *journal, uint64_t *number, uint64_t *sequence, int64_t *level, uint64_t *version) {
    sqlite3_stmt *last = prepare(journal, "SELECT number, sequence FROM journal ORDER BY number DESC LIMIT 1");
    if (sqlite3_step(last) == SQLITE_ROW) {
        *number = (uint64_t)sqlite3_column_int64(last, 0);
        *sequence = (uint64_t)sqlite3_column_int64(last, 1);
    }
    sqlite3_finalize(last);
    sqlite3_stmt *mango = prepare(journal, "SELECT quantity, version FROM level WHERE item = 'mango'");
    CHECK(sqlite3_step(mango) == SQLITE_ROW, sqlite3_errmsg(journal->database));
    *level = sqlite3_column_int64(mango, 0);
    *version = (uint64_t)sqlite3_column_int64(mango, 1);
    sqlite3_finalize(mango);
}

void journal_begin(struct journal *journal) { step(journal, journal->begin); }

bool journal_insert(struct journal *journal, const struct entry *entry, uint64_t previous) {
    TEXT(events);
    PUT(&events, "[{\"type\":\"juice.stock.changed\",\"subject\":\"mango\",");
    if (previous > 0) {
        PUT(&events, "\"previous\":");
        put_number(&events, previous, 0);
        PUT(&events, ",");
    }
    PUT(&events, "\"data\":");
    put_bytes(&events, entry->data.bytes, entry->data.count);
    PUT(&events, "}]");
    sqlite3_stmt *insert = journal->insert;
    sqlite3_bind_int64(insert, 1, (sqlite3_int64)entry->number);
    sqlite3_bind_int64(insert, 2, (sqlite3_int64)entry->sequence);
    sqlite3_bind_int64(insert, 3, entry->milliseconds);
    sqlite3_bind_text(insert, 4, entry->key, (int)entry->key_length, SQLITE_STATIC);
    sqlite3_bind_blob(insert, 5, entry->fingerprint, sizeof entry->fingerprint, SQLITE_STATIC);
    sqlite3_bind_blob(insert, 6, entry->result.bytes, (int)entry->result.count, SQLITE_STATIC);
    sqlite3_bind_text(insert, 7, entry->causation, (int)entry->causation_length, SQLITE_STATIC);
    sqlite3_bind_text(insert, 8, events.bytes, (int)events.count, SQLITE_STATIC);
    step(journal, insert);
    return sqlite3_changes(journal->database) == 1;
}

void journal_find(struct journal *journal, const char *key, size_t length, struct text *result, uint64_t *sequence) {
    sqlite3_bind_text(journal->find, 1, key, (int)length, SQLITE_STATIC);
    CHECK(sqlite3_step(journal->find) == SQLITE_ROW, "a key that is there is not found");
    result->count = 0;
    put_bytes(result, sqlite3_column_blob(journal->find, 0), (size_t)sqlite3_column_bytes(journal->find, 0));
    *sequence = (uint64_t)sqlite3_column_int64(journal->find, 1);
    sqlite3_reset(journal->find);
}

void journal_commit(struct journal *journal, int64_t level, uint64_t version, uint64_t sequence) {
    sqlite3_bind_int64(journal->update, 1, level);
    sqlite3_bind_int64(journal->update, 2, (sqlite3_int64)version);
    sqlite3_bind_int64(journal->update, 3, (sqlite3_int64)sequence);
    step(journal, journal->update);
    step(journal, journal->commit);
}

void entry_fill(struct entry *entry, int64_t level_before, uint64_t version) {
    static const char params[] = "juice.order\n{\"juice\":\"mango\",\"quantity\":1}\n";
    struct sha256_ctx hash;
    sha256_init(&hash);
    sha256_update(&hash, sizeof params - 1, (const unsigned char *)params);
    sha256_digest(&hash, sizeof entry->fingerprint, entry->fingerprint);
    struct text *result = &entry->result, *data = &entry->data;
    result->count = data->count = 0;
    PUT(result, "{\"id\":\"");
    put_number(result, entry->number, 0);
    PUT(result, "\",\"juice\":\"mango\",\"quantity\":1,\"used\":[{\"fruit\":\"mango\",\"quantity\":3}],"
                "\"left\":[{\"fruit\":\"mango\",\"quantity\":");
    put_number(result, (uint64_t)level_before - 3, 0);
    PUT(result, ",\"version\":");
    put_number(result, version, 0);
    PUT(result, "}],\"time\":\"");
    put_time(result, entry->milliseconds);
    PUT(result, "\"}");
    PUT(data, "{\"fruit\":\"mango\",\"previous\":");
    put_number(data, (uint64_t)level_before, 0);
    PUT(data, ",\"quantity\":");
    put_number(data, (uint64_t)level_before - 3, 0);
    PUT(data, ",\"delta\":-3,\"version\":");
    put_number(data, version, 0);
    PUT(data, ",\"cause\":\"order\",\"ref\":\"");
    put_number(data, entry->number, 0);
    PUT(data, "\"}");
}
