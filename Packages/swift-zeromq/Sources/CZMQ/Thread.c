#include "CZMQ.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <time.h>

struct start {
    void (*body)(void *);
    void *argument;
    char name[16];  // What Linux keeps of a thread's name, with its NUL.
};

static void *run(void *raw) {
    struct start start = *(struct start *)raw;
    free(raw);
#ifdef __APPLE__
    pthread_setname_np(start.name);
#else
    pthread_setname_np(pthread_self(), start.name);
#endif
    start.body(start.argument);
    return NULL;
}

int CZMQ_thread_start(const char *name, void (*body)(void *), void *argument) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) {
        return -ENOMEM;
    }
    start->body = body;
    start->argument = argument;
    strncpy(start->name, name, sizeof start->name - 1);
    start->name[sizeof start->name - 1] = '\0';

    // A thread inherits the mask of its maker: blocking here leaves no moment in which a signal can land on the new
    // thread. Faults stay open: they belong to the thread that caused them, and crash reports come from their handlers.
    sigset_t blocked, previous;
    sigfillset(&blocked);
    const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) {
        sigdelset(&blocked, faults[index]);
    }
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_SETMASK, &blocked, &previous);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, run, start);
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    pthread_attr_destroy(&attributes);
    if (error != 0) {
        free(start);
    }
    return -error;
}

static _Thread_local const void *current_owner = NULL;

const void *CZMQ_thread_owner(void) { return current_owner; }

void CZMQ_thread_set_owner(const void *owner) { current_owner = owner; }

int64_t CZMQ_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
