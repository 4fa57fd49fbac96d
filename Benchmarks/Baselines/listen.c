// Subscribers that count: raw SUB sockets on one thread, each with its own join marker.
//
//   listen ENDPOINT --subscribers N --events M
//
// Each ends with event M; a sequence that is not the next one ends the program with a fault. An event's age is told by
// its `causationid`, which begins with the time of the order in µs. Prints one JSON object: events per second of all from
// the first to the last one, and their ages in µs.
#include <zmq.h>

#include "latencies.h"
#include "text.h"

struct subscriber {
    void *socket;
    uint64_t next, last;
    bool is_joined;
};

static struct latencies latencies;
static uint64_t received;

static uint64_t digits(const char *bytes) {
    uint64_t number = 0;
    while (*bytes >= '0' && *bytes <= '9') number = number * 10 + (uint64_t)(*bytes++ - '0');
    return number;
}

static uint64_t member(const char *bytes, size_t count, const char *before) {
    const char *start = memmem(bytes, count, before, strlen(before));
    CHECK(start != NULL, "an event lacks a member");
    return digits(start + strlen(before));
}

// Takes what is there, up to 256 messages; true when the subscriber has its last event.
static bool take(struct subscriber *subscriber, uint64_t events, int64_t now) {
    zmq_msg_t topic, json;
    zmq_msg_init(&topic);
    zmq_msg_init(&json);
    bool is_over = false;
    for (int turn = 0; turn < 256 && !is_over; turn++) {
        if (zmq_msg_recv(&topic, subscriber->socket, ZMQ_DONTWAIT) < 0) break;
        CHECK(zmq_msg_more(&topic) && zmq_msg_recv(&json, subscriber->socket, 0) >= 0, "a message of one frame");
        const char *name = zmq_msg_data(&topic), *bytes = zmq_msg_data(&json);
        size_t count = zmq_msg_size(&json);
        if (name[0] == '~') {
            subscriber->next = member(bytes, count, "\"sequence\":") + 1;
            subscriber->last = subscriber->next + events - 1;
            subscriber->is_joined = true;
            continue;
        }
        if (!subscriber->is_joined || memcmp(name, "juice.stock.", 12) != 0) continue;
        uint64_t sequence = member(bytes, count, "\"sequence\":\"");
        if (sequence != subscriber->next) FAIL("event %lu came where %lu was next", sequence, subscriber->next);
        latencies_add(&latencies, now - (int64_t)member(bytes, count, "\"causationid\":\"") * 1000);
        received++;
        is_over = subscriber->next++ == subscriber->last;
    }
    zmq_msg_close(&topic);
    zmq_msg_close(&json);
    return is_over;
}

int main(int count, char **arguments) {
    if (count < 2) FAIL("usage: listen ENDPOINT --subscribers N --events M");
    int subscribers = (int)number_option(count, arguments, "--subscribers", 1), left = subscribers, joined = 0;
    uint64_t events = (uint64_t)number_option(count, arguments, "--events", 100000);
    struct subscriber *all = calloc((size_t)subscribers, sizeof *all);
    zmq_pollitem_t *items = calloc((size_t)subscribers, sizeof *items);
    CHECK(all != NULL && items != NULL, "no memory");
    void *context = zmq_ctx_new();
    for (int at = 0; at < subscribers; at++) {
        void *socket = all[at].socket = zmq_socket(context, ZMQ_SUB);
        int waiting = 100000;
        zmq_setsockopt(socket, ZMQ_RCVHWM, &waiting, sizeof waiting);
        char topic[64];
        snprintf(topic, sizeof topic, "~sync.%016lx.", (unsigned long)monotonic_nanoseconds() * 4096 + (unsigned long)at);
        zmq_setsockopt(socket, ZMQ_SUBSCRIBE, "juice.", 6);
        // Last: whoever gets the marker has all of the others too.
        zmq_setsockopt(socket, ZMQ_SUBSCRIBE, topic, strlen(topic));
        CHECK(zmq_connect(socket, arguments[1]) == 0, zmq_strerror(errno));
        items[at] = (zmq_pollitem_t){socket, 0, ZMQ_POLLIN, 0};
    }
    int64_t first = 0, last = 0;
    double processor = 0;
    while (left > 0) {
        if (zmq_poll(items, subscribers, 10000) <= 0) FAIL("silence: %d subscribers wait for events", left);
        int64_t now = monotonic_nanoseconds();
        for (int at = 0; at < subscribers; at++) {
            if (!(items[at].revents & ZMQ_POLLIN)) continue;
            bool was_joined = all[at].is_joined;
            if (take(&all[at], events, now)) {
                zmq_close(items[at].socket);
                // Without a socket and with an invalid descriptor an item is passed over.
                items[at] = (zmq_pollitem_t){NULL, -1, 0, 0};
                left--;
            }
            if (!was_joined && all[at].is_joined && ++joined == subscribers) {
                printf("ready listen\n");
                fflush(stdout);
            }
        }
        if (received > 0 && first == 0) {
            first = now;
            processor = processor_seconds();
        }
        last = now;
    }
    last = monotonic_nanoseconds();
    printf("{\"done\":%lu,\"rate\":%.0f,\"processor\":%.3f,", received, (double)received * 1e9 / (double)(last - first),
           processor_seconds() - processor);
    latencies_print(&latencies);
    printf("}\n");
    zmq_ctx_term(context);
}
