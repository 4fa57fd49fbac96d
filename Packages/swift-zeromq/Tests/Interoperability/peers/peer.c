// A socket of libzmq in C with the command line and the lines of InteropPeer: see Tests/InteropPeer/Job.swift.

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

enum { MOST_FRAMES = 8, LONGEST = 66000 };

struct message {
    int count;
    size_t sizes[MOST_FRAMES];
    unsigned char *frames[MOST_FRAMES];
};

static void check(bool is_right, const char *what) {
    if (!is_right) {
        printf("failed %s: %s\n", what, zmq_strerror(errno));
        exit(1);
    }
}

static void append(struct message *message, const void *bytes, size_t size) {
    unsigned char *copy = malloc(size + 1);
    memcpy(copy, bytes, size);
    message->frames[message->count] = copy;
    message->sizes[message->count++] = size;
}

static void clear(struct message *message) {
    while (message->count > 0) {
        free(message->frames[--message->count]);
    }
}

static void append_sample(struct message *message, int number, const char *topic) {
    static const size_t sizes[] = {0, 1, 255, 256, LONGEST};
    static unsigned char bytes[LONGEST];
    char text[16];
    append(message, topic, strlen(topic));
    append(message, text, (size_t)snprintf(text, sizeof text, "%d", number));
    size_t size = sizes[number % 5];
    memset(bytes, number & 255, size);
    append(message, bytes, size);
}

static bool are_equal(const struct message *one, const struct message *other) {
    bool equal = one->count == other->count;
    for (int i = 0; equal && i < one->count; i++) {
        equal = one->sizes[i] == other->sizes[i] && memcmp(one->frames[i], other->frames[i], one->sizes[i]) == 0;
    }
    return equal;
}

static void send_message(void *socket, const struct message *message) {
    for (int i = 0; i < message->count; i++) {
        int flags = i + 1 < message->count ? ZMQ_SNDMORE : 0;
        // A ROUTER that asks waits until it knows its peer.
        while (zmq_send(socket, message->frames[i], message->sizes[i], flags) < 0) {
            check(errno == EHOSTUNREACH, "send");
            poll(NULL, 0, 2);
        }
    }
}

static void receive_message(void *socket, struct message *message) {
    int more = 1;
    while (more) {
        zmq_msg_t frame;
        zmq_msg_init(&frame);
        check(zmq_msg_recv(&frame, socket, 0) >= 0, "receive");
        check(message->count < MOST_FRAMES, "count frames");
        append(message, zmq_msg_data(&frame), zmq_msg_size(&frame));
        more = zmq_msg_more(&frame);
        zmq_msg_close(&frame);
    }
}

static void report(int number, bool is_right) { printf("%s %d\n", is_right ? "right" : "wrong", number); }

static bool is(const char *one, const char *other) { return strcmp(one, other) == 0; }

static void converse(void *socket, const char *role, bool asks, int count) {
    for (int number = 0; number < count; number++) {
        struct message question = {0}, answer = {0};
        if (asks) {
            if (is(role, "router")) {
                append(&question, "server", 6);
            }
            if (is(role, "router") || is(role, "dealer")) {
                append(&question, "", 0);
            }
            append_sample(&question, number, "a.");
            send_message(socket, &question);
            receive_message(socket, &answer);
            report(number, are_equal(&question, &answer));
        } else {
            receive_message(socket, &question);
            send_message(socket, &question);
            report(number, true);
        }
        clear(&question);
        clear(&answer);
    }
}

static void receive(void *socket, const char *role, int count) {
    int first = 0;
    for (int number = 0; number < count; number++) {
        struct message message = {0}, expected = {0};
        receive_message(socket, &message);
        if (number == 0 && !is(role, "pull") && message.count == 3) {
            message.frames[1][message.sizes[1]] = 0;
            first = atoi((const char *)message.frames[1]);
        }
        append_sample(&expected, first + number, "a.");
        report(number, are_equal(&message, &expected));
        clear(&message);
        clear(&expected);
    }
}

static void publish(void *socket, const char *role) {
    struct message message = {0};
    if (is(role, "xpub")) {
        receive_message(socket, &message);
        printf("wish %.*s\n", (int)message.sizes[0] - 1, (const char *)message.frames[0] + 1);
        clear(&message);
    }
    struct pollfd input = {.fd = 0, .events = POLLIN};
    for (int number = 0; poll(&input, 1, 2) == 0; number++) {
        for (int i = 0; i < 2; i++) {
            append_sample(&message, number, i == 0 ? "b." : "a.");
            send_message(socket, &message);
            clear(&message);
        }
    }
}

// Finds a key in a file of certificates.
static void read_key(const char *path, const char *name, char *key) {
    char text[4096] = "";
    FILE *file = fopen(path, "r");
    check(file != NULL && fread(text, 1, sizeof text - 1, file) > 0, "read keys");
    fclose(file);
    const char *place = strstr(text, name);
    check(place != NULL && sscanf(place + strlen(name), " = \"%40[^\"]\"", key) == 1, "find a key");
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    static const struct { const char *name; int type; } roles[] = {
        {"pair", ZMQ_PAIR}, {"pub", ZMQ_PUB}, {"sub", ZMQ_SUB}, {"xpub", ZMQ_XPUB}, {"xsub", ZMQ_XSUB},
        {"request", ZMQ_REQ}, {"reply", ZMQ_REP}, {"dealer", ZMQ_DEALER}, {"router", ZMQ_ROUTER},
        {"push", ZMQ_PUSH}, {"pull", ZMQ_PULL},
    };
    check(argc >= 6, "read the command line");
    const char *role = argv[1], *action = argv[4];
    int count = atoi(argv[5]), type = -1;
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        type = is(role, roles[i].name) ? roles[i].type : type;
    }
    void *context = zmq_ctx_new(), *socket = zmq_socket(context, type);
    check(socket != NULL, "make a socket");
    // Whoever has had enough of what is published is gone.
    int linger = is(action, "publish") ? 0 : 20000, on = 1;
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    bool has_keys = false, has_server = false;
    for (int i = 6; i + 1 < argc; i += 2) {
        char key[41];
        if (is(argv[i], "--keys")) {
            has_keys = true;
            read_key(argv[i + 1], "public-key", key);
            check(zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, key, sizeof key) == 0, "set a key");
            read_key(argv[i + 1], "secret-key", key);
            check(zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, key, sizeof key) == 0, "set a key");
        } else if (is(argv[i], "--server")) {
            has_server = true;
            check(zmq_setsockopt(socket, ZMQ_CURVE_SERVERKEY, argv[i + 1], 41) == 0, "set a key");
        }
    }
    if (has_keys && !has_server) {
        check(zmq_setsockopt(socket, ZMQ_CURVE_SERVER, &on, sizeof on) == 0, "be a server");
    }
    if (is(role, "router")) {
        zmq_setsockopt(socket, ZMQ_ROUTER_MANDATORY, &on, sizeof on);
    }
    if (is(action, "echo") && (is(role, "router") || is(role, "dealer"))) {
        zmq_setsockopt(socket, ZMQ_ROUTING_ID, "server", 6);
    }
    if (is(role, "sub")) {
        zmq_setsockopt(socket, ZMQ_SUBSCRIBE, "a.", 2);
    }
    if (is(argv[2], "bind")) {
        char endpoint[256];
        size_t size = sizeof endpoint;
        check(zmq_bind(socket, argv[3]) == 0, "bind");
        zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, endpoint, &size);
        printf("bound %s\n", endpoint);
    } else {
        check(zmq_connect(socket, argv[3]) == 0, "connect");
    }
    if (is(role, "xsub")) {
        zmq_send(socket, "\1a.", 3, 0);
    }
    if (is(action, "send")) {
        for (int number = 0; number < count; number++) {
            struct message message = {0};
            append_sample(&message, number, "a.");
            send_message(socket, &message);
            clear(&message);
        }
    } else if (is(action, "receive")) {
        receive(socket, role, count);
    } else if (is(action, "publish")) {
        publish(socket, role);
    } else {
        converse(socket, role, is(action, "ask"), count);
    }
    zmq_close(socket);
    zmq_ctx_term(context);
    puts("done");
    return 0;
}
