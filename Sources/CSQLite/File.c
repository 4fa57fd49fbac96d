#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "CSQLite.h"

bool csqlite_identify(const char *path, CSQLiteFile *file) {
    struct statx status;
    const unsigned int wanted = STATX_INO | STATX_BTIME;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, wanted, &status) != 0) return false;
    if ((status.stx_mask & wanted) != wanted) return false;
    file->device = makedev(status.stx_dev_major, status.stx_dev_minor);
    file->inode = status.stx_ino;
    file->birth_seconds = status.stx_btime.tv_sec;
    file->birth_nanoseconds = status.stx_btime.tv_nsec;
    return true;
}
