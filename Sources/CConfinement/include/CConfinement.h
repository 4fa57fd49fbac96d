//! A process that can reach nothing: how it is started, and how it gives up what it could reach.

#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <stdint.h>
#include <sys/types.h>

/// A process of this program, and the only way to it.
typedef struct CConfinement_Process {
    pid_t id;
    /// A stream socket, closed on exec; the process has the other end as its descriptor 0, and no other.
    int socket;
} CConfinement_Process;

/// Starts a program with a socket to it.
///
/// Every signal has its usual effect there, and a terminal's signals do not reach it. SIGCHLD has its usual effect here from then on,
/// so that the process can be waited for.
///
/// - Parameters:
///   - arguments: The path of the program, its arguments, NULL.
///   - environment: All of its environment, NULL at the end.
///   - process: Receives it.
/// - Returns: 0, or an error number.
int CConfinement_start(char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
                    CConfinement_Process *_Nonnull process);

/// Lets a process run on a processor for so many seconds more, of which SIGXCPU ends it; one that has gone is let be.
void CConfinement_allow(pid_t id, unsigned seconds);

/// Gives up, for good, everything but computing, memory, and reading and writing what is open: seccomp(2), prctl(2),
/// setrlimit(2).
///
/// From then on every other system call ends the process with SIGSYS. Signals that stop a service are ignored: whoever holds
/// the other end of the socket ends it. Programs that are watched by a sanitizer keep their system calls and their memory,
/// which the sanitizer needs.
///
/// - Parameter addressBytes: The most bytes of address space from now on, besides what is in use.
/// - Returns: `NULL`, or what could not be done. The process must have one thread, or it is refused.
const char *_Nullable CConfinement_confine(uint64_t addressBytes);

/// Ends the process without anything else that a program does at its end.
_Noreturn void CConfinement_end(int code);

#endif
