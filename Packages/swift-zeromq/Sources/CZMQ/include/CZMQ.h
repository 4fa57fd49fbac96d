// CZMQ: what Swift cannot say to libzmq. This is a private shim; it is not the zeromq/czmq library.
//
// Every function that can fail returns a value >= 0 on success and a negative errno on failure: errno is
// thread-local and the next call may change it, so it never leaves C as a variable.

#ifndef CZMQ_H
#define CZMQ_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zmq.h>

#if ZMQ_VERSION < ZMQ_MAKE_VERSION(4, 3, 4)
#error "libzmq 4.3.4 or newer is needed"
#endif

// MARK: Context

// Makes a context that does not linger for ever at its end (ZMQ_BLOCKY = 0). The first one seeds rand() with a number
// from the system.
int CZMQ_context_new(void *_Nullable *_Nonnull context);
// The public header of libzmq 4.3 keeps the name for draft builds, the library has the option in all.
enum { CZMQ_ZERO_COPY_RECV = 10 };
// Before the first socket.
int CZMQ_context_set(void *_Nonnull context, int option, int value);
int CZMQ_context_get(void *_Nonnull context, int option);
int CZMQ_context_shutdown(void *_Nonnull context);
// Waits until every socket is closed and its linger is over.
int CZMQ_context_term(void *_Nonnull context);

// MARK: Sockets

// Makes a socket. The descriptor becomes readable when another thread has left something for it. Any call on the socket may
// take that in: after one, only CZMQ_socket_events tells what there is. See ZMQ_FD in zmq_getsockopt(3).
int CZMQ_socket_new(void *_Nonnull context, int type, void *_Nullable *_Nonnull socket, int *_Nonnull descriptor);
int CZMQ_socket_close(void *_Nonnull socket);

int CZMQ_set_int(void *_Nonnull socket, int option, int value);
int CZMQ_set_int64(void *_Nonnull socket, int option, int64_t value);
int CZMQ_set_bytes(void *_Nonnull socket, int option, const uint8_t *_Nullable bytes, size_t count);
int CZMQ_get_int(void *_Nonnull socket, int option, int *_Nonnull value);
// Copies a text option, with its closing NUL, into `text`.
int CZMQ_get_text(void *_Nonnull socket, int option, char *_Nonnull text, size_t capacity);

// Binds with umask 0077, so that the file of an ipc endpoint belongs to its owner alone from its first moment.
int CZMQ_bind(void *_Nonnull socket, const char *_Nonnull endpoint);
int CZMQ_unbind(void *_Nonnull socket, const char *_Nonnull endpoint);
int CZMQ_connect(void *_Nonnull socket, const char *_Nonnull endpoint);
int CZMQ_disconnect(void *_Nonnull socket, const char *_Nonnull endpoint);

// Adds a property that peers can read; the public header of libzmq 4.3 keeps the name for draft builds, the library has the
// option in all.
enum { CZMQ_METADATA = 95 };

// MARK: Messages

// Sends all frames of one message, or none. Frame i is bytes[ends[i - 1] ..< ends[i]]. Never waits.
int CZMQ_send(void *_Nonnull socket, const uint8_t *_Nullable bytes, const size_t *_Nonnull ends, size_t frames);

void CZMQ_frame_init(zmq_msg_t *_Nonnull frame);
// Receives one frame; its bytes stay valid until the next call with the same `frame`. Never waits.
int CZMQ_frame_receive(void *_Nonnull socket, zmq_msg_t *_Nonnull frame, const uint8_t *_Nullable *_Nonnull bytes,
                       size_t *_Nonnull count, bool *_Nonnull more);
// Throws away frames of a message that is being received, at most `limit`; says how many, and whether more of it follow.
int CZMQ_frames_discard(void *_Nonnull socket, zmq_msg_t *_Nonnull frame, size_t limit, size_t *_Nonnull discarded,
                        bool *_Nonnull more);
// Gives the frame's memory back; the frame can be used again.
void CZMQ_frame_clear(zmq_msg_t *_Nonnull frame);

// Frames that own their memory, in a row of which the caller has the place. A frame is made by CZMQ_frame_init or
// CZMQ_frame_make and ended by CZMQ_frame_clear, which leaves an empty one that needs no more.
size_t CZMQ_frame_size(const zmq_msg_t *_Nonnull frame);
const uint8_t *_Nullable CZMQ_frame_bytes(const zmq_msg_t *_Nonnull frame);
// Makes a frame of so many bytes and gives the place to write them to; NULL when there is no memory.
uint8_t *_Nullable CZMQ_frame_make(zmq_msg_t *_Nonnull frame, size_t size);
// Makes a frame of memory that stays where it is; when nobody needs it any more, release is called with the hint, once, on any
// thread. -ENOMEM, without a call, when there is no memory for what libzmq notes.
int CZMQ_frame_lend(
    zmq_msg_t *_Nonnull frame, const void *_Nullable bytes, size_t size,
    void (*_Nonnull release)(void *_Nullable bytes, void *_Nullable hint), void *_Nullable hint
);
// Moves frames to a place where there are none yet.
void CZMQ_frames_move(zmq_msg_t *_Nonnull from, zmq_msg_t *_Nonnull to, size_t count);
// Makes the last the first, or the first the last.
void CZMQ_frames_rotate(zmq_msg_t *_Nonnull frames, size_t count, bool forward);
// Sends all frames as one message, or none. A lone frame that was taken is empty then. Never waits.
int CZMQ_frames_send(void *_Nonnull socket, zmq_msg_t *_Nonnull frames, size_t count);
// Receives one frame, in place of an empty one. Never waits.
int CZMQ_frame_take(void *_Nonnull socket, zmq_msg_t *_Nonnull frame, size_t *_Nonnull count, bool *_Nonnull more);

// A property of the connection that a frame came over, which lives as long as the frame; NULL without it. The first
// frame a ROUTER gives, the routing id, has none.
const char *_Nullable CZMQ_frame_property(const zmq_msg_t *_Nonnull frame, const char *_Nonnull name);

// MARK: Connections

// Which process is at the other end, and how much a peer has sent and taken, only Linux tells; elsewhere those are -ENOTSUP.

// The descriptor of the connection that a frame came over; negative without one.
int CZMQ_frame_connection(const zmq_msg_t *_Nonnull frame);
// The number that the system gave the socket of a connection and, as long as it exists, gives no other.
int CZMQ_connection_identify(int descriptor, uint64_t *_Nonnull number);
// 1 when the local end of a connection is this path, or with NULL this TCP port; otherwise 0.
int CZMQ_connection_is_at(int descriptor, const char *_Nullable path, uint16_t port);
// The process at the other end of a Unix socket as it was at connect(2), or at listen(2) for who connected; see unix(7).
int CZMQ_connection_process(int descriptor, uint32_t *_Nonnull user, uint32_t *_Nonnull group,
                            int32_t *_Nonnull process);
// The bytes on their way to the peer that it has not taken yet.
int CZMQ_connection_unread(int descriptor);
// The bytes that have come and were not read yet.
int CZMQ_connection_waiting(int descriptor);
// The bytes that have come over a TCP connection since it was made; negative for any other.
int64_t CZMQ_connection_received(int descriptor);
// Ends a connection; libzmq notices that as if the peer had, and closes the descriptor.
int CZMQ_connection_end(int descriptor);

// MARK: CURVE

enum {
    CZMQ_KEY_BYTES = 32,
    CZMQ_KEY_TEXT = 40,  // In Z85, without a NUL.
};
// With it a socket that names a ZAP domain refuses everybody while no handler is bound; without it, it accepts
// everybody. The public header of libzmq 4.3 keeps the name for draft builds, the library has the option in all.
enum { CZMQ_ZAP_ENFORCE_DOMAIN = 93 };

// Whether libzmq was built with CURVE.
bool CZMQ_curve_exists(void);
// Makes a new pair of keys.
int CZMQ_key_pair(uint8_t *_Nonnull public_key, uint8_t *_Nonnull secret_key);
// Works out the public key that belongs to a secret one.
int CZMQ_key_public(const uint8_t *_Nonnull secret_key, uint8_t *_Nonnull public_key);
// Reads a key in Z85; -EINVAL when the text is none.
int CZMQ_key_decode(const uint8_t *_Nonnull text, size_t count, uint8_t *_Nonnull key);
void CZMQ_key_encode(const uint8_t *_Nonnull key, uint8_t *_Nonnull text);
// Keeps this process out of core dumps, and from debuggers of anybody but root.
void CZMQ_forbid_core_dump(void);
// Overwrites a secret, in a way that no compiler leaves out.
void CZMQ_forget(void *_Nonnull bytes, size_t count);

// MARK: Poll

// Takes in what other threads have left; a set of ZMQ_POLLIN and ZMQ_POLLOUT.
int CZMQ_socket_events(void *_Nonnull socket);
// poll(2); the number of items with events. An interrupted wait counts as 0, so that the caller works out its deadline again.
// A negative timeout waits for ever; milliseconds otherwise.
int CZMQ_wait(struct pollfd *_Nonnull items, int count, int milliseconds);

// MARK: Monitor

int CZMQ_monitor_start(void *_Nonnull socket, const char *_Nonnull endpoint);
int CZMQ_monitor_stop(void *_Nonnull socket);
// Reads the first frame of a monitor message: 16 bits of event, 32 bits of value, in the machine's byte order.
int CZMQ_monitor_decode(const uint8_t *_Nonnull bytes, size_t count, uint16_t *_Nonnull event, int32_t *_Nonnull value);

// MARK: Wake-up

// A descriptor to wait on, and one to write to: an eventfd, which is both, on Linux, and a pipe elsewhere.
int CZMQ_event_new(int *_Nonnull signal);
int CZMQ_event_signal(int signal);
int CZMQ_event_clear(int descriptor);
void CZMQ_event_close(int descriptor, int signal);

// MARK: Thread

// Runs body(argument) on a new detached thread that no asynchronous signal can interrupt.
int CZMQ_thread_start(const char *_Nonnull name, void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument);
// What the calling thread works for; NULL on every thread that never said so.
const void *_Nullable CZMQ_thread_owner(void);
void CZMQ_thread_set_owner(const void *_Nullable owner);

// CLOCK_MONOTONIC, the clock that poll waits on.
int64_t CZMQ_monotonic_nanoseconds(void);

// MARK: Addresses

enum CZMQ_address {
    CZMQ_ADDRESS_NOT_NUMERIC = 0,
    CZMQ_ADDRESS_IPV4 = 1,
    CZMQ_ADDRESS_IPV6 = 2,
    CZMQ_ADDRESS_LOOPBACK = 4,
};
// A set of CZMQ_address bits.
int CZMQ_address_classify(const char *_Nonnull host);

// MARK: Errors

// A macro that Swift does not import: not the turn of a REQ or REP.
enum { CZMQ_EFSM = EFSM };

const char *_Nonnull CZMQ_error_text(int error);

#endif
