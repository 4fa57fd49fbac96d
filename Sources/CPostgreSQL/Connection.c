#include "CPostgreSQL.h"

#include <string.h>

enum { MAX_SETTINGS = 64, MAX_PARAMETERS = 16 };

static void take_notice(void *argument, const PGresult *notice) {
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity != NULL && strcmp(severity, "WARNING") == 0) {
        int *warnings = argument;
        *warnings += 1;
    }
}

PGconn *CPostgreSQL_connect(const char *settings, int count, int *warnings) {
    const char *keywords[MAX_SETTINGS + 1] = {0};
    const char *values[MAX_SETTINGS + 1] = {0};
    if (count > MAX_SETTINGS) {
        return NULL;
    }
    for (int index = 0; index < count; index++) {
        keywords[index] = settings;
        settings += strlen(settings) + 1;
        values[index] = settings;
        settings += strlen(settings) + 1;
    }
    PGconn *connection = PQconnectStartParams(keywords, values, 0);
    if (connection != NULL) {
        // A failed attempt has no result to ask for its SQLSTATE; in this form the message has it.
        PQsetErrorVerbosity(connection, PQERRORS_VERBOSE);
        PQsetNoticeReceiver(connection, take_notice, warnings);
    }
    return connection;
}

bool CPostgreSQL_send(PGconn *connection, const char *statement, const uint8_t *bytes, const size_t *ends, int count) {
    const char *values[MAX_PARAMETERS];
    int lengths[MAX_PARAMETERS];
    int formats[MAX_PARAMETERS];
    if (count > MAX_PARAMETERS) {
        return false;
    }
    for (int index = 0; index < count; index++) {
        size_t start = index == 0 ? 0 : ends[index - 1];
        values[index] = (const char *)bytes + start;
        lengths[index] = (int)(ends[index] - start);
        formats[index] = 1;
    }
    return PQsendQueryPrepared(connection, statement, count, values, lengths, formats, 1) == 1;
}
