#include "CPostgreSQL.h"

#include <string.h>

enum { MAX_SETTINGS = 64, MAX_PARAMETERS = 16 };

static void take_notice(void *argument, const PGresult *notice) {
    CPostgreSQL_Warnings *warnings = argument;
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity == NULL || strcmp(severity, "WARNING") != 0) {
        return;
    }
    // The text is in the server's language; the function of its source is not. Where a server keeps that to itself, nobody
    // knows what it warns of.
    const char *function = PQresultErrorField(notice, PG_DIAG_SOURCE_FUNCTION);
    if (function == NULL || strcmp(function, "SyncRepWaitForLSN") == 0) {
        warnings->unreplicated += 1;
        return;
    }
    const char *text = PQresultErrorField(notice, PG_DIAG_MESSAGE_PRIMARY);
    warnings->others += 1;
    strncpy(warnings->text, text == NULL ? "" : text, sizeof warnings->text - 1);
}

const char *CPostgreSQL_warning_text(const CPostgreSQL_Warnings *warnings) { return warnings->text; }

PGconn *CPostgreSQL_connect(const char *settings, int count, CPostgreSQL_Warnings *warnings) {
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

bool CPostgreSQL_send(PGconn *connection, const char *statement, bool is_prepared, const uint8_t *bytes, const size_t *ends,
                      int count) {
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
    if (is_prepared) {
        return PQsendQueryPrepared(connection, statement, count, values, lengths, formats, 1) == 1;
    }
    return PQsendQueryParams(connection, statement, count, NULL, values, lengths, formats, 1) == 1;
}
