#include "CZMQ.h"

#include <errno.h>

int CZMQ_context_new(int io_threads, void **context) {
    void *made = zmq_ctx_new();
    if (made == NULL) {
        return -errno;
    }
    if (zmq_ctx_set(made, ZMQ_IO_THREADS, io_threads) != 0 || zmq_ctx_set(made, ZMQ_BLOCKY, 0) != 0) {
        int error = errno;
        zmq_ctx_term(made);
        return -error;
    }
    *context = made;
    return 0;
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
