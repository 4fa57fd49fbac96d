// Appending to a text of bytes whose room is known to suffice: the messages of these programs have a fixed form.
#ifndef BASELINES_TEXT_H
#define BASELINES_TEXT_H

#include "common.h"

enum { TEXT_ROOM = 1024 };

struct text {
    size_t count;
    char bytes[TEXT_ROOM];
};

// Declares an empty text. Its room is left as it is: clearing it would cost more than most messages.
#define TEXT(name)    \
    struct text name; \
    name.count = 0

static inline void put_bytes(struct text *text, const void *bytes, size_t count) {
    CHECK(text->count + count <= TEXT_ROOM, "a message is larger than its room");
    memcpy(text->bytes + text->count, bytes, count);
    text->count += count;
}

#define PUT(text, literal) put_bytes(text, literal, sizeof(literal) - 1)

// A number in decimal digits, with zeros before it up to `width`.
static inline void put_number(struct text *text, uint64_t number, int width) {
    char digits[20];
    int start = 20;
    do {
        digits[--start] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (20 - start < width) digits[--start] = '0';
    put_bytes(text, digits + start, (size_t)(20 - start));
}

// What stands between `before` and the next quote; NULL when it is not there.
static inline const char *quoted(const char *bytes, size_t count, const char *before, size_t *length) {
    const char *start = memmem(bytes, count, before, strlen(before));
    if (start == NULL) return NULL;
    start += strlen(before);
    const char *end = memchr(start, '"', count - (size_t)(start - bytes));
    if (end == NULL) return NULL;
    *length = (size_t)(end - start);
    return start;
}

// A moment as our services write it: 2026-11-21T19:54:40.732Z.
static inline void put_time(struct text *text, int64_t milliseconds) {
    time_t seconds = milliseconds / 1000;
    struct tm parts;
    gmtime_r(&seconds, &parts);
    put_number(text, (uint64_t)parts.tm_year + 1900, 4);
    PUT(text, "-");
    put_number(text, (uint64_t)parts.tm_mon + 1, 2);
    PUT(text, "-");
    put_number(text, (uint64_t)parts.tm_mday, 2);
    PUT(text, "T");
    put_number(text, (uint64_t)parts.tm_hour, 2);
    PUT(text, ":");
    put_number(text, (uint64_t)parts.tm_min, 2);
    PUT(text, ":");
    put_number(text, (uint64_t)parts.tm_sec, 2);
    PUT(text, ".");
    put_number(text, (uint64_t)(milliseconds % 1000), 3);
    PUT(text, "Z");
}

#endif
