#include "CZMQ.h"

#include "Platform.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#if CZMQ_LINUX
#include <linux/tcp.h>
#endif

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

int CZMQ_connection_is_at(int descriptor, const char *path, uint16_t port) {
    union {
        struct sockaddr any;
        struct sockaddr_un local;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
        struct sockaddr_storage room;
    } address = {.any.sa_family = AF_UNSPEC};
    socklen_t size = sizeof address;
    if (getsockname(descriptor, &address.any, &size) != 0) {
        return -errno;
    }
    switch (address.any.sa_family) {
    case AF_UNIX: {
        size_t count = size > offsetof(struct sockaddr_un, sun_path) ? size - offsetof(struct sockaddr_un, sun_path) : 0;
        count = strnlen(address.local.sun_path, count);
        return path != NULL && strlen(path) == count && memcmp(path, address.local.sun_path, count) == 0;
    }
    case AF_INET: return path == NULL && ntohs(address.v4.sin_port) == port;
    case AF_INET6: return path == NULL && ntohs(address.v6.sin6_port) == port;
    default: return 0;
    }
}

int CZMQ_connection_waiting(int descriptor) {
    int bytes = 0;
    return ioctl(descriptor, FIONREAD, &bytes) == 0 ? bytes : -errno;
}

int CZMQ_connection_end(int descriptor) {
    int result = shutdown(descriptor, SHUT_RDWR) == 0 ? 0 : -errno;
#if CZMQ_LINUX
    // What has come already would still be read, and over TCP that may be megabytes; tcp(7) has this use of MSG_TRUNC.
    while (recv(descriptor, NULL, 1 << 30, MSG_TRUNC | MSG_DONTWAIT) > 0) {
    }
#endif
    return result;
}

#if CZMQ_LINUX

int CZMQ_connection_process(int descriptor, uint32_t *user, uint32_t *group, int32_t *process) {
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) {
        return -errno;
    }
    // Of a TCP connection the system says that it knows nobody.
    if (credentials.pid == 0 && credentials.uid == (uid_t)-1) {
        return -ENOTSUP;
    }
    *user = credentials.uid;
    *group = credentials.gid;
    *process = credentials.pid;
    return 0;
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

#else

int CZMQ_connection_process(int descriptor, uint32_t *user, uint32_t *group, int32_t *process) {
    (void)descriptor, (void)user, (void)group, (void)process;
    return -ENOTSUP;
}

int CZMQ_connection_unread(int descriptor) {
    (void)descriptor;
    return -ENOTSUP;
}

int64_t CZMQ_connection_received(int descriptor) {
    (void)descriptor;
    return -ENOTSUP;
}

#endif
