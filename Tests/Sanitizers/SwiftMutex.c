// Tells the thread sanitizer of Synchronization.Mutex what it cannot see: without it, whatever a mutex guards looks like
// a race as soon as two threads wait for it. scripts/sanitize loads this before the programs.
//
// Locking and unlocking without contention is compiled into the callers, where the sanitizer sees it. With contention it
// happens in libswiftSynchronization, which is not built with it: these two functions of that library (Swift 6.3, Linux)
// stand in front of the library's own.

#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Of the sanitizer; not there in the shells and interpreters that start the programs.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    SWIFT void (*lock)(uint32_t, SELF void *) = (SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK);
    lock(thread, mutex);
    if (__tsan_acquire) {
        __tsan_acquire(mutex);
    }
}

SWIFT void unlock_slow(SELF void *mutex) {
    SWIFT void (*unlock)(SELF void *) = (SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) {
        __tsan_release(mutex);
    }
    unlock(mutex);
}
