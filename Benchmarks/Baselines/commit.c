// The rows of `order` without any network: what SQLite and the disk allow.
//
//   commit DIRECTORY [--batch 256] [--for 2] [--warm-up 0.5]
//
// Prints one JSON object: rows per second, and the time of each commit with its rows in µs.
#include "journal.h"
#include "latencies.h"

static struct journal journal;
static struct latencies latencies;

int main(int count, char **arguments) {
    if (count < 2) FAIL("usage: commit DIRECTORY [--batch N] [--for S] [--warm-up S]");
    int batch = (int)number_option(count, arguments, "--batch", 256);
    int64_t length = (int64_t)(1e9 * number_option(count, arguments, "--for", 2));
    uint64_t number = 0, sequence = 0, version = 0, counted = 0;
    int64_t level = 0;
    journal_open(&journal, arguments[1]);
    journal_load(&journal, &number, &sequence, &level, &version);
    int64_t now = monotonic_nanoseconds();
    int64_t counting = now + (int64_t)(1e9 * number_option(count, arguments, "--warm-up", 0.5));
    int64_t end = counting + length;
    while (now < end) {
        int64_t start = now;
        int64_t milliseconds = unix_milliseconds();
        journal_begin(&journal);
        for (int row = 0; row < batch; row++) {
            TEXT(key);
            TEXT(causation);
            // As long as the real ones, and as these growing with time.
            put_number(&key, (uint64_t)milliseconds, 15);
            PUT(&key, "-");
            put_number(&key, number + 1, 20);
            put_number(&causation, (uint64_t)(now / 1000), 13);
            PUT(&causation, "-");
            put_number(&causation, number + 1, 0);
            struct entry entry = {
                .number = number + 1,
                .sequence = sequence + 1,
                .milliseconds = milliseconds,
                .key = key.bytes,
                .key_length = key.count,
                .causation = causation.bytes,
                .causation_length = causation.count,
            };
            entry_fill(&entry, level, version + 1);
            CHECK(journal_insert(&journal, &entry, sequence), "a key was there already");
            number++;
            sequence++;
            version++;
            level -= 3;
        }
        journal_commit(&journal, level, version, sequence);
        now = monotonic_nanoseconds();
        if (start >= counting) {
            counted += (uint64_t)batch;
            latencies_add(&latencies, now - start);
        }
    }
    printf("{\"done\":%lu,\"rate\":%.0f,", counted, (double)counted * 1e9 / (double)length);
    latencies_print(&latencies);
    printf("}\n");
}
