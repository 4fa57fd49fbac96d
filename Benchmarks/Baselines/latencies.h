// Latencies by their frequency, in the manner of HdrHistogram: every value within a thousandth of itself.
#ifndef BASELINES_LATENCIES_H
#define BASELINES_LATENCIES_H

#include "common.h"

enum { LATENCY_BITS = 10, LATENCY_CELLS = (64 - LATENCY_BITS + 1) << LATENCY_BITS };

struct latencies {
    uint64_t cells[LATENCY_CELLS];
    uint64_t count;
    int64_t largest;
};

static inline void latencies_add(struct latencies *all, int64_t nanoseconds) {
    uint64_t value = nanoseconds < 0 ? 0 : (uint64_t)nanoseconds;
    int shift = 63 - __builtin_clzll(value | 1) - LATENCY_BITS;
    if (shift < 0) shift = 0;
    // Shifted, a value has its leading bit at 2^10, so the cells of one shift follow those of the one before.
    all->cells[((uint64_t)shift << LATENCY_BITS) + (value >> shift)]++;
    all->count++;
    if ((int64_t)value > all->largest) all->largest = (int64_t)value;
}

// The value that this share of all is at or below, in µs; 0 of none.
static inline double latencies_at(const struct latencies *all, double share) {
    uint64_t wanted = (uint64_t)(share * (double)all->count + 0.5), seen = 0;
    if (wanted < 1) wanted = 1;
    for (uint64_t cell = 0; cell < LATENCY_CELLS; cell++) {
        seen += all->cells[cell];
        if (seen < wanted) continue;
        uint64_t shift = cell >> LATENCY_BITS;
        if (shift > 0) shift--;
        return (double)((cell - (shift << LATENCY_BITS)) << shift) / 1e3;
    }
    return 0;
}

// Writes the usual percentiles as members of a JSON object, in µs.
static inline void latencies_print(const struct latencies *all) {
    printf("\"p50\":%.1f,\"p90\":%.1f,\"p99\":%.1f,\"p999\":%.1f,\"max\":%.1f", latencies_at(all, 0.5),
           latencies_at(all, 0.9), latencies_at(all, 0.99), latencies_at(all, 0.999), (double)all->largest / 1e3);
}

#endif
