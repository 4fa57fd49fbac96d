// zlib, for answers of HTTP that are sent compressed (RFC 1952).
#include <zlib.h>
