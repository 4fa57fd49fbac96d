// Clients of web-gateway that hold connections, many in one process.
//
//   streams read|stop|half|slow PORT [--count 1000] [--events 0]
//
// read: streams of events, each checked: no position is left out, none comes twice. Says `ready` when all are live, and ends
// with one JSON object when each has heard `--events`, or with SIGTERM.
// stop: streams of events of which nothing is read but their beginnings.
// half: requests that stop in the middle of their heads; a connection that is closed is opened again within a second.
// slow: the same, but the heads go on without an end, one byte a second.
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"

// Of one source address. The system looks through the ports that are taken for each new connection: with 10 000 of them a client
// took most of a processor to connect anew.
enum { PER_ADDRESS = 1000, LINE = 128, BUFFER = 1 << 18 };

struct client {
    int socket;
    // The line that is being read; what is longer is left out.
    char line[LINE];
    unsigned length;
    int64_t id, last, heard;
    bool is_named, is_live;
};

static struct client *clients;
static int count, poller, live, done;
static int64_t wanted, messages, gaps, reopened, first_heard, last_heard;
static bool is_reading, is_half, is_slow;
static uint16_t port;
static volatile sig_atomic_t has_ended;

static void end(int signal) {
    (void)signal;
    has_ended = 1;
}

static void open_client(struct client *client) {
    int number = (int)(client - clients);
    // Addresses of this process's own in 127.0.0.0/8.
    uint32_t address = 0x7F000000 | ((uint32_t)getpid() & 0xFFFF) << 8 | (uint32_t)(2 + number / PER_ADDRESS);
    struct sockaddr_in source = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(address)};
    struct sockaddr_in target = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1, small = 4096;
    *client = (struct client){.socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), .id = -1, .last = -1};
    CHECK(client->socket >= 0, strerror(errno));
    setsockopt(client->socket, IPPROTO_IP, 24 /* IP_BIND_ADDRESS_NO_PORT */, &one, sizeof one);
    if (!is_reading) setsockopt(client->socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    CHECK(bind(client->socket, (struct sockaddr *)&source, sizeof source) == 0, strerror(errno));
    CHECK(connect(client->socket, (struct sockaddr *)&target, sizeof target) == 0, strerror(errno));
    CHECK(fcntl(client->socket, F_SETFL, O_NONBLOCK) == 0, strerror(errno));
    const char *text = is_half ? "GET /events HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
                               : "GET /events?topics=juice. HTTP/1.1\r\nHost: localhost\r\n\r\n";
    CHECK(is_half || send(client->socket, text, strlen(text), MSG_NOSIGNAL) > 0, strerror(errno));
    if (is_half) (void)!send(client->socket, text, strlen(text), MSG_NOSIGNAL);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
    CHECK(epoll_ctl(poller, EPOLL_CTL_ADD, client->socket, &event) == 0, strerror(errno));
}

static void take_line(struct client *client) {
    char *line = client->line;
    line[client->length < LINE ? client->length : LINE - 1] = '\0';
    if (strncmp(line, "HTTP/1.1 ", 9) == 0) {
        if (strncmp(line + 9, "200", 3) != 0) FAIL("streams: %s", line);
    } else if (strncmp(line, "id: juice=", 10) == 0) {
        const char *slash = strchr(line, '/');
        CHECK(slash != NULL, line);
        client->id = strtoll(slash + 1, NULL, 10);
    } else if (strncmp(line, "event: ", 7) == 0) {
        client->is_named = true;
        if (strcmp(line + 7, "resynced") == 0) gaps++;
        if (strcmp(line + 7, "live") == 0 && !client->is_live) {
            client->is_live = true;
            live++;
            if (client->last < 0) client->last = client->id;
        }
    } else if (strncmp(line, "data: ", 6) == 0) {
        if (!client->is_named) {
            if (client->last >= 0 && client->id != client->last + 1) gaps++;
            client->last = client->id;
            messages++;
            if (++client->heard == wanted) done++;
            last_heard = monotonic_nanoseconds();
            if (messages == 1) first_heard = last_heard;
        }
        client->is_named = false;
    }
    client->length = 0;
}

static void take_bytes(struct client *client, const char *bytes, size_t size) {
    while (size > 0) {
        const char *stop = memchr(bytes, '\n', size);
        size_t part = stop ? (size_t)(stop - bytes) : size;
        if (client->length < LINE) {
            size_t room = LINE - client->length;
            memcpy(client->line + client->length, bytes, part < room ? part : room);
        }
        client->length += (unsigned)part;
        if (!stop) return;
        if (client->length > 0 && client->length <= LINE && client->line[client->length - 1] == '\r') client->length--;
        take_line(client);
        bytes += part + 1;
        size -= part + 1;
    }
}

// Reads what is there.
static void take(struct client *client) {
    static char buffer[BUFFER];
    ssize_t size = recv(client->socket, buffer, sizeof buffer, 0);
    // How a head that never ends is refused does not matter.
    if (size > 0 && is_half) return;
    if (size > 0) return take_bytes(client, buffer, (size_t)size);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (is_reading) FAIL("streams: a stream has ended");
    close(client->socket);
    client->socket = -1;
    if (!is_half) done++;
}

// One byte, or a new connection, for each of a thousandth of them: peers that know nothing of each other do not act together.
static void tick(void) {
    static int part;
    part = (part + 1) % 1000;
    for (int number = part; number < count; number += 1000) {
        if (clients[number].socket >= 0) {
            if (is_slow) (void)!send(clients[number].socket, "x", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        } else {
            reopened++;
            open_client(&clients[number]);
        }
    }
}

int main(int argument_count, char **arguments) {
    if (argument_count < 3) FAIL("usage: streams read|stop|half|slow PORT [--count N] [--events N]");
    is_reading = strcmp(arguments[1], "read") == 0;
    is_slow = strcmp(arguments[1], "slow") == 0;
    is_half = is_slow || strcmp(arguments[1], "half") == 0;
    port = (uint16_t)atoi(arguments[2]);
    count = (int)number_option(argument_count, arguments, "--count", 1000);
    wanted = (int64_t)number_option(argument_count, arguments, "--events", 0);
    signal(SIGTERM, end);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    poller = epoll_create1(EPOLL_CLOEXEC);
    clients = calloc((size_t)count, sizeof *clients);
    CHECK(poller >= 0 && clients != NULL, "no memory");

    struct epoll_event events[512];
    int next = 0;
    bool is_ready = false;
    int64_t ticked = monotonic_nanoseconds();
    while (!has_ended && (wanted == 0 || done < count)) {
        if (next < count) open_client(&clients[next++]);
        int found = epoll_wait(poller, events, 512, next < count ? 0 : is_half ? 1 : 100);
        for (int at = 0; at < found; at++) {
            struct client *client = events[at].data.ptr;
            // A reader that has stopped reads no more once it is live.
            if (!is_reading && !is_half && client->is_live) {
                epoll_ctl(poller, EPOLL_CTL_DEL, client->socket, NULL);
                continue;
            }
            take(client);
        }
        int64_t now = monotonic_nanoseconds();
        if (is_half && next == count && now - ticked > 1000000) {
            tick();
            ticked = now;
        }
        if (!is_ready && next == count && (is_half || live == count)) {
            is_ready = true;
            puts("ready");
            fflush(stdout);
        }
    }
    // From the first event to the last.
    double seconds = (double)(last_heard - first_heard) / 1e9;
    printf("{\"streams\":%d,\"messages\":%lld,\"gaps\":%lld,\"reopened\":%lld,\"seconds\":%.3f,\"processor\":%.3f}\n", count,
           (long long)messages, (long long)gaps, (long long)reopened, seconds, processor_seconds());
    return gaps > 0;
}
