// The parts of a layer over SQLite's interface to files (https://www.sqlite.org/vfs.html): one for each kind of file.

#ifndef FILE_LAYER_H
#define FILE_LAYER_H

#include <sqlite3.h>
#include <stdint.h>

// What of a file the kernel has been asked to read, while somebody reads all of it.
typedef struct {
    // Negative while nobody does, and where it is not known.
    int descriptor;
    // A bit for each block.
    uint8_t asked[4096];
} ReadAhead;

// Opens a log. The first `log_layer_size` bytes of the file's memory are the layer's, those after it the real file's.
int log_layer_open(sqlite3_vfs *real, sqlite3_filename path, sqlite3_file *file, int flags, int *result_flags);
extern const int log_layer_size;

// Opens a database. The first bytes of the file's memory are the real file's, the last `database_layer_size` the layer's.
int database_layer_open(sqlite3_vfs *real, sqlite3_filename path, sqlite3_file *file, int flags, int *result_flags);
extern const int database_layer_size;

// Has `descriptor_of` know the descriptors of this layer's files, where it allows it. Once, before it is used.
void descriptor_learn_from(sqlite3_vfs *real);
// Which descriptor a file of that layer has, negative when that is not known, and the file's size.
int descriptor_of(sqlite3_file *file, const sqlite3_io_methods *real, sqlite3_int64 *size);

// Begins a reading of all of a file, where nothing has been asked for.
void read_ahead_begin(ReadAhead *ahead, int descriptor);
// To be called before a read: asks for the block around it, once.
void read_ahead(ReadAhead *ahead, sqlite3_int64 offset);

#endif
