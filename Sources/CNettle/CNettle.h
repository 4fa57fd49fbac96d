// Nettle: SHA-256 by the processor's own instructions where it has them, base64 for addresses, and comparison in constant
// time. libsodium, which libzmq has loaded anyway, takes four times as long for the hash of an order.
#include <nettle/base64.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
