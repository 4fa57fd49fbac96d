#include "CZMQ.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

zmq_pollitem_t CZMQ_item_socket(void *socket, int events) {
    return (zmq_pollitem_t){.socket = socket, .fd = 0, .events = (short)events, .revents = 0};
}

zmq_pollitem_t CZMQ_item_descriptor(int descriptor, int events) {
    return (zmq_pollitem_t){.socket = NULL, .fd = descriptor, .events = (short)events, .revents = 0};
}

int CZMQ_poll(zmq_pollitem_t *items, int count, long milliseconds) {
    int ready = zmq_poll(items, count, milliseconds);
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
