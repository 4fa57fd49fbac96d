// What subscribers that leave cost libzmq: prints how many pieces of memory it asks for, for each of their topics.
//
//   leaving SUBSCRIBERS TOPICS
//
// It counts work, which a time would not: for each node that libzmq visits on its way through the topics of all it asks for
// a piece or two. See test_hostile_kit.py.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

static unsigned long pieces;

// In place of the C library's, also for libzmq.
void *__libc_malloc(size_t size);

void *malloc(size_t size) {
    __atomic_fetch_add(&pieces, 1, __ATOMIC_RELAXED);
    return __libc_malloc(size);
}

static void require(int is_so, const char *what) {
    if (is_so) return;
    fprintf(stderr, "%s: %s\n", what, zmq_strerror(zmq_errno()));
    exit(1);
}

// Takes so many notices of topics that somebody asks for (1), or nobody any more (0).
static void receive(void *publisher, int count, char kind) {
    char notice[64];
    for (; count > 0; count--) {
        require(zmq_recv(publisher, notice, sizeof notice, 0) > 0 && notice[0] == kind, "receive a notice");
    }
}

int main(int count, char **arguments) {
    require(count == 3, "usage: leaving SUBSCRIBERS TOPICS");
    int subscribers = atoi(arguments[1]), topics = atoi(arguments[2]);
    void *context = zmq_ctx_new(), *publisher = zmq_socket(context, ZMQ_XPUB);
    void **all = calloc(subscribers, sizeof *all);
    int no_limit = 0;
    require(zmq_setsockopt(publisher, ZMQ_RCVHWM, &no_limit, sizeof no_limit) == 0, "set an option");
    require(zmq_bind(publisher, "inproc://publisher") == 0, "bind");
    for (int index = 0; index < subscribers; index++) {
        all[index] = zmq_socket(context, ZMQ_SUB);
        require(all[index] && zmq_connect(all[index], "inproc://publisher") == 0, "connect");
        for (int number = 0; number < topics; number++) {
            char topic[40];
            // Spread over all numbers, so that they differ from the first byte on.
            int size = snprintf(topic, sizeof topic, "%08x of a subscriber", (index * topics + number) * 2654435761u);
            require(zmq_setsockopt(all[index], ZMQ_SUBSCRIBE, topic, size) == 0, "subscribe");
        }
        receive(publisher, topics, 1);
    }
    unsigned long before = pieces;
    for (int index = 0; index < subscribers; index++) zmq_close(all[index]);
    receive(publisher, subscribers * topics, 0);
    printf("%lu\n", (pieces - before) / (subscribers * topics));
    zmq_close(publisher);
    zmq_ctx_term(context);
    free(all);
    return 0;
}
