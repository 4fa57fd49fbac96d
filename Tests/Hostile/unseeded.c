// Preloaded into a service, it keeps the service from seeding rand(): so the attack on routing ids is seen to succeed where it
// must, see test_hostile_kit.py.

#include <stddef.h>

void srand(unsigned seed) {
    (void)seed;
}

void srandom(unsigned seed) {
    (void)seed;
}

char *initstate(unsigned seed, char *state, size_t size) {
    (void)seed;
    (void)size;
    return state;
}
