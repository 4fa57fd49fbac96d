#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_WATCHED 1
#endif
#endif

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "The system calls of this processor are not known here."
#endif

// MARK: Starting

int CConfinement_start(char *const *arguments, char *const *environment, CConfinement_Process *process) {
    int ends[2];
    // Where it is ignored, as it may be from the first moment on, a process that ends leaves no status, and its number to others.
    signal(SIGCHLD, SIG_DFL);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    int error = posix_spawnattr_setflags(&attributes,
                                         POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    // Made of descriptor 0 itself, dup2 takes the mark away that closes it: posix_spawn(3).
    if (error == 0) error = posix_spawn_file_actions_adddup2(&files, ends[1], 0);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&files, 1);
    if (error == 0) error = posix_spawn(&process->id, arguments[0], &files, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (error != 0) close(ends[0]);
    process->socket = ends[0];
    return error;
}

void CConfinement_allow(pid_t id, unsigned seconds) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(id, &clock) != 0 || clock_gettime(clock, &used) != 0) return;
    struct rlimit limit;
    // Its greatest value stays: to raise that takes a right that a service does not have.
    if (prlimit(id, RLIMIT_CPU, NULL, &limit) != 0) return;
    rlim_t wanted = (rlim_t)used.tv_sec + 1 + seconds;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    prlimit(id, RLIMIT_CPU, &limit, NULL);
}

// MARK: Confining

#ifndef IS_WATCHED

#define FIELD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define END BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
// Allows a call whatever its arguments are.
#define CALL(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), ALLOW
// Allows a call that asks for memory, unless it is to be executed. The third argument of both says so, in its lower half.
#define MEMORY_CALL(name)                                                                                              \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 4), FIELD(args[2]),                                            \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), END, ALLOW

static const char *limit_calls(void) {
    // What the allocator, the locks and the clock of the C library ask for, and the two calls of the conversation.
    struct sock_filter rules[] = {
        FIELD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        END,
        FIELD(nr),
        CALL(read),
        CALL(write),
        MEMORY_CALL(mmap),
        MEMORY_CALL(mprotect),
        CALL(munmap),
        CALL(mremap),
        CALL(madvise),
        CALL(brk),
        CALL(futex),
        CALL(clock_gettime),
        CALL(getrandom),
        CALL(sched_yield),
        CALL(rt_sigreturn),
        CALL(restart_syscall),
        CALL(exit_group),
        END,
    };
    struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
    // By prctl rather than seccomp(2), which the filter of a unit of systemd may not let through.
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? NULL : "seccomp";
}

// Bytes of address space that are in use; 0 when that cannot be told.
static uint64_t address_bytes(void) {
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) return 0;
    unsigned long pages = 0;
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static bool set_limit(__rlimit_resource_t resource, rlim_t most) {
    struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
    return setrlimit(resource, &limit) == 0;
}

#endif

const char *CConfinement_confine(uint64_t addressBytes) {
    const int ignored[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
    // What tools show: the program's own name is that of the link by which it was started.
    prctl(PR_SET_NAME, "decode-pictures", 0, 0, 0);
    // What the C library would open a file for later.
    tzset();
    // Where memory is short, this process is to go, and not the one that holds a store.
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score >= 0) {
        if (write(score, "1000", 4) != 4) errno = 0;
        close(score);
    }
    if (chdir("/") != 0) return "directory";
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no new privileges";
#ifdef IS_WATCHED
    (void)addressBytes;
    return NULL;
#else
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return "no tracing";
    // Whoever would tell of a fault first, as the runtime of Swift does, can tell nobody: the signal itself says most.
    const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) signal(faults[i], SIG_DFL);
    // A filter holds for the thread that installs it. A directory of processes has a link for each entry: proc(5).
    struct stat threads;
    if (stat("/proc/self/task", &threads) != 0 || threads.st_nlink != 3) return "one thread";
    uint64_t inUse = address_bytes();
    if (inUse == 0 || !set_limit(RLIMIT_AS, inUse + addressBytes)) return "memory";
    bool isLimited = set_limit(RLIMIT_CORE, 0) && set_limit(RLIMIT_FSIZE, 0) && set_limit(RLIMIT_NPROC, 0) &&
                     set_limit(RLIMIT_NOFILE, 0);
    return isLimited ? limit_calls() : "limits";
#endif
}

void CConfinement_end(int code) {
#ifdef IS_WATCHED
    // Its sanitizer says at the end what was never given back.
    exit(code);
#else
    _exit(code);
#endif
}
