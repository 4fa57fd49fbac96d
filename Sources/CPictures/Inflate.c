#include <zlib.h>

#include "CPictures.h"

size_t CPictures_inflate(const uint8_t *packed, size_t count, uint8_t *output, size_t capacity) {
    uLongf written = capacity;
    return uncompress(output, &written, packed, count) == Z_OK ? written : 0;
}
