// The descriptors of SQLite's own layer over the system's files (https://www.sqlite.org/vfs.html).

#ifndef DESCRIPTOR_H
#define DESCRIPTOR_H

#include <sqlite3.h>

// Has `descriptor_of` know the descriptors of this layer's files, where it allows it. Once, before it is used.
void descriptor_learn_from(sqlite3_vfs *real);
// Which descriptor a file of that layer has; negative when that is not known.
int descriptor_of(sqlite3_file *file, const sqlite3_io_methods *real);

#endif
