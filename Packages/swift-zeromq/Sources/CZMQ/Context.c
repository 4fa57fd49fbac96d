#include "CZMQ.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

static int seed_result;

static void seed(void) {
    unsigned int number;
    if (getentropy(&number, sizeof number) == 0) {
        srand(number);
    } else {
        seed_result = -errno;
    }
}

int CZMQ_context_new(void **context) {
    // libzmq takes the first routing id of each ROUTER from rand() and never seeds it (its issue 4633). Who knows the next
    // id can take it first, and the process aborts when libzmq gives it to another peer (socket_base.cpp, add_out_pipe).
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, seed);
    if (seed_result != 0) {
        return seed_result;
    }
    void *made = zmq_ctx_new();
    if (made == NULL) {
        return -errno;
    }
    if (zmq_ctx_set(made, ZMQ_BLOCKY, 0) != 0) {
        int error = errno;
        zmq_ctx_term(made);
        return -error;
    }
    *context = made;
    return 0;
}

int CZMQ_context_set(void *context, int option, int value) { return zmq_ctx_set(context, option, value) == 0 ? 0 : -errno; }

int CZMQ_context_get(void *context, int option) {
    int value = zmq_ctx_get(context, option);
    return value < 0 ? -errno : value;
}

int CZMQ_context_shutdown(void *context) { return zmq_ctx_shutdown(context) == 0 ? 0 : -errno; }

int CZMQ_context_term(void *context) {
    while (zmq_ctx_term(context) != 0) {
        if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}

const char *CZMQ_error_text(int error) { return zmq_strerror(error); }
