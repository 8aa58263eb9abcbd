// Runs optimized Swift code on fibers, and searches the interleavings of its atomic operations.
//
// `swiftc -sanitize=thread` calls a function at each access to memory. This runtime stands in for the sanitizer's. It
// switches fibers at atomic operations and retains, and repeats an execution with other choices until none are left.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Replaces the function of this name in all libraries. Everything else is hidden from them.
#define EXPORTED __attribute__((visibility("default")))

enum {
  MOST_THREADS = 4,
  WORKERS = 2,      // fibers that perform the blocks of dispatch queues and the jobs of tasks
  FRAME = 7,        // the code that makes a scenario, and checks it when all threads have returned
  MOST_FIBERS = 8,
  LIBRARY = 256,
};

// A vector clock: for each fiber, the number of its last step that happens before.
typedef uint16_t Clock __attribute__((vector_size(2 * MOST_FIBERS)));

static inline Clock later(Clock a, Clock b) {
  Clock isGreater = (Clock)(a > b);
  return (a & isGreater) | (b & ~isGreater);
}

// What a fiber knows: `happened` decides on data races. `known` adds what fences with sequential consistency tell, and
// decides which older values a load may return.
typedef struct { Clock happened, known; } Knowledge;

static inline void learn(Knowledge *mine, const Knowledge *other) {
  mine->happened = later(mine->happened, other->happened);
  mine->known = later(mine->known, later(other->known, other->happened));
}

typedef enum { READY, WAITING, IDLE, DONE } FiberState;

typedef struct {
  void *stackPointer;
  uint8_t *stack;
  FiberState state;
  uint64_t waitsFor;    // the address of the word that must change, or 0 for any word
  bool isOnMainQueue;
  int jobCount;         // that it has begun
  bool hasPassedPoint;  // since its last atomic operation
  bool isUndisturbed;   // it is not interrupted, unless it waits
  bool isMakingGlobal;
  Knowledge knowledge;
  Knowledge fenced;     // what a relaxed store publishes, because a releasing fence came before
  Knowledge loaded;     // what an acquiring fence will acquire, because relaxed loads came before
  uint64_t history;     // a hash of all that the fiber has observed
  struct { uint64_t address, message; void *pc; int count; } reread;
  uint8_t library[LIBRARY];
  void *callers[64];
  unsigned callerCount;
} Fiber;

extern Fiber fibers[MOST_FIBERS];
extern int current;             // the fiber that runs, or -1 outside of an execution
extern int threadCount, fiberCount;
extern bool isExecuting;        // an execution is made, run or checked
extern bool isScheduling;       // the threads of an execution run
extern uint32_t generation;     // of the execution: what has another one is left over

static inline Clock *clockOf(int fiber) { return &fibers[fiber].knowledge.happened; }

static inline uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ull;
  hash ^= hash >> 29;
  return hash * 0xBF58476D1CE4E5B9ull ^ hash >> 32;
}

static inline void observe(uint64_t value) {
  if (current >= 0) fibers[current].history = mix(fibers[current].history, value);
}

// fibers.c
void makeStacks(void);
void findLibraryState(void);
void resetLibraryState(void);
bool isConcurrencyRuntime(void *pc);
void startFiber(int fiber, void (*entry)(void));
void switchTo(int fiber);
void enterFirst(int fiber);     // from the search
void returnToSearch(void);      // from a fiber

// choices.c
typedef enum { SEARCHING, RANDOM, REPLAYING } Mode;
extern Mode mode;
extern const char *schedule;      // for `REPLAYING`
extern bool isPruned;             // the execution has reached a state that was seen before
void beginSearch(void);
void beginChoices(void);
int choose(int width, bool isAllowed);
bool nextChoices(void);
char *scheduleText(void);

// search.c
extern bool hasFailed;
void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void giveUpIfFailed(void);
void failAtLimit(const char *text);   // does not return
void checker_fault(void);       // for a breakpoint
int searchScenario(int scenario);
int replayScenario(int scenario, const char *schedule);

// scheduler.c
extern struct Budget { int preemptions, olderValues, jumps; } bounds, used;
void resetScheduler(void);
bool isShared(uint64_t address);  // whether two fibers use it and one changes it, in this execution or an earlier one
void noteChange(uint64_t address);
void forgetShared(void);
bool hasNewShared(void);
void switchPoint(uint64_t address);
void switchPointIf(bool isUseful, uint64_t address);
void waitForChange(void);
void switchAway(void);            // of a fiber that is done or waits
void valueChanged(uint64_t address);
uint64_t scheduleHash(void);

// queues.c
void resetQueues(void);
bool hasEligibleJob(void);
bool hasPendingJob(void);
void workerMain(void);
void leaveMainQueue(void);          // at the end of a thread
void drainQueues(void);           // performs what is left, in order
uint64_t queuesHash(void);
void installQueues(void);

// memory.c
typedef enum { READ, WRITE, ATOMIC_READ, ATOMIC_WRITE, FREE } Access;
void makeMemory(void);
void touch(const void *address, size_t size, Access kind, void *pc);

// allocator.c
extern bool usesArena;
void resetArenas(void);
bool isInArena(const void *address);
bool isFreed(const void *address);
bool isOfTask(const void *address);
int freedBy(const void *address);
int arenaOf(const void *address);
uint16_t madeAt(const void *address);
void *blockOf(const void *address);
int blocksLeft(void **first, size_t *size);

// atomics.c
void resetAtomics(void);

// publications.c
typedef enum { RELEASES, HANDOVER } PublicationKind;
bool isPublishedAt(const void *address, PublicationKind kind);
Knowledge *publicationAt(const void *address, PublicationKind kind);

// objects.c
extern bool switchesAtReleases;
void installObjects(void);
bool hasLookedAtCount(void *object);
void setObjectHooks(bool isOn);

// system.c
void resetSystem(void);
void freeSpecific(void);
extern uint64_t now;              // nanoseconds
double seconds(void);

// report.c
void resetReport(void);
void record(const char *operation, int order, void *pc, const void *address, uint64_t value, uint64_t previous);
void noteOlder(void);
void printSteps(void);
extern int verbosity;

// Implemented by the scenarios.
int scenario_count(void);
const char *scenario_name(int);
void scenario_bounds(int, int *preemptions, int *olderValues, int *jumps);
void *scenario_make(int);
int scenario_threads(void *);
bool scenario_is_main(void *, int thread);
void scenario_run(void *, int thread);
const char *scenario_check(void *);      // what is wrong after an execution, or NULL
const char *scenario_missing(int);       // what is wrong after a complete search, or NULL
const char *scenario_expected(int);      // a part of the fault that must be found, or NULL
void scenario_free(void *);
extern void *scenario;
