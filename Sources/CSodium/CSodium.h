// libsodium, which every process that links libzmq has loaded anyway (its CURVE uses it): one well-kept hash instead of
// a second cryptographic library.
#include <sodium/crypto_hash_sha256.h>
