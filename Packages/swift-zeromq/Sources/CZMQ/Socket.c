#include "CZMQ.h"

#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>

int CZMQ_socket_new(void *context, int type, void **socket, int *descriptor) {
    void *made = zmq_socket(context, type);
    if (made == NULL) {
        return -errno;
    }
    int result = CZMQ_get_int(made, ZMQ_FD, descriptor);
    if (result < 0) {
        zmq_close(made);
        return result;
    }
    *socket = made;
    return 0;
}

int CZMQ_socket_close(void *socket) { return zmq_close(socket) == 0 ? 0 : -errno; }

static int set(void *socket, int option, const void *value, size_t size) {
    while (zmq_setsockopt(socket, option, value, size) != 0) {
        if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}

int CZMQ_set_int(void *socket, int option, int value) { return set(socket, option, &value, sizeof value); }

int CZMQ_set_int64(void *socket, int option, int64_t value) { return set(socket, option, &value, sizeof value); }

int CZMQ_set_bytes(void *socket, int option, const uint8_t *bytes, size_t count) {
    // libzmq copies with memcpy, which may not be given NULL, not even for 0 bytes.
    return set(socket, option, bytes == NULL ? (const void *)"" : bytes, count);
}

int CZMQ_get_int(void *socket, int option, int *value) {
    size_t size = sizeof *value;
    while (zmq_getsockopt(socket, option, value, &size) != 0) {
        if (errno != EINTR) {
            return -errno;
        }
        size = sizeof *value;
    }
    return 0;
}

int CZMQ_get_text(void *socket, int option, char *text, size_t capacity) {
    size_t size = capacity;
    while (zmq_getsockopt(socket, option, text, &size) != 0) {
        if (errno != EINTR) {
            return -errno;
        }
        size = capacity;
    }
    return 0;
}

int CZMQ_bind(void *socket, const char *endpoint) {
    // The file is made inside zmq_bind, on this thread. The mask is the process's: for this moment files that other
    // threads make are private too, which can only be stricter than they asked. One at a time, because two that overlap
    // would read each other's mask as the one to restore.
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    mode_t mask = umask(0077);
    int result;
    int error;
    do {
        result = zmq_bind(socket, endpoint);
        error = errno;
    } while (result != 0 && error == EINTR);
    umask(mask);
    pthread_mutex_unlock(&one_at_a_time);
    return result == 0 ? 0 : -error;
}

int CZMQ_unbind(void *socket, const char *endpoint) {
    while (zmq_unbind(socket, endpoint) != 0) {
        if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}

int CZMQ_connect(void *socket, const char *endpoint) {
    while (zmq_connect(socket, endpoint) != 0) {
        if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}

int CZMQ_disconnect(void *socket, const char *endpoint) {
    while (zmq_disconnect(socket, endpoint) != 0) {
        if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}
