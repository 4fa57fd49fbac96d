// The event stream of juice-service: the same bytes, and the positions that a subscriber goes by.
#ifndef BASELINES_EVENT_H
#define BASELINES_EVENT_H

#include <zmq.h>

#include "text.h"

#define EPOCH "5f0c0a52-9d5e-4c55-9a9e-0d7a54c3b1f4"
#define TOPIC "juice.stock.changed.mango."

// An XPUB that is bound; `is_lossless` makes sending wait for slow subscribers instead of dropping what is theirs.
static inline void *publisher_open(void *context, const char *endpoint, int is_lossless) {
    void *publisher = zmq_socket(context, ZMQ_XPUB);
    int waiting = 100000, each = 1;
    zmq_setsockopt(publisher, ZMQ_SNDHWM, &waiting, sizeof waiting);
    // Also a subscription that another subscriber has already, because each wants its marker.
    zmq_setsockopt(publisher, ZMQ_XPUB_VERBOSE, &each, sizeof each);
    zmq_setsockopt(publisher, ZMQ_XPUB_NODROP, &is_lossless, sizeof is_lossless);
    CHECK(zmq_bind(publisher, endpoint) == 0, zmq_strerror(errno));
    return publisher;
}

static inline void publish_position(void *publisher, const char *topic, size_t length, uint64_t sequence) {
    TEXT(position);
    PUT(&position, "{\"epoch\":\"" EPOCH "\",\"sequence\":");
    put_number(&position, sequence, 0);
    PUT(&position, ",\"time\":\"");
    put_time(&position, unix_milliseconds());
    PUT(&position, "\"}");
    zmq_send(publisher, topic, length, ZMQ_SNDMORE);
    zmq_send(publisher, position.bytes, position.count, 0);
}

// Answers each new subscription to a `~sync.` topic with its marker; returns how many there were.
static inline int answer_subscriptions(void *publisher, uint64_t sequence) {
    char frame[128];
    int joined = 0, count;
    while ((count = zmq_recv(publisher, frame, sizeof frame, ZMQ_DONTWAIT)) >= 0) {
        if (count < 7 || frame[0] != 1 || memcmp(frame + 1, "~sync.", 6) != 0) continue;
        publish_position(publisher, frame + 1, (size_t)count - 1, sequence);
        joined++;
    }
    return joined;
}

static inline void publish_event(void *publisher, uint64_t sequence, const struct text *time, const char *causation,
                                 size_t causation_length, const char *data, size_t data_length) {
    TEXT(event);
    PUT(&event, "{\"specversion\":\"1.0\",\"id\":\"" EPOCH "/");
    put_number(&event, sequence, 0);
    PUT(&event, "\",\"source\":\"/juice-service\",\"type\":\"juice.stock.changed\",\"subject\":\"mango\",\"time\":\"");
    put_bytes(&event, time->bytes, time->count);
    PUT(&event, "\",\"datacontenttype\":\"application/json\",\"sequence\":\"");
    put_number(&event, sequence, 20);
    if (sequence > 1) {
        PUT(&event, "\",\"previoussequence\":\"");
        put_number(&event, sequence - 1, 20);
    }
    PUT(&event, "\",\"epoch\":\"" EPOCH "\",\"causationid\":\"");
    put_bytes(&event, causation, causation_length);
    PUT(&event, "\",\"data\":");
    put_bytes(&event, data, data_length);
    PUT(&event, "}");
    zmq_send(publisher, TOPIC, sizeof TOPIC - 1, ZMQ_SNDMORE);
    zmq_send(publisher, event.bytes, event.count, 0);
}

#endif
