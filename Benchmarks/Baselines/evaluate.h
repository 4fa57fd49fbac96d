// What is asked of calc-service and what it answers, for those that ask or answer without it.
#ifndef BASELINES_EVALUATE_H
#define BASELINES_EVALUATE_H

#include "text.h"

#define EVALUATE "calc.evaluate\",\"params\":{\"formula\":\"1234.5×2−10÷3\"}"

// What follows the id in its answer.
#define EVALUATED                                                                                           \
    "\",\"result\":{\"value\":\"819.6666666666666666666666666666667\",\"display\":\"819.666666666667\"},"  \
    "\"meta\":{\"source\":\"/calc-service\"}}"

// Appends the answer to a request; ends the program when that is none of ours.
static inline void put_evaluated(struct text *reply, const char *request, size_t count) {
    size_t length;
    const char *id = quoted(request, count, "\"id\":\"", &length);
    CHECK(id != NULL, "a request that is none of ours");
    PUT(reply, "{\"jsonrpc\":\"2.0\",\"id\":\"");
    put_bytes(reply, id, length);
    PUT(reply, EVALUATED);
}

#endif
