#include "CZMQ.h"

#include "Platform.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#if CZMQ_LINUX
#include <sys/eventfd.h>
#endif

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

#if CZMQ_LINUX

int CZMQ_event_new(int *signal) {
    int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    *signal = descriptor;
    return descriptor < 0 ? -errno : descriptor;
}

#else

// A pipe: what was written and not read yet is what an eventfd would count.
int CZMQ_event_new(int *signal) {
    int ends[2];
    if (pipe(ends) != 0) {
        return -errno;
    }
    for (int end = 0; end < 2; end++) {
        fcntl(ends[end], F_SETFL, O_NONBLOCK);
        fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    }
    *signal = ends[1];
    return ends[0];
}

#endif

int CZMQ_event_signal(int signal) {
    uint64_t one = 1;
    while (write(signal, &one, sizeof one) < 0) {
        if (errno == EAGAIN) {
            return 0;  // It is full: the reader is awake already.
        }
        if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}

int CZMQ_event_clear(int descriptor) {
    // An eventfd gives all that was counted at once; a pipe what there is, which is rarely more.
    uint64_t values[64];
    while (read(descriptor, values, sizeof values) < 0) {
        if (errno == EAGAIN) {
            return 0;
        }
        if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}

void CZMQ_event_close(int descriptor, int signal) {
    close(descriptor);
    if (signal != descriptor) {
        close(signal);
    }
}
