#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CSQLite.h"

void csqlite_step_back(const char *name, int niceness) {
    // Faults stay open: they belong to the thread that caused them.
    sigset_t signals;
    sigemptyset(&signals);
    const int asynchronous[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD, SIGALRM};
    for (size_t index = 0; index < sizeof asynchronous / sizeof asynchronous[0]; index++) {
        sigaddset(&signals, asynchronous[index]);
    }
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    pthread_setname_np(pthread_self(), name);
    // Of this thread alone, on Linux, which cuts it off at 19. Counted from the first thread's, which has what the process was
    // started with. Where it is refused, the thread is as good as any.
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, (id_t)getpid()) + niceness);
}
