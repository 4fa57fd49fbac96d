//! libpq, and what Swift cannot say to it: arrays of texts and parameters, a callback for notices.

#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Debian has a folder for it, others have not.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

/// What a server has warned of.
typedef struct {
    /// That a commit may not be on its standby.
    int unreplicated;
    /// Of something else.
    int others;
    /// The last of those, as the server says it; cut off where it is long.
    char text[256];
} CPostgreSQL_Warnings;

/// The text of the last warning of something else.
const char *_Nonnull CPostgreSQL_warning_text(const CPostgreSQL_Warnings *_Nonnull warnings);

/// Begins to connect, without waiting (PQconnectStartParams).
///
/// - Parameters:
///   - settings: Keywords and values in turn, each with a closing NUL; of a keyword that comes twice the last one counts.
///   - count: How many keywords there are.
///   - warnings: Takes the warnings of the server from then on; must live as long as the connection. Nothing is printed.
/// - Returns: A connection that sends without waiting; `NULL` when there is no memory for it.
PGconn *_Nullable CPostgreSQL_connect(const char *_Nonnull settings, int count,
                                     CPostgreSQL_Warnings *_Nonnull warnings);

/// Sends a statement with binary parameters, for a binary result.
///
/// - Parameters:
///   - statement: The name of one that is prepared, or else the text of one that gets no name.
///   - bytes: All parameters, one after the other: parameter i is `bytes[ends[i - 1] ..< ends[i]]`.
///   - count: How many there are; at most 16.
/// - Returns: Whether it was queued; otherwise PQerrorMessage tells why not.
bool CPostgreSQL_send(PGconn *_Nonnull connection, const char *_Nonnull statement, bool is_prepared,
                      const uint8_t *_Nonnull bytes, const size_t *_Nonnull ends, int count);

/// The SQLSTATE of a result, five characters; empty where the failure is the client's own.
const char *_Nonnull CPostgreSQL_state(const PGresult *_Nonnull result);

/// What the server says that went wrong, without its prefixes.
const char *_Nonnull CPostgreSQL_message(const PGresult *_Nonnull result);

/// Whether the server ended the connection with this error.
bool CPostgreSQL_is_fatal(const PGresult *_Nonnull result);

#endif
