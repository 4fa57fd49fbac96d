// libsodium, which every process that links libzmq has loaded anyway (its CURVE uses it): a well-kept hash, random bytes
// and comparison in constant time instead of a second cryptographic library.
#include <sodium/crypto_hash_sha256.h>
#include <sodium/randombytes.h>
#include <sodium/utils.h>
