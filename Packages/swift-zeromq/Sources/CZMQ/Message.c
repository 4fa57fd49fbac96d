#include "CZMQ.h"

#include <errno.h>

// After a frame that announced others was refused, a DEALER of libzmq takes whatever comes as the rest of that message and
// drops it, up to and with the next last frame: without this one, that would be the message that is sent next.
static void end_dropping(void *socket) {
    while (zmq_send(socket, "", 0, ZMQ_DONTWAIT) < 0 && errno == EINTR) {
    }
}

int CZMQ_send(void *socket, const uint8_t *bytes, const size_t *ends, size_t frames) {
    // The high-water mark is tested against whole messages: once the first frame is taken, the others are. A later
    // frame fails only when the peer vanished in between, and then libzmq drops the frames before it.
    size_t start = 0;
    for (size_t index = 0; index < frames; index++) {
        int flags = ZMQ_DONTWAIT | (index + 1 < frames ? ZMQ_SNDMORE : 0);
        const void *frame = bytes == NULL ? (const void *)"" : bytes + start;
        while (zmq_send(socket, frame, ends[index] - start, flags) < 0) {
            if (errno != EINTR) {
                int error = errno;
                if (index > 0 && (flags & ZMQ_SNDMORE) != 0) {
                    end_dropping(socket);
                }
                return -error;
            }
        }
        start = ends[index];
    }
    return 0;
}

void CZMQ_frame_init(zmq_msg_t *frame) { zmq_msg_init(frame); }

int CZMQ_frame_receive(void *socket, zmq_msg_t *frame, const uint8_t **bytes, size_t *count, bool *more) {
    while (zmq_msg_recv(frame, socket, ZMQ_DONTWAIT) < 0) {
        if (errno != EINTR) {
            return -errno;
        }
    }
    *bytes = zmq_msg_data(frame);
    *count = zmq_msg_size(frame);
    *more = zmq_msg_more(frame) != 0;
    return 0;
}

int CZMQ_frames_discard(void *socket, zmq_msg_t *frame, size_t limit, size_t *discarded, bool *more) {
    *discarded = 0;
    *more = true;
    while (*more && *discarded < limit) {
        if (zmq_msg_recv(frame, socket, ZMQ_DONTWAIT) < 0) {
            if (errno != EINTR) {
                return -errno;
            }
            continue;
        }
        *more = zmq_msg_more(frame) != 0;
        *discarded += 1;
    }
    return 0;
}

void CZMQ_frame_clear(zmq_msg_t *frame) {
    zmq_msg_close(frame);
    zmq_msg_init(frame);
}

const char *CZMQ_frame_property(const zmq_msg_t *frame, const char *name) { return zmq_msg_gets(frame, name); }

// MARK: frames that own their memory

size_t CZMQ_frame_size(const zmq_msg_t *frame) { return zmq_msg_size(frame); }

const uint8_t *CZMQ_frame_bytes(const zmq_msg_t *frame) { return zmq_msg_data((zmq_msg_t *)frame); }

uint8_t *CZMQ_frame_make(zmq_msg_t *frame, size_t size) {
    return zmq_msg_init_size(frame, size) == 0 ? zmq_msg_data(frame) : NULL;
}

int CZMQ_frame_lend(
    zmq_msg_t *frame, const void *bytes, size_t size, void (*release)(void *bytes, void *hint), void *hint
) {
    return zmq_msg_init_data(frame, (void *)bytes, size, release, hint) == 0 ? 0 : -errno;
}

void CZMQ_frames_move(zmq_msg_t *from, zmq_msg_t *to, size_t count) {
    for (size_t index = 0; index < count; index++) {
        zmq_msg_init(to + index);
        zmq_msg_move(to + index, from + index);
    }
}

void CZMQ_frames_rotate(zmq_msg_t *frames, size_t count, bool forward) {
    zmq_msg_t held;
    zmq_msg_init(&held);
    zmq_msg_move(&held, frames + (forward ? count - 1 : 0));
    for (size_t step = 1; step < count; step++) {
        size_t to = forward ? count - step : step - 1;
        zmq_msg_move(frames + to, frames + (forward ? to - 1 : to + 1));
    }
    zmq_msg_move(frames + (forward ? 0 : count - 1), &held);
}

int CZMQ_frames_send(void *socket, zmq_msg_t *frames, size_t count) {
    for (size_t index = 0; index < count; index++) {
        bool is_last = index + 1 == count;
        int flags = ZMQ_DONTWAIT | (is_last ? 0 : ZMQ_SNDMORE);
        // A reference to the same bytes for all but a lone frame: until the last is taken, the message may be refused as a whole,
        // and has to be as it was.
        zmq_msg_t shared;
        zmq_msg_t *frame = frames + index;
        if (count > 1) {
            zmq_msg_init(&shared);
            zmq_msg_copy(&shared, frame);
            frame = &shared;
        }
        while (zmq_msg_send(frame, socket, flags) < 0) {
            if (errno != EINTR) {
                int error = errno;
                if (count > 1) {
                    zmq_msg_close(&shared);
                }
                if (index > 0 && !is_last) {
                    end_dropping(socket);
                }
                return -error;
            }
        }
    }
    return 0;
}

int CZMQ_frame_take(void *socket, zmq_msg_t *frame, size_t *count, bool *more) {
    while (zmq_msg_recv(frame, socket, ZMQ_DONTWAIT) < 0) {
        if (errno != EINTR) {
            return -errno;
        }
    }
    *count = zmq_msg_size(frame);
    *more = zmq_msg_more(frame) != 0;
    return 0;
}
