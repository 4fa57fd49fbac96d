// Appends to jangteo.log as plainly as libpq allows: one prepared statement, one round trip each, blocking.
// usage: append CONNECTION STREAM BYTES SECONDS
#include <arpa/inet.h>
#include <endian.h>
#include <postgresql/libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "latencies.h"

static struct latencies latencies;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void check(PGconn *connection, PGresult *result) {
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fprintf(stderr, "%s", PQerrorMessage(connection));
        exit(1);
    }
    PQclear(result);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: append CONNECTION STREAM BYTES SECONDS\n");
        return 2;
    }
    PGconn *connection = PQconnectdb(argv[1]);
    if (PQstatus(connection) != CONNECTION_OK) {
        fprintf(stderr, "%s", PQerrorMessage(connection));
        return 1;
    }
    size_t size = strtoul(argv[3], NULL, 10);
    char *payload = malloc(size);
    char checksum[32] = {0};
    for (size_t index = 0; index < size; index++) payload[index] = (char)(index * 2654435761u >> 13);
    check(connection, PQprepare(connection, "append",
        "WITH held AS (SELECT FROM jangteo.lease WHERE stream = $1 AND term = $3 FOR SHARE) "
        "INSERT INTO jangteo.log (stream, position, term, writer, payload, checksum) "
        "SELECT $1, $2::int8, $3, $4, $5, $6 FROM held "
        "WHERE CASE WHEN $2::int8 = 1 THEN NOT EXISTS (SELECT FROM jangteo.log WHERE stream = $1) "
        "ELSE EXISTS (SELECT FROM jangteo.log WHERE stream = $1 AND position = $2::int8 - 1) END ON CONFLICT DO NOTHING",
        0, NULL));
    const char *names[] = {argv[2]};
    check(connection, PQexecParams(connection,
        "INSERT INTO jangteo.lease VALUES ($1, 1, 'c', '', clock_timestamp())", 1, NULL, names, NULL, NULL, 0));
    uint64_t position = 0, term = htobe64(1);
    double start = now(), end = start + atof(argv[4]), before = start;
    while (before < end) {
        position++;
        uint64_t place = htobe64(position);
        const char *values[] = {argv[2], (char *)&place, (char *)&term, "c", payload, checksum};
        int lengths[] = {(int)strlen(argv[2]), 8, 8, 1, (int)size, 32}, formats[] = {1, 1, 1, 1, 1, 1};
        PGresult *result = PQexecPrepared(connection, "append", 6, values, lengths, formats, 1);
        if (strcmp(PQcmdTuples(result), "1") != 0) {
            fprintf(stderr, "nothing was added at %lu: %s\n", position, PQerrorMessage(connection));
            return 1;
        }
        PQclear(result);
        double after = now();
        latencies_add(&latencies, (int64_t)((after - before) * 1e9));
        before = after;
    }
    printf("{\"done\":%lu,\"rate\":%.0f,", position, position / (before - start));
    latencies_print(&latencies);
    printf("}\n");
    PQfinish(connection);
    return 0;
}
