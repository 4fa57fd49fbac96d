// What the disk allows a log: writes of one size, each synced before the next, over a file that is as long as a log gets
// before it is copied, again and again.
//
//   sync DIRECTORY [--bytes 102400] [--rate 0] [--length 16777216] [--for 2] [--warm-up 0.5]
//
// With a rate, that many writes are due a second and their times count from when they were due; writes of no bytes are not
// made, so what is left is how late the machine wakes a program. Prints one JSON object: how many a second, and the time
// of each in µs.
#include <fcntl.h>
#include <unistd.h>

#include "latencies.h"

static struct latencies latencies;

static void sleep_until(int64_t moment) {
    struct timespec until = {moment / 1000000000, moment % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {}
}

static void write_at(int file, const char *block, size_t bytes, size_t place) {
    CHECK(pwrite(file, block, bytes, (off_t)place) == (ssize_t)bytes, strerror(errno));
}

int main(int count, char **arguments) {
    if (count < 2) FAIL("usage: sync DIRECTORY [--bytes N] [--rate N] [--length N] [--for S] [--warm-up S]");
    size_t bytes = (size_t)number_option(count, arguments, "--bytes", 102400);
    size_t length = (size_t)number_option(count, arguments, "--length", 16777216);
    double rate = number_option(count, arguments, "--rate", 0);
    if (bytes > length) FAIL("--bytes: up to --length");
    if (bytes == 0 && rate == 0) FAIL("nothing to do: --bytes or --rate");
    char path[4096];
    snprintf(path, sizeof path, "%s/log", arguments[1]);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    char *block = malloc(bytes + 1);
    CHECK(file >= 0 && block != NULL, "cannot make the file");
    memset(block, 'x', bytes);
    // A log in use does not grow.
    for (size_t place = 0; bytes > 0 && place + bytes <= length; place += bytes) write_at(file, block, bytes, place);
    CHECK(fdatasync(file) == 0, strerror(errno));
    int64_t start = monotonic_nanoseconds(), now = start, due = start;
    int64_t counting = start + (int64_t)(1e9 * number_option(count, arguments, "--warm-up", 0.5));
    int64_t end = counting + (int64_t)(1e9 * number_option(count, arguments, "--for", 2));
    size_t place = 0;
    uint64_t written = 0;
    while (now < end) {
        if (rate > 0 && (due = start + (int64_t)((double)written * 1e9 / rate)) > now) sleep_until(due);
        else if (rate == 0) due = now;
        if (bytes > 0) {
            if (place + bytes > length) place = 0;
            write_at(file, block, bytes, place);
            CHECK(fdatasync(file) == 0, strerror(errno));
            place += bytes;
        }
        written++;
        now = monotonic_nanoseconds();
        if (due >= counting) latencies_add(&latencies, now - due);
    }
    printf("{\"done\":%lu,\"rate\":%.0f,", latencies.count, (double)latencies.count * 1e9 / (double)(end - counting));
    latencies_print(&latencies);
    printf("}\n");
}
