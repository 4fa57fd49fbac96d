#include "CZMQ.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

int CZMQ_frame_connection(const zmq_msg_t *frame) { return zmq_msg_get(frame, ZMQ_SRCFD); }

int CZMQ_connection_identify(int descriptor, uint64_t *number) {
    int listens = 0;
    socklen_t size = sizeof listens;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0) {
        return -errno;
    }
    struct stat status;
    if (fstat(descriptor, &status) != 0) {
        return -errno;
    }
    *number = status.st_ino;
    return listens ? -ENOTCONN : 0;
}

int CZMQ_connection_unread(int descriptor) {
    int bytes = 0;
    return ioctl(descriptor, TIOCOUTQ, &bytes) == 0 ? bytes : -errno;
}

int CZMQ_connection_end(int descriptor) { return shutdown(descriptor, SHUT_RDWR) == 0 ? 0 : -errno; }
