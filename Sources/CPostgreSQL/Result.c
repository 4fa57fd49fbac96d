#include "CPostgreSQL.h"

#include <string.h>

static const char *field(const PGresult *result, int code) {
    const char *text = PQresultErrorField(result, code);
    return text == NULL ? "" : text;
}

const char *CPostgreSQL_state(const PGresult *result) { return field(result, PG_DIAG_SQLSTATE); }

const char *CPostgreSQL_message(const PGresult *result) {
    const char *text = field(result, PG_DIAG_MESSAGE_PRIMARY);
    return *text == '\0' ? PQresultErrorMessage(result) : text;
}

bool CPostgreSQL_is_fatal(const PGresult *result) {
    const char *severity = field(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    return strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0;
}
