// What Linux has and others have otherwise, or not at all. CZMQ_PORTABLE chooses on Linux what others would get, so that it is
// compiled and tested.

#ifndef CZMQ_PLATFORM_H
#define CZMQ_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__) && !defined(CZMQ_PORTABLE)
#define CZMQ_LINUX 1
#else
#define CZMQ_LINUX 0
#endif

// Overwrites a secret; the pointer to volatile bytes keeps the compiler from leaving it out. explicit_bzero(3) is not everywhere.
static inline void forget(void *bytes, size_t count) {
    for (volatile uint8_t *next = bytes; count > 0; count--) {
        *next++ = 0;
    }
}

#endif
