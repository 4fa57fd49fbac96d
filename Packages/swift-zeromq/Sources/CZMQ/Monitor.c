#include "CZMQ.h"

#include <errno.h>
#include <string.h>

int CZMQ_monitor_start(void *socket, const char *endpoint) {
    // Without the last event of all: nobody would read it, and libzmq would wait for room to send it.
    int events = ZMQ_EVENT_ALL & ~ZMQ_EVENT_MONITOR_STOPPED;
    return zmq_socket_monitor(socket, endpoint, events) == 0 ? 0 : -errno;
}

int CZMQ_monitor_stop(void *socket) { return zmq_socket_monitor(socket, NULL, 0) == 0 ? 0 : -errno; }

int CZMQ_monitor_decode(const uint8_t *bytes, size_t count, uint16_t *event, int32_t *value) {
    if (count != sizeof *event + sizeof *value) {
        return -EPROTO;
    }
    memcpy(event, bytes, sizeof *event);
    memcpy(value, bytes + sizeof *event, sizeof *value);
    return 0;
}
