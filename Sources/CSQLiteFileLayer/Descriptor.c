// Learns which descriptor SQLite's own layer uses for a file, from the question for the file's size.
//
// SQLite does not tell. A second descriptor of the same file would be no way: closed, it takes all locks with it that the
// process has on the file (fcntl(2)). SQLite offers the calls it makes of the kernel to be replaced for tests, and tells
// that this may change (https://www.sqlite.org/c3ref/vfs.html): where it has, nothing is learned.

#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>

#include "CSQLiteFileLayer.h"
#include "Descriptor.h"

typedef int (*FStat)(int descriptor, struct stat *status);

static FStat real_fstat;
// Another thread may ask for the size of another file between the question and its use.
static _Thread_local int last = -1;

static int noting_fstat(int descriptor, struct stat *status) {
    last = descriptor;
    return real_fstat(descriptor, status);
}

void descriptor_learn_from(sqlite3_vfs *real) {
    if (real->iVersion < 3 || real->xGetSystemCall == NULL || real->xSetSystemCall == NULL) return;
    real_fstat = (FStat)real->xGetSystemCall(real, "fstat");
    if (real_fstat != NULL) real->xSetSystemCall(real, "fstat", (sqlite3_syscall_ptr)noting_fstat);
}

int descriptor_of(sqlite3_file *file, const sqlite3_io_methods *real) {
    sqlite3_int64 size;
    last = -1;
    return real->xFileSize(file, &size) == SQLITE_OK ? last : -1;
}

bool csqlite_forget_pages(sqlite3_file *file) {
    int descriptor = descriptor_of(file, file->pMethods);
    return descriptor >= 0 && posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0;
}
