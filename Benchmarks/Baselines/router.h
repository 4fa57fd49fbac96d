// The socket that requests come to.
#ifndef BASELINES_ROUTER_H
#define BASELINES_ROUTER_H

#include <zmq.h>

#include "common.h"

// A ROUTER that is bound; an answer that cannot be delivered is an error.
static inline void *router_open(void *context, const char *endpoint) {
    void *router = zmq_socket(context, ZMQ_ROUTER);
    int waiting = 16384, mandatory = 1;
    zmq_setsockopt(router, ZMQ_SNDHWM, &waiting, sizeof waiting);
    zmq_setsockopt(router, ZMQ_RCVHWM, &waiting, sizeof waiting);
    zmq_setsockopt(router, ZMQ_ROUTER_MANDATORY, &mandatory, sizeof mandatory);
    CHECK(zmq_bind(router, endpoint) == 0, zmq_strerror(errno));
    return router;
}

#endif
