// Dispatch queues and the executors of tasks: what is scheduled there is performed by worker fibers. A queue performs
// its blocks in order, one at a time; only a global queue performs several at once.
#define _GNU_SOURCE
#include "checker.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct { void *identity, *implementation; } Executor;
typedef struct {
  enum { NOTHING, BLOCK, FUNCTION, TASK } kind;
  void *queue, *code, *context;
  Executor executor;
  Knowledge published;
  uint64_t hash;
  bool isRunning, isDone, isLate;
} Job;

enum { MOST_JOBS = 1024 };
static Job jobs[MOST_JOBS];
static int jobCount, firstLeft;

extern char _dispatch_main_q, _dispatch_root_queues[];
extern void *_Block_copy(const void *);
extern void _Block_release(const void *);
extern void swift_job_run(void *job, Executor);

void resetQueues(void) { jobCount = firstLeft = 0; }

static void enqueue(Job job) {
  while (firstLeft < jobCount && jobs[firstLeft].isDone) firstLeft++;
  if (firstLeft == jobCount) jobCount = firstLeft = 0;
  if (jobCount == MOST_JOBS) failAtLimit("limit: an execution schedules too many blocks");
  job.published = fibers[current].knowledge;
  (*clockOf(current))[current]++;
  observe((uint64_t)job.queue);
  job.hash = fibers[current].history;
  jobs[jobCount++] = job;
  record("schedule a block", -1, __builtin_return_address(0), job.queue, jobCount, 0);
  if (!job.isLate) switchPoint((uint64_t)&jobs);
}

static bool isGlobal(void *queue) {
  extern void *dispatch_get_global_queue(intptr_t, uintptr_t);
  static void *queues[8];
  if (!queues[0]) {
    static const int priorities[] = {0, 2, -2, -32768, 0x21, 0x19, 0x15, 0x11};
    for (int index = 0; index < 8; index++) queues[index] = dispatch_get_global_queue(priorities[index], 0);
  }
  for (int index = 0; index < 8; index++) if (queue == queues[index]) return true;
  return false;
}

static bool isEligible(int index) {
  Job *job = &jobs[index];
  if (job->isRunning || job->isDone || job->isLate) return false;
  if (job->queue == &_dispatch_main_q) {
    for (int fiber = 0; fiber < fiberCount; fiber++) {
      if (fibers[fiber].isOnMainQueue && fibers[fiber].state != DONE) return false;
    }
  }
  if (job->queue == NULL || isGlobal(job->queue)) return true;
  for (int other = firstLeft; other < index; other++) {
    if (!jobs[other].isDone && !jobs[other].isLate && jobs[other].queue == job->queue) return false;
  }
  return true;
}

bool hasEligibleJob(void) {
  for (int index = firstLeft; index < jobCount; index++) if (isEligible(index)) return true;
  return false;
}

bool hasPendingJob(void) {
  for (int index = firstLeft; index < jobCount; index++) if (!jobs[index].isDone && !jobs[index].isLate) return true;
  return false;
}

uint64_t queuesHash(void) {
  uint64_t hash = 0;
  for (int index = firstLeft; index < jobCount; index++) {
    if (!jobs[index].isDone) hash = mix(hash, jobs[index].hash + jobs[index].isRunning);
  }
  return hash;
}

// ---------- What a library orders without a call that the compiler has instrumented

static void acquire(const void *address) {
  if (current >= 0 && isExecuting) learn(&fibers[current].knowledge, publicationAt(address, HANDOVER));
}

static void release(const void *address) {
  if (current < 0 || !isExecuting) return;
  learn(publicationAt(address, HANDOVER), &fibers[current].knowledge);
  (*clockOf(current))[current]++;
}

static bool isSerial(void *queue) { return queue && !isGlobal(queue); }

static void perform(int index) {
  Job job = jobs[index];
  Fiber *fiber = &fibers[current];
  bool wasOnMainQueue = fiber->isOnMainQueue;
  jobs[index].isRunning = true;
  // It knows nothing of the job that the same worker has performed before.
  uint16_t clock = fiber->knowledge.happened[current];
  if (isScheduling) fiber->knowledge = job.published;
  fiber->knowledge.happened[current] = fiber->knowledge.known[current] = clock;
  learn(&fiber->knowledge, &job.published);
  fiber->jobCount++;
  if (isSerial(job.queue)) acquire(job.queue);
  observe(job.hash);
  fiber->isOnMainQueue = job.queue == &_dispatch_main_q;
  record("begin a block", -1, NULL, job.queue, index + 1, 0);
  switch (job.kind) {
    case BLOCK:
      // A block begins with its class, flags, and the function to call.
      (*(void (**)(void *))((char *)job.code + 16))(job.code);
      _Block_release(job.code);
      break;
    case FUNCTION: ((void (*)(void *))job.code)(job.context); break;
    case TASK:
      // The next job of the task, maybe on another worker, happens after this one.
      acquire(job.code);
      swift_job_run(job.code, job.executor);
      release(job.code);
      break;
    case NOTHING: break;
  }
  fiber->isOnMainQueue = wasOnMainQueue;
  jobs[index].isRunning = false;
  jobs[index].isDone = true;
  if (isSerial(job.queue)) release(job.queue);
  valueChanged((uint64_t)&jobs);
}

void workerMain(void) {
  while (true) {
    int eligible[16], count = 0;
    for (int index = firstLeft; index < jobCount && count < 16; index++) {
      if (isEligible(index)) eligible[count++] = index;
    }
    if (count > 0) {
      fibers[current].state = READY;
      perform(eligible[choose(count, true)]);
    }
    fibers[current].state = IDLE;
    switchAway();
  }
}

void drainQueues(void) {
  for (int index = firstLeft; index < jobCount; index++) if (!jobs[index].isDone) perform(index);
}

// ---------- What schedules: the functions of Dispatch, and the hooks of the Swift concurrency runtime

// The function of the library, which the one here replaces.
#define ORIGINAL(name) \
  static __typeof__(&name) original; \
  if (!original) original = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static void enqueueBlock(void *queue, void *block, bool isLate) {
  enqueue((Job){.kind = BLOCK, .queue = queue, .code = _Block_copy(block), .isLate = isLate});
}

EXPORTED void dispatch_async(void *queue, void *block) {
  if (current >= 0 && isExecuting) return enqueueBlock(queue, block, false);
  ORIGINAL(dispatch_async);
  original(queue, block);
}

EXPORTED void dispatch_async_f(void *queue, void *context, void (*function)(void *)) {
  if (current >= 0 && isExecuting) {
    return enqueue((Job){.kind = FUNCTION, .queue = queue, .code = (void *)function, .context = context});
  }
  ORIGINAL(dispatch_async_f);
  original(queue, context, function);
}

// A block that is due later is performed after the execution. Blocks that schedule themselves again would have no end.
EXPORTED void dispatch_after(uint64_t when, void *queue, void *block) {
  if (current >= 0 && isExecuting) return enqueueBlock(queue, block, true);
  ORIGINAL(dispatch_after);
  original(when, queue, block);
}

// A task that sleeps on a clock of the standard library is due later, too.
EXPORTED void dispatch_after_f(uint64_t when, void *queue, void *context, void (*function)(void *)) {
  if (current >= 0 && isExecuting) {
    return enqueue(
      (Job){.kind = FUNCTION, .queue = queue, .code = (void *)function, .context = context, .isLate = true}
    );
  }
  ORIGINAL(dispatch_after_f);
  original(when, queue, context, function);
}

EXPORTED void dispatch_assert_queue(void *queue) {}

static const char *mainLabel;
EXPORTED const char *dispatch_queue_get_label(void *queue) {
  ORIGINAL(dispatch_queue_get_label);
  if (queue || current < 0) return original(queue);
  if (!mainLabel) mainLabel = original(&_dispatch_main_q);
  return fibers[current].isOnMainQueue ? mainLabel : "";
}

extern void (*swift_task_enqueueGlobal_hook)(void *, void *);
extern void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long, void *, void *);
extern void (*swift_task_enqueueMainExecutor_hook)(void *, void *);
extern Executor swift_task_getMainExecutor(void);

static void enqueueTask(void *job, void *original) {
  if (current < 0) return ((void (*)(void *))original)(job);
  enqueue((Job){.kind = TASK, .code = job});
}

static void enqueueLateTask(unsigned long long delay, void *job, void *original) { enqueueTask(job, original); }

static void enqueueMainTask(void *job, void *original) {
  if (current < 0) return ((void (*)(void *))original)(job);
  enqueue((Job){.kind = TASK, .queue = &_dispatch_main_q, .code = job, .executor = swift_task_getMainExecutor()});
}

// Called by the executor of an actor of the scenarios. Its jobs are performed one at a time, as those of a queue.
void checker_enqueue(void *job, void *identity, void *implementation) {
  enqueue((Job){.kind = TASK, .queue = identity, .code = job, .executor = {identity, implementation}});
}

extern bool _swift_tsan_enabled;
extern void (*_swift_tsan_acquire)(const void *), (*_swift_tsan_release)(const void *);

// The runtime of the language calls these, too, when it looks for the metadata of a type. Two threads that use the same
// type are not ordered by that.
static void acquireTask(const void *address) {
  if (isConcurrencyRuntime(__builtin_return_address(0))) acquire(address);
}
static void releaseTask(const void *address) {
  if (isConcurrencyRuntime(__builtin_return_address(0))) release(address);
}

void installQueues(void) {
  swift_task_enqueueGlobal_hook = enqueueTask;
  swift_task_enqueueGlobalWithDelay_hook = enqueueLateTask;
  swift_task_enqueueMainExecutor_hook = enqueueMainTask;
  _swift_tsan_acquire = acquireTask;
  _swift_tsan_release = releaseTask;
  _swift_tsan_enabled = true;
  isGlobal(NULL);
}

// Called by scenarios. Returns whether the thread was undisturbed before.
bool checker_set_undisturbed(bool isUndisturbed) {
  if (current < 0) return false;
  bool before = fibers[current].isUndisturbed;
  fibers[current].isUndisturbed = isUndisturbed;
  return before;
}

// `Task.cancel()`. The concurrency runtime calls the handlers while it holds a lock, which keeps the task from removing
// them.
extern void cancel(void *task, void *success, void *failure, void *error) __asm__("__real_$sScT6cancelyyF");
void cancelUndisturbed(void *, void *, void *, void *) __asm__("__wrap_$sScT6cancelyyF");
void cancelUndisturbed(void *task, void *success, void *failure, void *error) {
  bool before = checker_set_undisturbed(true);
  cancel(task, success, failure, error);
  checker_set_undisturbed(before);
}

// The count of a block's references.
EXPORTED void _Block_release(const void *block) {
  ORIGINAL(_Block_release);
  release(block);
  acquire(block);
  original(block);
}

void leaveMainQueue(void) {
  if (fibers[current].isOnMainQueue) release(&_dispatch_main_q);
}
bool checker_is_off_threads(void) { return current >= threadCount; }
int checker_thread(void) { return current; }
bool checker_is_on_main_queue(void) { return current >= 0 && fibers[current].isOnMainQueue; }
void checker_perform_blocks(void) { drainQueues(); }
