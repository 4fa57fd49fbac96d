/* Orders a juice, and does it once whatever happens on the way: cc order.c -o order -lzmq && ./order mango */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <zmq.h>

enum { attempts = 10, milliseconds = 2000, largest = 1 << 20 };

int main(int count, char **words) {
    const char *run = getenv("JANGTEO_RUN_DIR");
    const char *juice = count > 1 ? words[1] : "mango";
    if (!run) {
        fprintf(stderr, "where is juice-service? export JANGTEO_RUN_DIR=$(deploy/gateway paths run)\n");
        return 2;
    }
    if (strspn(juice, "abcdefghijklmnopqrstuvwxyz-") != strlen(juice)) return 2;

    /* Names what is wanted: the same key twice is one order. */
    unsigned char random[16];
    char key[33], endpoint[256], request[512];
    if (getrandom(random, sizeof random, 0) != sizeof random) return 2;
    for (int i = 0; i < 16; i++) snprintf(key + 2 * i, 3, "%02x", random[i]);

    void *context = zmq_ctx_new();
    void *socket = zmq_socket(context, ZMQ_DEALER);
    int none = 0, limit = milliseconds, unanswered = 0;
    zmq_setsockopt(socket, ZMQ_LINGER, &none, sizeof none);
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &limit, sizeof limit);
    snprintf(endpoint, sizeof endpoint, "ipc://%s/juice.rpc", run);
    if (zmq_connect(socket, endpoint)) return 2;

    char *reply = malloc(largest + 1);
    for (int attempt = 1; reply && attempt <= attempts; attempt++) {
        int length = snprintf(request, sizeof request,
            "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"juice.order\",\"params\":{\"juice\":\"%s\"},"
            "\"meta\":{\"idempotencykey\":\"%s\",\"timeoutms\":%d}}", attempt, juice, key, milliseconds);
        zmq_send(socket, request, length, 0);
        int size = zmq_recv(socket, reply, largest, 0);
        if (size < 0) {
            unanswered++;
            fprintf(stderr, "no answer; sending again under the key %s\n", key);
            continue;
        }
        reply[size < largest ? size : largest] = 0;
        /* A late answer to an earlier sending says the same: one key has one result. A program with more calls reads
           the id, with a JSON library. */
        if (strstr(reply, "\"result\":{")) return puts(reply) < 0;
        if (strstr(reply, "\"retryable\":true")) {
            zmq_poll(NULL, 0, 100L * attempt);
        } else if (!unanswered) {
            fprintf(stderr, "refused: %s\n", reply);
            return 1;
        } else {
            break; /* It says nothing about the sendings before, which may arrive yet. */
        }
    }
    fprintf(stderr, "nobody knows whether it was done under the key %s\n", key);
    return 5;
}
