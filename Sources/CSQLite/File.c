#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "CSQLite.h"

// From include/uapi/linux/stat.h of Linux 6.8; Debian 12 has the headers of 6.1.
#ifndef STATX_MNT_ID_UNIQUE
#define STATX_MNT_ID_UNIQUE 0x00004000U
#endif

bool csqlite_identify(const char *path, CSQLiteFile *file) {
    struct statx status;
    const unsigned int wanted = STATX_INO | STATX_BTIME;
    // Older kernels ignore what they do not know, and one that knows both gives the unique one.
    const unsigned int mount = STATX_MNT_ID | STATX_MNT_ID_UNIQUE;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, wanted | mount, &status) != 0) return false;
    if ((status.stx_mask & wanted) != wanted) return false;
    file->device = makedev(status.stx_dev_major, status.stx_dev_minor);
    file->inode = status.stx_ino;
    file->birth_seconds = status.stx_btime.tv_sec;
    file->birth_nanoseconds = status.stx_btime.tv_nsec;
    file->mount = (status.stx_mask & mount) != 0 ? status.stx_mnt_id : 0;
    return true;
}
