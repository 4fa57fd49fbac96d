/* A client in C with CZMQ and json-c: client call METHOD PARAMS, or client follow COUNT. docs/bindings.md says what is
   set where. cc client.c -o client $(pkg-config --cflags --libs libczmq json-c) */
#include <czmq.h>
#include <json.h>

typedef struct json_object json;

static zsock_t *opened(int kind, const char *endpoint, const char *const *topics) {
    zsock_t *socket = zsock_new(kind);
    zsock_set_linger(socket, 0);
    zsock_set_rcvtimeo(socket, 10000);
    zsock_set_heartbeat_ivl(socket, 5000); /* Without it, a connection that went silently is never missed. */
    for (; topics && *topics; topics++) zsock_set_subscribe(socket, *topics);
    if (getenv("SERVER_KEY")) {
        zsock_set_curve_serverkey(socket, getenv("SERVER_KEY"));
        zsock_set_curve_publickey(socket, getenv("PUBLIC_KEY"));
        zsock_set_curve_secretkey(socket, getenv("SECRET_KEY"));
    }
    if (zsock_connect(socket, "%s", endpoint)) zsock_destroy(&socket);
    return socket;
}

static json *member(json *object, const char *name) {
    json *value = NULL;
    json_object_object_get_ex(object, name, &value);
    return value;
}

/* The result, which ends with `reply`; NULL when there is none. */
static json *call(zsock_t *rpc, const char *method, json *params, json **reply) {
    json *request = json_object_new_object();
    json_object_object_add(request, "jsonrpc", json_object_new_string("2.0"));
    json_object_object_add(request, "id", json_object_new_int(1));
    json_object_object_add(request, "method", json_object_new_string(method));
    json_object_object_add(request, "params", params);
    zstr_send(rpc, json_object_to_json_string_ext(request, JSON_C_TO_STRING_PLAIN));
    json_object_put(request);
    char *text = zstr_recv(rpc);
    *reply = text ? json_tokener_parse(text) : NULL;
    zstr_free(&text);
    json *error = member(*reply, "error");
    if (!*reply) fprintf(stderr, "no answer\n");
    if (error) fprintf(stderr, "refused: %s\n", json_object_get_string(member(member(error, "data"), "reason")));
    return member(*reply, "result");
}

static int64_t sequence(json *message) { return json_object_get_int64(member(message, "sequence")); }

/* What went by before we were there: up to `newest`, or less if it cannot be had. */
static int64_t replayed(zsock_t *rpc, int64_t position, int64_t newest) {
    while (position < newest) {
        json *params = json_object_new_object(), *reply;
        json_object_object_add(params, "after", json_object_new_int64(position));
        json *page = call(rpc, "events.replay", params, &reply), *events = member(page, "events");
        for (size_t i = 0; page && i < json_object_array_length(events); i++) {
            json *event = json_object_array_get_idx(events, i);
            printf("replayed %ld %s\n", sequence(event), json_object_get_string(member(event, "subject")));
        }
        position = page ? json_object_get_int64(member(page, "next")) : newest;
        json_object_put(reply);
    }
    return position;
}

static int follow(zsock_t *rpc, int64_t count) {
    zuuid_t *random = zuuid_new();
    char *marker = zsys_sprintf("~sync.%.32s.", zuuid_str(random));
    for (char *digit = marker; *digit; digit++) *digit = tolower(*digit);
    zsock_t *events = opened(ZMQ_SUB, getenv("EVENTS"), (const char *[]){"juice.", marker, NULL});
    int64_t position = 0;
    bool joined = false, done = false;
    char *topic, *text;
    while (!done && events && zstr_recvx(events, &topic, &text, NULL) == 2) {
        json *message = json_tokener_parse(text);
        bool is_marker = streq(topic, marker), is_event = member(message, "specversion");
        int64_t newest = sequence(message);
        joined = joined || is_marker;
        if (joined) position = replayed(rpc, position, newest - is_event);
        if (joined && is_event && position < newest) {
            printf("received %ld %s\n", newest, json_object_get_string(member(message, "subject")));
            position = newest;
        }
        done = !is_marker && !is_event && position >= count;
        if (is_marker || done) printf("%s %ld\n", done ? "heartbeat" : "joined", position);
        json_object_put(message);
        zstr_free(&topic);
        zstr_free(&text);
    }
    zsock_destroy(&events);
    zuuid_destroy(&random);
    zstr_free(&marker);
    return done ? 0 : 1;
}

int main(int count, char **words) {
    if (count < 3) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    zsock_t *rpc = opened(ZMQ_DEALER, getenv("RPC"), NULL);
    int status = 2;
    if (rpc && count > 3 && streq(words[1], "call")) {
        json *reply, *result = call(rpc, words[2], json_tokener_parse(words[3]), &reply);
        if (result) puts(json_object_to_json_string_ext(result, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
        status = !result;
        json_object_put(reply);
    } else if (rpc) {
        status = follow(rpc, atoll(words[2]));
    }
    zsock_destroy(&rpc);
    return status;
}
