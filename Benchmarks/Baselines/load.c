// One client of a service or of a baseline: the same for both, so that it costs both the same.
//
//   load evaluate|order|ping ENDPOINT [--window 256] [--rate 0] [--for 2] [--warm-up 0.5]
//
// Closed loop: `window` requests are out at any time. With a rate, open loop: requests are due at their times whether or
// not the service keeps up, at most `window` of them are out, and latency counts from when a request was due. Every
// answer is checked: its id, and that it is the result. Prints one JSON object; latencies in µs.
#include <poll.h>
#include <zmq.h>

#include "evaluate.h"
#include "latencies.h"

// More than can be out, so that a number finds its slot by its low bits.
enum { SLOTS = 1 << 17 };

// How long an open loop sleeps at least, in ns: what falls due meanwhile leaves together, late, and its latency counts
// from when it was due. Woken for each of 28 000 orders/s, this client took half a core of a machine that has two.
enum { TICK = 1000000 };

struct slot {
    uint64_t number;
    int64_t due;
    bool is_out;
};

static struct slot slots[SLOTS];
static struct latencies latencies;
static uint64_t sent, answered, counted, wrong;
static int64_t begin, counting, end;

static struct text method;
static bool has_key;
// What follows the id in the answer: all of it of a read, which never changes, and the beginning of it of an order.
static struct text expected;
static bool is_expected_whole;

// A key that grows with time, of the form of a UUID of version 7, as our clients make them.
static void put_key(struct text *text, int64_t now) {
    static const char hexadecimal[] = "0123456789abcdef";
    static uint64_t state = 0x9E3779B97F4A7C15;
    static int64_t offset, milliseconds, counter;
    if (offset == 0) {
        offset = unix_milliseconds() - now / 1000000;
        state ^= (uint64_t)now;
    }
    int64_t present = now / 1000000 + offset;
    if (present > milliseconds) {
        milliseconds = present;
        counter = 0;
    } else if (++counter > 0xFFF) {
        milliseconds++;
        counter = 0;
    }
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    uint64_t high = (uint64_t)milliseconds << 16 | 0x7000 | (uint64_t)counter;
    uint64_t low = (state & 0x3FFFFFFFFFFFFFFF) | 0x8000000000000000;
    char key[36];
    int place = 0;
    for (int digit = 0; digit < 32; digit++) {
        if (digit == 8 || digit == 12 || digit == 16 || digit == 20) key[place++] = '-';
        uint64_t word = digit < 16 ? high : low;
        key[place++] = hexadecimal[word >> (60 - digit % 16 * 4) & 15];
    }
    put_bytes(text, key, sizeof key);
}

// An id is the time of sending in µs and the number, so that whoever sees it in an event knows how old the order is.
static void put_request(struct text *text, uint64_t number, int64_t now) {
    text->count = 0;
    PUT(text, "{\"jsonrpc\":\"2.0\",\"id\":\"");
    put_number(text, (uint64_t)(now / 1000), 13);
    PUT(text, "-");
    put_number(text, number, 0);
    PUT(text, "\",\"method\":\"");
    put_bytes(text, method.bytes, method.count);
    PUT(text, ",\"meta\":{");
    if (has_key) {
        PUT(text, "\"idempotencykey\":\"");
        put_key(text, now);
        PUT(text, "\",");
    }
    PUT(text, "\"timeoutms\":60000}}");
}

// The number in the id of an answer; `rest` is what follows the id.
static bool read_id(const char *bytes, size_t count, uint64_t *number, const char **rest) {
    static const char start[] = "{\"jsonrpc\":\"2.0\",\"id\":\"";
    size_t place = sizeof start - 1;
    if (count < place + 15 || memcmp(bytes, start, place) != 0 || bytes[place + 13] != '-') return false;
    *number = 0;
    for (place += 14; place < count && bytes[place] >= '0' && bytes[place] <= '9'; place++) {
        *number = *number * 10 + (uint64_t)(bytes[place] - '0');
    }
    *rest = bytes + place;
    return true;
}

static bool is_right(const char *rest, size_t count) {
    if (count < expected.count || memcmp(rest, expected.bytes, expected.count) != 0) return false;
    return !is_expected_whole || count == expected.count;
}

static void take(const char *bytes, size_t count, int64_t now) {
    uint64_t number;
    const char *rest;
    struct slot *slot = NULL;
    if (read_id(bytes, count, &number, &rest)) slot = &slots[number % SLOTS];
    if (slot == NULL || !slot->is_out || slot->number != number) {
        FAIL("an answer to no question, or a second one: %.*s", (int)count, bytes);
    }
    slot->is_out = false;
    answered++;
    if (!is_right(rest, count - (size_t)(rest - bytes))) {
        if (wrong++ == 0) fprintf(stderr, "not the result: %.*s\n", (int)count, bytes);
        return;
    }
    if (now >= counting && now < end) counted++;
    if (slot->due >= counting && slot->due < end) latencies_add(&latencies, now - slot->due);
}

static bool send_one(void *dealer, int64_t due, int64_t now) {
    struct text request;
    put_request(&request, sent, now);
    if (zmq_send(dealer, request.bytes, request.count, ZMQ_DONTWAIT) < 0) {
        CHECK(errno == EAGAIN, zmq_strerror(errno));
        return false;
    }
    slots[sent % SLOTS] = (struct slot){.number = sent, .due = due, .is_out = true};
    sent++;
    return true;
}

static bool receive_all(void *dealer) {
    bool any = false;
    zmq_msg_t reply;
    zmq_msg_init(&reply);
    while (zmq_msg_recv(&reply, dealer, ZMQ_DONTWAIT) >= 0) {
        any = true;
        CHECK(!zmq_msg_more(&reply), "an answer of several frames");
        take(zmq_msg_data(&reply), zmq_msg_size(&reply), monotonic_nanoseconds());
    }
    zmq_msg_close(&reply);
    return any;
}

// Waits for an answer, at most until a moment; zmq_poll would do it to the millisecond only.
static void wait_until(void *dealer, int64_t moment) {
    int descriptor, events;
    size_t size = sizeof descriptor;
    zmq_getsockopt(dealer, ZMQ_FD, &descriptor, &size);
    size = sizeof events;
    zmq_getsockopt(dealer, ZMQ_EVENTS, &events, &size);
    // Asked for its events, the socket signals those that come later.
    if (events & ZMQ_POLLIN) return;
    int64_t left = moment - monotonic_nanoseconds();
    if (left <= 0) return;
    struct timespec limit = {left / 1000000000, left % 1000000000};
    struct pollfd item = {descriptor, POLLIN, 0};
    ppoll(&item, 1, &limit, NULL);
}

static void choose(const char *name) {
    if (strcmp(name, "evaluate") == 0) {
        PUT(&method, EVALUATE);
        is_expected_whole = true;
    } else if (strcmp(name, "ping") == 0) {
        PUT(&method, "service.ping\"");
        is_expected_whole = false;
    } else if (strcmp(name, "order") == 0) {
        PUT(&method, "juice.order\",\"params\":{\"juice\":\"mango\",\"quantity\":1}");
        PUT(&expected, "\",\"result\":{\"id\":\"");
        has_key = true;
    } else {
        FAIL("nothing is called %s: evaluate, order, ping", name);
    }
}

// Learns the answer that all later ones have to be, and that somebody is there.
static void ask_first(void *dealer) {
    struct text request;
    put_request(&request, sent++, monotonic_nanoseconds());
    zmq_send(dealer, request.bytes, request.count, 0);
    zmq_pollitem_t item = {dealer, 0, ZMQ_POLLIN, 0};
    if (zmq_poll(&item, 1, 5000) <= 0) FAIL("nobody answers");
    zmq_msg_t reply;
    zmq_msg_init(&reply);
    zmq_msg_recv(&reply, dealer, 0);
    uint64_t number;
    const char *rest, *bytes = zmq_msg_data(&reply);
    size_t count = zmq_msg_size(&reply);
    CHECK(read_id(bytes, count, &number, &rest) && number == 0, "the first answer has another id");
    if (memmem(rest, count - (size_t)(rest - bytes), "\"result\":", 9) != rest + 2) FAIL("%.*s", (int)count, bytes);
    if (is_expected_whole) put_bytes(&expected, rest, count - (size_t)(rest - bytes));
    else if (expected.count == 0) PUT(&expected, "\",\"result\":");
    answered++;
    if (!is_right(rest, count - (size_t)(rest - bytes))) FAIL("%.*s", (int)count, bytes);
    zmq_msg_close(&reply);
}

int main(int count, char **arguments) {
    if (count < 3) FAIL("usage: load evaluate|order|ping ENDPOINT [--window N] [--rate N] [--for S] [--warm-up S]");
    choose(arguments[1]);
    uint64_t window = (uint64_t)number_option(count, arguments, "--window", 256);
    double rate = number_option(count, arguments, "--rate", 0);
    int64_t length = (int64_t)(1e9 * number_option(count, arguments, "--for", 2));
    int64_t warming = (int64_t)(1e9 * number_option(count, arguments, "--warm-up", 0.5));
    if (window < 1 || window > SLOTS) FAIL("--window: 1 to %d", SLOTS);

    void *context = zmq_ctx_new();
    void *dealer = zmq_socket(context, ZMQ_DEALER);
    int waiting = 16384;
    zmq_setsockopt(dealer, ZMQ_SNDHWM, &waiting, sizeof waiting);
    zmq_setsockopt(dealer, ZMQ_RCVHWM, &waiting, sizeof waiting);
    CHECK(zmq_connect(dealer, arguments[2]) == 0, zmq_strerror(errno));
    ask_first(dealer);

    begin = monotonic_nanoseconds();
    counting = begin + warming;
    end = counting + length;
    double interval = rate > 0 ? 1e9 / rate : 0;
    uint64_t first = sent;
    double processor = 0;
    int64_t now = begin, silent = begin;
    while (now < end || answered < sent) {
        if (processor == 0 && now >= counting) processor = processor_seconds();
        int64_t next = end;
        while (now < end && sent - answered < window) {
            int64_t due = rate > 0 ? begin + (int64_t)((double)(sent - first) * interval) : now;
            if (due > now) {
                next = due > now + TICK ? due : now + TICK;
                if (next > end) next = end;
                break;
            }
            if (!send_one(dealer, due, now)) break;
            // Each of a burst leaves a little later; in a closed loop that counts.
            if (rate == 0) now = monotonic_nanoseconds();
        }
        if (receive_all(dealer)) silent = monotonic_nanoseconds();
        else wait_until(dealer, now < end ? next : now + 100000000);
        now = monotonic_nanoseconds();
        if (now - silent > INT64_C(10000000000) && answered < sent) FAIL("%lu unanswered", sent - answered);
    }
    processor = processor_seconds() - processor;
    printf("{\"done\":%lu,\"rate\":%.0f,\"acknowledged\":%lu,\"wrong\":%lu,\"processor\":%.3f,", counted,
           (double)counted * 1e9 / (double)length, answered - wrong, wrong, processor);
    latencies_print(&latencies);
    printf("}\n");
    zmq_close(dealer);
    zmq_ctx_term(context);
    return wrong > 0;
}
