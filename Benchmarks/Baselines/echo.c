// A ROUTER that answers every request with the bytes of calc-service's answer to the formula of `load`, and does nothing
// else: what libzmq itself allows.
//
//   echo ENDPOINT
#include "evaluate.h"
#include "router.h"

int main(int count, char **arguments) {
    if (count != 2) FAIL("usage: echo ENDPOINT");
    void *context = zmq_ctx_new();
    void *router = router_open(context, arguments[1]);
    char endpoint[256];
    size_t size = sizeof endpoint;
    CHECK(zmq_getsockopt(router, ZMQ_LAST_ENDPOINT, endpoint, &size) == 0, zmq_strerror(errno));
    printf("ready echo rpc=%s\n", endpoint);
    fflush(stdout);
    zmq_pollitem_t item = {router, 0, ZMQ_POLLIN, 0};
    while (true) {
        if (zmq_poll(&item, 1, -1) < 0) continue;
        for (int turn = 0; turn < LARGEST_BATCH; turn++) {
            zmq_msg_t peer, request;
            zmq_msg_init(&peer);
            if (zmq_msg_recv(&peer, router, ZMQ_DONTWAIT) < 0) break;
            zmq_msg_init(&request);
            CHECK(zmq_msg_more(&peer) && zmq_msg_recv(&request, router, 0) >= 0, "a request without a frame");
            CHECK(!zmq_msg_more(&request), "a request of several frames");
            TEXT(reply);
            put_evaluated(&reply, zmq_msg_data(&request), zmq_msg_size(&request));
            zmq_msg_close(&request);
            // A peer that has gone is no fault.
            if (zmq_msg_send(&peer, router, ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0) zmq_msg_close(&peer);
            else zmq_send(router, reply.bytes, reply.count, ZMQ_DONTWAIT);
        }
    }
}
