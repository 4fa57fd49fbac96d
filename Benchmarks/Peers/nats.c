// Request and reply over a NATS server, by its own text protocol: a responder that answers as `echo` does, and a client in
// a closed loop as `load` is. Nothing is kept: whoever is not there gets nothing.
//
//   nats answer PORT
//   nats ask PORT [--window 256] [--for 2] [--warm-up 0.5]
//
// `ask` prints one JSON object; latencies in µs. Every answer is checked.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "evaluate.h"
#include "latencies.h"

enum { BUFFER_ROOM = 1 << 20, SLOTS = 1 << 12 };

// Where messages come in and gather until they leave together.
struct connection {
    int socket;
    size_t from, to, gathered;
    char in[BUFFER_ROOM], out[BUFFER_ROOM];
};

struct message {
    const char *subject, *reply, *bytes;
    size_t subject_length, reply_length, count;
};

static struct connection server;
static struct latencies latencies;
static struct {
    uint64_t number;
    int64_t begin;
    bool is_out;
} slots[SLOTS];

static void gather(const char *bytes, size_t count) {
    CHECK(server.gathered + count <= BUFFER_ROOM, "too much to send at once");
    memcpy(server.out + server.gathered, bytes, count);
    server.gathered += count;
}

static void gather_text(const struct text *text) { gather(text->bytes, text->count); }

// Sends a message: `head` names its subject and is completed here, as `body` is.
static void publish(struct text *head, struct text *body) {
    PUT(head, " ");
    put_number(head, body->count, 0);
    PUT(head, "\r\n");
    PUT(body, "\r\n");
    gather_text(head);
    gather_text(body);
}

static void send_gathered(void) {
    for (size_t sent = 0; sent < server.gathered;) {
        ssize_t count = send(server.socket, server.out + sent, server.gathered - sent, MSG_NOSIGNAL);
        CHECK(count > 0, "the server has gone");
        sent += (size_t)count;
    }
    server.gathered = 0;
}

// Waits for more.
static void receive(void) {
    memmove(server.in, server.in + server.from, server.to - server.from);
    server.to -= server.from;
    server.from = 0;
    ssize_t count = recv(server.socket, server.in + server.to, BUFFER_ROOM - server.to, 0);
    CHECK(count > 0, count < 0 ? strerror(errno) : "the server has gone");
    server.to += (size_t)count;
}

// The word at `*at`, which moves behind it.
static const char *word(const char **at, const char *end, size_t *length) {
    while (*at < end && **at == ' ') (*at)++;
    const char *start = *at;
    while (*at < end && **at != ' ') (*at)++;
    *length = (size_t)(*at - start);
    return start;
}

// The next line that came, with what follows it when it is a message; false when it is not there yet.
static bool next(struct message *message) {
    const char *start = server.in + server.from, *limit = server.in + server.to;
    const char *end = memmem(start, (size_t)(limit - start), "\r\n", 2);
    if (end == NULL) return false;
    const char *rest = end + 2;
    message->bytes = NULL;
    if (memcmp(start, "MSG ", 4) == 0) {
        const char *at = start + 4;
        size_t length;
        message->subject = word(&at, end, &message->subject_length);
        word(&at, end, &length);
        message->reply = word(&at, end, &message->reply_length);
        const char *size = word(&at, end, &length);
        // Without a subject for the reply the size is the third word.
        if (length == 0) size = message->reply;
        message->count = strtoul(size, NULL, 10);
        if (rest + message->count + 2 > limit) return false;
        message->bytes = rest;
        rest += message->count + 2;
    } else if (memcmp(start, "PING", 4) == 0) {
        gather("PONG\r\n", 6);
    } else if (memcmp(start, "-ERR", 4) == 0) {
        FAIL("%.*s", (int)(end - start), start);
    }
    server.from = (size_t)(rest - server.in);
    return true;
}

// Connects, subscribes, and returns when the server knows of it.
static void join(const char *port, const char *subscription) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server.socket = socket(AF_INET, SOCK_STREAM, 0);
    int at_once = 1;
    setsockopt(server.socket, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    CHECK(connect(server.socket, (struct sockaddr *)&address, sizeof address) == 0, strerror(errno));
    gather("CONNECT {\"verbose\":false,\"pedantic\":false}\r\n", 44);
    gather(subscription, strlen(subscription));
    gather("PING\r\n", 6);
    send_gathered();
    do {
        receive();
    } while (memmem(server.in, server.to, "PONG\r\n", 6) == NULL);
    server.from = server.to = 0;
}

static void answer(void) {
    printf("ready nats\n");
    fflush(stdout);
    struct message request;
    while (true) {
        receive();
        while (next(&request)) {
            if (request.bytes == NULL) continue;
            TEXT(body);
            put_evaluated(&body, request.bytes, request.count);
            TEXT(head);
            PUT(&head, "PUB ");
            put_bytes(&head, request.reply, request.reply_length);
            publish(&head, &body);
        }
        send_gathered();
    }
}

static void request(uint64_t number, int64_t now) {
    TEXT(body);
    PUT(&body, "{\"jsonrpc\":\"2.0\",\"id\":\"");
    put_number(&body, (uint64_t)(now / 1000), 13);
    PUT(&body, "-");
    put_number(&body, number, 0);
    PUT(&body, "\",\"method\":\"" EVALUATE ",\"meta\":{\"timeoutms\":60000}}");
    TEXT(head);
    PUT(&head, "PUB calc _INBOX.a.");
    put_number(&head, number, 0);
    publish(&head, &body);
    slots[number % SLOTS].number = number;
    slots[number % SLOTS].begin = now;
    slots[number % SLOTS].is_out = true;
}

// Notes an answer and returns when it was asked for.
static int64_t take(const struct message *reply) {
    static const char inbox[] = "_INBOX.a.";
    size_t place = sizeof inbox - 1, rest = sizeof EVALUATED - 1;
    CHECK(reply->subject_length > place && memcmp(reply->subject, inbox, place) == 0, "an answer for somebody else");
    uint64_t number = strtoul(reply->subject + place, NULL, 10);
    CHECK(slots[number % SLOTS].is_out && slots[number % SLOTS].number == number, "an answer to no question");
    CHECK(reply->count > rest && memcmp(reply->bytes + reply->count - rest, EVALUATED, rest) == 0, "not the result");
    slots[number % SLOTS].is_out = false;
    return slots[number % SLOTS].begin;
}

static void ask(uint64_t window, int64_t warming, int64_t length) {
    struct timeval timeout = {10, 0};
    setsockopt(server.socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    uint64_t sent = 0, answered = 0, counted = 0;
    int64_t now = monotonic_nanoseconds(), counting = now + warming, end = counting + length;
    while (now < end || answered < sent) {
        while (now < end && sent - answered < window) {
            request(sent++, now);
            now = monotonic_nanoseconds();
        }
        send_gathered();
        if (answered == sent) break;
        receive();
        struct message reply;
        while (next(&reply)) {
            if (reply.bytes == NULL) continue;
            int64_t begin = take(&reply);
            answered++;
            now = monotonic_nanoseconds();
            if (now >= counting && now < end) counted++;
            if (begin >= counting && begin < end) latencies_add(&latencies, now - begin);
        }
        now = monotonic_nanoseconds();
    }
    printf("{\"done\":%lu,\"rate\":%.0f,\"acknowledged\":%lu,", counted, (double)counted * 1e9 / (double)length, answered);
    latencies_print(&latencies);
    printf("}\n");
}

int main(int count, char **arguments) {
    if (count < 3) FAIL("usage: nats answer|ask PORT [--window N] [--for S] [--warm-up S]");
    if (strcmp(arguments[1], "answer") == 0) {
        join(arguments[2], "SUB calc 1\r\n");
        answer();
    }
    uint64_t window = (uint64_t)number_option(count, arguments, "--window", 256);
    if (window < 1 || window > SLOTS) FAIL("--window: 1 to %d", SLOTS);
    join(arguments[2], "SUB _INBOX.a.* 1\r\n");
    ask(window, (int64_t)(1e9 * number_option(count, arguments, "--warm-up", 0.5)),
        (int64_t)(1e9 * number_option(count, arguments, "--for", 2)));
}
