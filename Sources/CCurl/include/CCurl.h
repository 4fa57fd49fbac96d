//! libcurl, as far as requests to one address need it: its functions have variable arguments, which Swift cannot call.

#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One address to which requests are sent, one at a time. Everything but waking belongs to one thread.
typedef struct CCurl CCurl;

/// Prepares requests. Once in a process, before its other threads use libcurl.
///
/// - Parameters:
///   - url: Where they go, by http or https. No proxy of the environment is used, and no redirection followed.
///   - certificates: A file with the certificates that are trusted for https; `NULL` for those of the system.
/// - Returns: `NULL` when there is no memory, or the process has as many files open as it may.
CCurl *_Nullable ccurl_make(const char *_Nonnull url, const char *_Nullable certificates);

void ccurl_free(CCurl *_Nonnull curl);

/// Adds a header, `name: value`, to all requests. Returns whether there was memory for it.
bool ccurl_add_header(CCurl *_Nonnull curl, const char *_Nonnull line);

/// Ends the wait in progress, or else the next one; from any thread.
void ccurl_wake(CCurl *_Nonnull curl);

/// Waits so many milliseconds, or until it is woken.
void ccurl_wait(CCurl *_Nonnull curl, int milliseconds);

/// Begins a request `POST`. Returns whether there was memory for it.
bool ccurl_post(CCurl *_Nonnull curl, const uint8_t *_Nonnull body, size_t count);

/// Goes on with it for at most so many milliseconds, or until it is woken. Returns whether it has not ended yet.
bool ccurl_continue(CCurl *_Nonnull curl, int milliseconds);

/// Ends it. Returns the status of the answer, of which nothing else is read; 0 when there was none.
long ccurl_end(CCurl *_Nonnull curl);

/// Why the last request had no answer.
const char *_Nonnull ccurl_reason(const CCurl *_Nonnull curl);

#endif
