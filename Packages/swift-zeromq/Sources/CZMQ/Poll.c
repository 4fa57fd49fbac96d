#include "CZMQ.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

int CZMQ_socket_events(void *socket) {
    int events = 0;
    int result = CZMQ_get_int(socket, ZMQ_EVENTS, &events);
    return result < 0 ? result : events;
}

int CZMQ_wait(struct pollfd *items, int count, int milliseconds) {
    int ready = poll(items, (nfds_t)count, milliseconds);
    if (ready < 0) {
        int error = errno;
        for (int index = 0; index < count; index++) {
            items[index].revents = 0;
        }
        return error == EINTR ? 0 : -error;
    }
    return ready;
}

int CZMQ_event_new(void) {
    int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int CZMQ_event_signal(int descriptor) {
    uint64_t one = 1;
    while (write(descriptor, &one, sizeof one) < 0) {
        if (errno == EAGAIN) {
            return 0;  // The counter is full: the reader is awake already.
        }
        if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}

int CZMQ_event_clear(int descriptor) {
    uint64_t value;
    while (read(descriptor, &value, sizeof value) < 0) {
        if (errno == EAGAIN) {
            return 0;
        }
        if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}

void CZMQ_event_close(int descriptor) { close(descriptor); }
