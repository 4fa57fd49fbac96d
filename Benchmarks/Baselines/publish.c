// Publishes the events of juice-service as fast as its subscribers take them, or at a rate.
//
//   publish ENDPOINT --subscribers N --events M [--rate R]
//
// Begins when all subscribers have joined, gives each its marker, waits for the slow ones instead of dropping what is
// theirs, and ends when the last one has left.
#include "event.h"

int main(int count, char **arguments) {
    if (count < 2) FAIL("usage: publish ENDPOINT --subscribers N --events M [--rate R]");
    int subscribers = (int)number_option(count, arguments, "--subscribers", 1);
    uint64_t events = (uint64_t)number_option(count, arguments, "--events", 100000);
    double rate = number_option(count, arguments, "--rate", 0);
    void *context = zmq_ctx_new();
    void *publisher = publisher_open(context, arguments[1], 1);
    printf("ready publish\n");
    fflush(stdout);
    zmq_pollitem_t item = {publisher, 0, ZMQ_POLLIN, 0};
    for (int joined = 0; joined < subscribers;) {
        if (zmq_poll(&item, 1, 30000) <= 0) FAIL("only %d of %d subscribers joined", joined, subscribers);
        joined += answer_subscriptions(publisher, 0);
    }
    int64_t begin = monotonic_nanoseconds(), heartbeat = begin;
    for (uint64_t sequence = 1; sequence <= events; sequence++) {
        int64_t now = monotonic_nanoseconds();
        int64_t due = rate > 0 ? begin + (int64_t)((double)sequence * 1e9 / rate) : now;
        while (now < due) {
            struct timespec left = {(due - now) / 1000000000, (due - now) % 1000000000};
            nanosleep(&left, NULL);
            now = monotonic_nanoseconds();
        }
        TEXT(time);
        TEXT(causation);
        TEXT(data);
        put_time(&time, unix_milliseconds());
        put_number(&causation, (uint64_t)(due / 1000), 13);
        PUT(&causation, "-");
        put_number(&causation, sequence, 0);
        PUT(&data, "{\"fruit\":\"mango\",\"previous\":");
        put_number(&data, 1000000000 - 3 * sequence, 0);
        PUT(&data, ",\"quantity\":");
        put_number(&data, 1000000000 - 3 * sequence - 3, 0);
        PUT(&data, ",\"delta\":-3,\"version\":");
        put_number(&data, sequence + 1, 0);
        PUT(&data, ",\"cause\":\"order\",\"ref\":\"");
        put_number(&data, sequence, 0);
        PUT(&data, "\"}");
        publish_event(publisher, sequence, &time, causation.bytes, causation.count, data.bytes, data.count);
        if (now - heartbeat >= INT64_C(1000000000)) {
            publish_position(publisher, "juice.heartbeat.", 16, sequence);
            heartbeat = now;
        }
    }
    // Subscribers that have everything leave; what they have not read yet is theirs until then.
    while (zmq_poll(&item, 1, 1000) >= 0) {
        char frame[128];
        int size = zmq_recv(publisher, frame, sizeof frame, ZMQ_DONTWAIT);
        if (size > 6 && frame[0] == 0 && memcmp(frame + 1, "~sync.", 6) == 0 && --subscribers == 0) break;
        if (size < 0) publish_position(publisher, "juice.heartbeat.", 16, events);
    }
    zmq_close(publisher);
    zmq_ctx_term(context);
}
