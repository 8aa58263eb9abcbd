// Time, yields, and the identity and the specific data of a thread are virtual.
#include "checker.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

uint64_t now;

// The thread-specific data of each fiber.
enum { MOST_KEYS = 64 };
static void *specific[MOST_FIBERS][MOST_KEYS];
static void (*destructors[MOST_KEYS])(void *);

void resetSystem(void) {
  now = 1000000;
  memset(specific, 0, sizeof specific);
}

extern int __real_clock_gettime(clockid_t, struct timespec *);

// Of the processor, so that a search is as complete beside other programs as alone.
double seconds(void) {
  struct timespec time;
  __real_clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

#define HERE __builtin_return_address(0)

int __wrap_sched_yield(void) {
  if (current < 0) return 0;
  record("yield", -1, HERE, NULL, 0, 0);
  waitForChange();
  return 0;
}

int __wrap_usleep(unsigned microseconds) {
  if (current < 0) return 0;
  now += microseconds * 1000ull;
  record("sleep", -1, HERE, NULL, microseconds, 0);
  waitForChange();
  return 0;
}

// A millisecond may pass before each look at the clock.
int __wrap_clock_gettime(clockid_t clock, struct timespec *time) {
  if (current < 0 || !isExecuting) return __real_clock_gettime(clock, time);
  bool mayJump = isScheduling && used.jumps < bounds.jumps;
  if (choose(2, mayJump)) {
    used.jumps++;
    now += 1000000;
    record("a millisecond passes", -1, HERE, NULL, 0, 0);
  }
  observe(now);
  time->tv_sec = now / 1000000000;
  time->tv_nsec = now % 1000000000;
  return 0;
}

extern pthread_t __real_pthread_self(void);
pthread_t __wrap_pthread_self(void) { return current < 0 ? __real_pthread_self() : (pthread_t)(0x1000 + 16 * current); }

extern int __real_pthread_key_create(pthread_key_t *, void (*)(void *));
int __wrap_pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  int code = __real_pthread_key_create(key, destructor);
  if (code == 0 && *key < MOST_KEYS) destructors[*key] = destructor;
  return code;
}

// Frees the specific data of all threads, as their ends do. Called when nothing else runs.
void freeSpecific(void) {
  for (int fiber = 0; fiber < MOST_FIBERS; fiber++) {
    for (int key = 0; key < MOST_KEYS; key++) {
      void *value = specific[fiber][key];
      specific[fiber][key] = NULL;
      if (value && destructors[key]) destructors[key](value);
    }
  }
}

extern void *__real_pthread_getspecific(pthread_key_t);
void *__wrap_pthread_getspecific(pthread_key_t key) {
  if (current < 0) return __real_pthread_getspecific(key);
  if (key >= MOST_KEYS) abort();
  return specific[current][key];
}

extern int __real_pthread_setspecific(pthread_key_t, const void *);
int __wrap_pthread_setspecific(pthread_key_t key, const void *value) {
  if (current < 0) return __real_pthread_setspecific(key, value);
  if (key >= MOST_KEYS) abort();
  specific[current][key] = (void *)value;
  return 0;
}

// Room on the stack would have the same address in each fiber's frame of the same depth, and is not in an arena.
bool __wrap_swift_stdlib_isStackAllocationSafe(size_t size, size_t alignment) { return false; }
