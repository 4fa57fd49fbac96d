// What the Swift program does, written against libzmq by hand: see bench.py for the arguments and what is printed.

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

static int size;
static int count;
static char *bytes;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void check(bool is_good, const char *what) {
    if (!is_good) {
        fprintf(stderr, "%s: %s\n", what, zmq_strerror(errno));
        exit(1);
    }
}

static void send_one(void *socket) {
    zmq_msg_t message;
    check(zmq_msg_init_size(&message, size) == 0, "make a message");
    memcpy(zmq_msg_data(&message), bytes, size);
    check(zmq_msg_send(&message, socket, 0) >= 0, "send");
}

static void receive_one(void *socket) {
    zmq_msg_t message;
    zmq_msg_init(&message);
    check(zmq_msg_recv(&message, socket, 0) == size, "receive");
    zmq_msg_close(&message);
}

static void *make(void *context, int type, const char *server_key, const char *public_key, const char *secret_key, bool is_server) {
    void *socket = zmq_socket(context, type);
    int mark = 10000, linger = -1, one = 1;
    zmq_setsockopt(socket, ZMQ_SNDHWM, &mark, sizeof mark);
    zmq_setsockopt(socket, ZMQ_RCVHWM, &mark, sizeof mark);
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    if (*server_key == '\0') {
        return socket;
    }
    if (is_server) {
        check(zmq_setsockopt(socket, ZMQ_CURVE_SERVER, &one, sizeof one) == 0, "be a server");
    } else {
        check(zmq_setsockopt(socket, ZMQ_CURVE_SERVERKEY, server_key, 40) == 0, "set the server's key");
        check(zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, public_key, 40) == 0, "set the public key");
    }
    check(zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, secret_key, 40) == 0, "set the secret key");
    return socket;
}

static void latency(void *client, void *server) {
    // Both ends in one thread when there are two.
    double start = now();
    for (int number = 0; number < count; number++) {
        send_one(client);
        if (server != NULL) {
            zmq_msg_t message;
            zmq_msg_init(&message);
            check(zmq_msg_recv(&message, server, 0) == size, "receive");
            check(zmq_msg_send(&message, server, 0) >= 0, "send");
        }
        receive_one(client);
    }
    printf("%.9f\n", now() - start);
}

int main(int argc, char **argv) {
    check(argc == 8, "peer KIND ENDPOINT SIZE COUNT SERVER-KEY PUBLIC-KEY SECRET-KEY");
    const char *kind = argv[1], *endpoint = argv[2];
    size = atoi(argv[3]);
    count = atoi(argv[4]);
    bytes = calloc(1, size);
    void *context = zmq_ctx_new();
    bool is_latency = strstr(kind, "latency") != NULL;
    bool is_inproc = strstr(kind, "inproc") != NULL;
    bool is_server = strstr(kind, "server") != NULL;
    int there = is_latency ? ZMQ_PAIR : ZMQ_PULL, here = is_latency ? ZMQ_PAIR : ZMQ_PUSH;
    if (is_inproc) {
        void *server = make(context, there, "", "", "", true), *client = make(context, here, "", "", "", false);
        check(zmq_bind(server, "inproc://bench") == 0 && zmq_connect(client, "inproc://bench") == 0, "connect");
        if (is_latency) {
            latency(client, server);
        } else {
            double start = now();
            for (int sent = 0; sent < count; sent += 1000) {
                for (int number = 0; number < 1000; number++) send_one(client);
                for (int number = 0; number < 1000; number++) receive_one(server);
            }
            printf("%.9f\n", now() - start);
        }
        zmq_close(client);
        zmq_close(server);
    } else if (is_server) {
        void *server = make(context, there, argv[5], argv[6], argv[7], true);
        check(zmq_bind(server, endpoint) == 0, "bind");
        char bound[256];
        size_t length = sizeof bound;
        zmq_getsockopt(server, ZMQ_LAST_ENDPOINT, bound, &length);
        printf("%s\n", bound);
        fflush(stdout);
        if (is_latency) {
            for (int number = 0; number < count; number++) {
                zmq_msg_t message;
                zmq_msg_init(&message);
                check(zmq_msg_recv(&message, server, 0) == size, "receive");
                check(zmq_msg_send(&message, server, 0) >= 0, "send");
            }
        } else {
            // From the first message on: the connection is not what is measured.
            receive_one(server);
            double start = now();
            for (int number = 1; number < count; number++) receive_one(server);
            printf("%.9f\n", now() - start);
        }
        zmq_close(server);
    } else {
        void *client = make(context, here, argv[5], argv[6], argv[7], false);
        check(zmq_connect(client, endpoint) == 0, "connect");
        if (is_latency) {
            latency(client, NULL);
        } else {
            for (int number = 0; number < count; number++) send_one(client);
            // libzmq may give up a connection that its peer has ended before it has read all that came over it.
            while (getchar() != EOF) {
            }
        }
        zmq_close(client);
    }
    zmq_ctx_term(context);
    return 0;
}
