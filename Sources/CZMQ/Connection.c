#include "CZMQ.h"

#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
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

int64_t CZMQ_connection_received(int descriptor) {
    struct tcp_info information = {0};
    socklen_t size = sizeof information;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &information, &size) != 0) {
        return -errno;
    }
    // An older kernel fills in less.
    size_t needed = offsetof(struct tcp_info, tcpi_bytes_received) + sizeof information.tcpi_bytes_received;
    return size < needed ? -ENOSYS : (int64_t)information.tcpi_bytes_received;
}

int CZMQ_connection_end(int descriptor) { return shutdown(descriptor, SHUT_RDWR) == 0 ? 0 : -errno; }
