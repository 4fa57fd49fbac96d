// Preloaded into a service, its disk stands still for as long as the file exists that STANDSTILL names, or for ten seconds
// (test_disk_standstill.py).

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int sync_later(const char *name, int file) {
    for (int left = 10000; left > 0 && access(getenv("STANDSTILL"), F_OK) == 0; left--) usleep(1000);
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    return sync(file);
}

int fsync(int file) {
    return sync_later("fsync", file);
}

int fdatasync(int file) {
    return sync_later("fdatasync", file);
}
