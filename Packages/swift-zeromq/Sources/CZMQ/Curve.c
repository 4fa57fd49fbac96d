#include "CZMQ.h"

#include "Platform.h"

#include <errno.h>
#include <string.h>
#if CZMQ_LINUX
#include <sys/prctl.h>
#else
#include <sys/resource.h>
#endif

enum { KEY_BYTES = CZMQ_KEY_BYTES, KEY_TEXT = CZMQ_KEY_TEXT };

bool CZMQ_curve_exists(void) { return zmq_has("curve") == 1; }

void CZMQ_forbid_core_dump(void) {
#if CZMQ_LINUX
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#else
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
#endif
}

void CZMQ_forget(void *bytes, size_t count) { forget(bytes, count); }

// libzmq leaves the raw secret in its stack frame: frames of the same depth are overwritten before anybody reads them.
static __attribute__((noinline)) void forget_stack(void) {
    uint8_t frames[2048];
    forget(frames, sizeof frames);
}

static int decode(const char *text, uint8_t *key) { return zmq_z85_decode(key, text) == NULL ? -EINVAL : 0; }

int CZMQ_key_pair(uint8_t *public_key, uint8_t *secret_key) {
    char public_text[KEY_TEXT + 1], secret_text[KEY_TEXT + 1];
    int result = zmq_curve_keypair(public_text, secret_text) == 0 ? 0 : -errno;
    if (result == 0) {
        result = decode(public_text, public_key);
    }
    if (result == 0) {
        result = decode(secret_text, secret_key);
    }
    forget(secret_text, sizeof secret_text);
    forget_stack();
    return result;
}

int CZMQ_key_public(const uint8_t *secret_key, uint8_t *public_key) {
    char public_text[KEY_TEXT + 1], secret_text[KEY_TEXT + 1];
    zmq_z85_encode(secret_text, secret_key, KEY_BYTES);
    int result = zmq_curve_public(public_text, secret_text) == 0 ? decode(public_text, public_key) : -errno;
    forget(secret_text, sizeof secret_text);
    forget_stack();
    return result;
}

int CZMQ_key_decode(const uint8_t *text, size_t count, uint8_t *key) {
    // A NUL would end the text early, and a text of another length would be decoded beyond the key.
    if (count != KEY_TEXT || memchr(text, '\0', count) != NULL) {
        return -EINVAL;
    }
    char copy[KEY_TEXT + 1];
    memcpy(copy, text, KEY_TEXT);
    copy[KEY_TEXT] = '\0';
    int result = decode(copy, key);
    forget(copy, sizeof copy);
    return result;
}

void CZMQ_key_encode(const uint8_t *key, uint8_t *text) {
    char copy[KEY_TEXT + 1];
    zmq_z85_encode(copy, key, KEY_BYTES);
    memcpy(text, copy, KEY_TEXT);
    forget(copy, sizeof copy);
}
