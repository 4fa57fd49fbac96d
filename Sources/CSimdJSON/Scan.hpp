// The parts of JSON that simdjson leaves to whoever asks for a value: what is inside strings and numbers.

#pragma once

#include "CSimdJSON.h"

#include <cstring>

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lowest byte of a word must be the first of the text");

namespace scan {

/// A word with this byte in each place.
constexpr uint64_t every(uint8_t byte) {
    return 0x0101010101010101u * byte;
}

/// The high bit of each zero byte. Bits above the lowest one set may be wrong, so only that one counts.
inline uint64_t zeroBytes(uint64_t word) noexcept {
    return (word - every(1)) & ~word & every(0x80);
}

/// The first quote, backslash or control character at or after `position`, or some byte at or after `limit`.
/// Up to 7 bytes after `limit` are read.
inline const uint8_t *skipPlain(const uint8_t *position, const uint8_t *limit) noexcept {
    while (position < limit) {
        uint64_t word;
        memcpy(&word, position, sizeof word);
        const uint64_t controls = (word - every(0x20)) & ~word & every(0x80);
        const uint64_t stops = zeroBytes(word ^ every('"')) | zeroBytes(word ^ every('\\')) | controls;
        if (stops != 0) { return position + (__builtin_ctzll(stops) >> 3); }
        position += sizeof word;
    }
    return position;
}

/// Where a scan ended and what it found. `message` is null when the scanned thing is right.
struct Outcome {
    const uint8_t *end;
    const char *message;
    CSimdJSON_Code code;
    /// A string with a backslash in it.
    bool escaped;
    /// A number with neither fraction nor exponent.
    bool integer;
};

/// Checks a string from the byte after its opening quote. On success `end` is at the closing quote, else at the fault.
Outcome string(const uint8_t *start, const uint8_t *limit) noexcept;

/// Checks the longest number from `start`. On success `end` is the byte after it, else the fault.
Outcome number(const uint8_t *start, const uint8_t *limit) noexcept;

/// The first byte that is not UTF-8, or null when all of it is.
const uint8_t *invalidUTF8(const uint8_t *start, const uint8_t *limit) noexcept;

/// The fault in a text whose strings simdjson found wrong without saying where.
Outcome brokenString(const uint8_t *start, const uint8_t *limit) noexcept;

inline bool isSpace(uint8_t byte) noexcept {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

/// The bytes of a checked string, with its escapes resolved, one at a time.
class DecodedBytes {
public:
    DecodedBytes(const uint8_t *start, size_t count) noexcept : position(start), limit(start + count) {}

    /// The next byte, or -1 at the end.
    int next() noexcept;

private:
    const uint8_t *position;
    const uint8_t *limit;
    /// The rest of a decoded character, next byte lowest.
    uint32_t pending = 0;

    int escape() noexcept;
};

}  // namespace scan
