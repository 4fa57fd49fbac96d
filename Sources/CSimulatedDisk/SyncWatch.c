// Which directories a thread has synced, and whether it can; `fsync` of this folder asks.

#include <sys/stat.h>

#include "FileLayer.h"

enum { MOST = 256 };

static _Thread_local bool is_watching;
static _Thread_local struct {
    uint64_t device, inode;
} synced[MOST];
static _Thread_local int count;
static _Thread_local int refusal;

void CSimulatedDisk_watch_syncs(void) {
    is_watching = true;
    count = 0;
}

bool CSimulatedDisk_has_synced(uint64_t device, uint64_t inode) {
    for (int index = 0; index < count; index++) {
        if (synced[index].device == device && synced[index].inode == inode) return true;
    }
    return false;
}

void CSimulatedDisk_refuse_directory_syncs(int number) {
    refusal = number;
}

int watch_refuses(int descriptor) {
    struct stat status;
    return refusal != 0 && fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode) ? refusal : 0;
}

void watch_synced(int descriptor) {
    struct stat status;
    if (!is_watching || count == MOST) return;
    if (fstat(descriptor, &status) != 0 || !S_ISDIR(status.st_mode)) return;
    synced[count].device = status.st_dev;
    synced[count].inode = status.st_ino;
    count++;
}
