// What all of these programs share: time, the end by a fault, and options.
#ifndef BASELINES_COMMON_H
#define BASELINES_COMMON_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

// The most requests of one turn, as in our services: so the most that one commit waits for.
enum { LARGEST_BATCH = 256 };

// Ends the program: a figure that was taken after a fault is none.
#define FAIL(...) (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(1))

#define CHECK(condition, what)                                                   \
    do {                                                                         \
        if (!(condition)) FAIL("%s:%d: %s", __FILE__, __LINE__, what);           \
    } while (0)

static inline int64_t monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static inline int64_t unix_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

// Seconds that this process has been on a processor.
static inline double processor_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// The value of `--name` in the arguments, or `otherwise`.
static inline const char *option(int count, char **arguments, const char *name, const char *otherwise) {
    for (int at = 1; at + 1 < count; at++) {
        if (strcmp(arguments[at], name) == 0) return arguments[at + 1];
    }
    return otherwise;
}

static inline double number_option(int count, char **arguments, const char *name, double otherwise) {
    const char *text = option(count, arguments, name, NULL);
    if (text == NULL) return otherwise;
    char *end;
    double value = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || value < 0) FAIL("%s: not a number: %s", name, text);
    return value;
}

#endif
