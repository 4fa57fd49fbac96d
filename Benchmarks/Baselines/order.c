// juice-service's order in one thread of C: ROUTER, SQLite, XPUB. Takes what is there, decides, commits once, answers,
// publishes. What a plain C program gets from libzmq and SQLite with the same guarantee.
//
//   order RPC-ENDPOINT EVENTS-ENDPOINT DIRECTORY
#include "event.h"
#include "journal.h"
#include "router.h"

struct request {
    zmq_msg_t peer, json;
    struct entry entry;
    bool is_repeat;
    uint64_t stored_sequence;
};

static struct request requests[LARGEST_BATCH];
static struct journal journal;
static uint64_t number, sequence, version;
static int64_t level;

static bool receive(void *router, struct request *request) {
    zmq_msg_init(&request->peer);
    if (zmq_msg_recv(&request->peer, router, ZMQ_DONTWAIT) < 0) return false;
    zmq_msg_init(&request->json);
    CHECK(zmq_msg_more(&request->peer) && zmq_msg_recv(&request->json, router, 0) >= 0, "a request without a frame");
    return true;
}

static void decide(struct request *request, int64_t milliseconds) {
    struct entry *entry = &request->entry;
    const char *bytes = zmq_msg_data(&request->json);
    size_t count = zmq_msg_size(&request->json), juice_length;
    entry->causation = quoted(bytes, count, "\"id\":\"", &entry->causation_length);
    entry->key = quoted(bytes, count, "\"idempotencykey\":\"", &entry->key_length);
    const char *juice = quoted(bytes, count, "\"juice\":\"", &juice_length);
    CHECK(entry->causation != NULL && entry->key != NULL && juice != NULL, "a request that is none of ours");
    CHECK(juice_length == 5 && memcmp(juice, "mango", 5) == 0, "another juice");
    CHECK(level >= 3, "no mangoes are left");
    entry->number = number + 1;
    entry->sequence = sequence + 1;
    entry->milliseconds = milliseconds;
    entry_fill(entry, level, version + 1);
    request->is_repeat = !journal_insert(&journal, entry, sequence);
    if (request->is_repeat) {
        journal_find(&journal, entry->key, entry->key_length, &entry->result, &request->stored_sequence);
        return;
    }
    request->stored_sequence = entry->sequence;
    number++;
    sequence++;
    version++;
    level -= 3;
}

static void answer(void *router, struct request *request) {
    struct entry *entry = &request->entry;
    TEXT(reply);
    PUT(&reply, "{\"jsonrpc\":\"2.0\",\"id\":\"");
    put_bytes(&reply, entry->causation, entry->causation_length);
    PUT(&reply, "\",\"result\":");
    put_bytes(&reply, entry->result.bytes, entry->result.count);
    PUT(&reply, ",\"meta\":{\"source\":\"/juice-service\",\"epoch\":\"" EPOCH "\",\"sequence\":");
    put_number(&reply, request->stored_sequence, 0);
    if (request->is_repeat) PUT(&reply, ",\"replayed\":true");
    PUT(&reply, "}}");
    if (zmq_msg_send(&request->peer, router, ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0) zmq_msg_close(&request->peer);
    else zmq_send(router, reply.bytes, reply.count, ZMQ_DONTWAIT);
}

int main(int count, char **arguments) {
    if (count != 4) FAIL("usage: order RPC-ENDPOINT EVENTS-ENDPOINT DIRECTORY");
    journal_open(&journal, arguments[3]);
    journal_load(&journal, &number, &sequence, &level, &version);
    void *context = zmq_ctx_new();
    void *router = router_open(context, arguments[1]);
    void *publisher = publisher_open(context, arguments[2], 0);
    printf("ready order\n");
    fflush(stdout);
    int64_t heartbeat = monotonic_nanoseconds();
    zmq_pollitem_t items[] = {{router, 0, ZMQ_POLLIN, 0}, {publisher, 0, ZMQ_POLLIN, 0}};
    while (true) {
        if (zmq_poll(items, 2, 1000) < 0) continue;
        answer_subscriptions(publisher, sequence);
        int batch = 0;
        while (batch < LARGEST_BATCH && receive(router, &requests[batch])) batch++;
        if (batch > 0) {
            TEXT(time);
            int64_t milliseconds = unix_milliseconds();
            put_time(&time, milliseconds);
            journal_begin(&journal);
            for (int at = 0; at < batch; at++) decide(&requests[at], milliseconds);
            journal_commit(&journal, level, version, sequence);
            for (int at = 0; at < batch; at++) answer(router, &requests[at]);
            for (int at = 0; at < batch; at++) {
                struct entry *entry = &requests[at].entry;
                if (!requests[at].is_repeat) {
                    publish_event(publisher, entry->sequence, &time, entry->causation, entry->causation_length,
                                  entry->data.bytes, entry->data.count);
                }
                zmq_msg_close(&requests[at].json);
            }
        }
        int64_t now = monotonic_nanoseconds();
        if (now - heartbeat >= INT64_C(1000000000)) {
            publish_position(publisher, "juice.heartbeat.", 16, sequence);
            heartbeat = now;
        }
    }
}
