// glibc's allocator (malloc_trim(3)), which Swift's module of glibc leaves out.
#include <malloc.h>
