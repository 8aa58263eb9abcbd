// The search: an execution is a sequence of choices. After each execution the last choice that has another way takes
// it, and the choices behind it are made anew.
#include "checker.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Without optimization, one scenario reaches a line that makes a global value after more than 2,000.
int warmUpExecutions = 10000;
// Of the search of one scenario: most need 10,000, and one needs 264,350. Work is bounded, and not time, so that a
// search ends alike on each machine.
long mostExecutions = 2000000;
enum { RANDOM_EXECUTIONS = 200 };

bool hasFailed, isExecuting, isScheduling;
uint32_t generation = 1;
void *scenario;
extern const char *programName;

static long executions;
static char reason[1024];
long currentExecution(void) { return executions; }

// ---------- Faults

__attribute__((noinline)) void checker_fault(void) { __asm__ volatile(""); }

void fail(const char *format, ...) {
  if (hasFailed) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  hasFailed = true;
  // Not while the scenario warms up before a schedule.
  if (usesArena) checker_fault();
}

void giveUpIfFailed(void) {
  if (hasFailed && isScheduling) returnToSearch();
}

void reportCrash(const char *what);

void failAtLimit(const char *text) {
  fail("%s", text);
  giveUpIfFailed();
  // A scenario is made or checked: no fiber can be left in the middle.
  reportCrash(text);
}

// Called by scenarios.
void checker_fail(const char *text) {
  fail("%s", text);
  giveUpIfFailed();
}

// ---------- One execution

static void threadMain(void) {
  scenario_run(scenario, current);
  leaveMainQueue();
  fibers[current].state = DONE;
  observe(DONE);
  valueChanged(0);
  switchAway();
}

static void execute(int index) {
  executions++;
  generation++;
  hasFailed = false;
  beginChoices();
  resetScheduler();
  resetQueues();
  resetArenas();
  resetAtomics();
  resetSystem();
  resetReport();
  for (int fiber = 0; fiber < MOST_FIBERS; fiber++) {
    fibers[fiber] = (Fiber){.stack = fibers[fiber].stack};
    (*clockOf(fiber))[fiber] = 1;
  }
  resetLibraryState();
  Fiber *frame = &fibers[FRAME];
  threadCount = fiberCount = 0;
  current = FRAME;
  isExecuting = true;
  scenario = scenario_make(index);
  threadCount = scenario_threads(scenario);
  fiberCount = threadCount + WORKERS;
  for (int fiber = 0; fiber < fiberCount; fiber++) {
    learn(&fibers[fiber].knowledge, &frame->knowledge);
    bool isWorker = fiber >= threadCount;
    fibers[fiber].state = isWorker ? IDLE : READY;
    fibers[fiber].isOnMainQueue = !isWorker && scenario_is_main(scenario, fiber);
    startFiber(fiber, isWorker ? workerMain : threadMain);
  }
  (*clockOf(FRAME))[FRAME]++;
  int first = choose(threadCount, true);
  isScheduling = true;
  enterFirst(first);
  current = FRAME;
  for (int fiber = 0; fiber < fiberCount; fiber++) learn(&frame->knowledge, &fibers[fiber].knowledge);
  if (!isPruned) {
    const char *wrong = hasFailed ? NULL : scenario_check(scenario);
    if (wrong) fail("%s", wrong);
    if (!hasFailed) scenario_free(scenario);
    if (!hasFailed) drainQueues();
    if (!hasFailed) freeSpecific();
    void *left = NULL;
    size_t size = 0;
    int count = hasFailed || !usesArena ? 0 : blocksLeft(&left, &size);
    if (count) {
      record("not released", -1, NULL, left, size, 0);
      fail("%d blocks of memory are not released; the first has %zu bytes", count, size);
    }
  }
  isExecuting = false;
  current = -1;
}

// ---------- Results

static int reportFault(int index, long count, double start) {
  const char *name = scenario_name(index), *expected = mode == REPLAYING ? NULL : scenario_expected(index);
  if (expected && strstr(reason, expected)) {
    printf("found      %8ld executions %6.2f s  %s\n", count, seconds() - start, name);
    return 0;
  }
  printf("FAULT  %s\n       %s, after %ld executions, %.2f s\n", name, reason, count, seconds() - start);
  printSteps();
  char *text = mode == REPLAYING ? strdup(schedule) : scheduleText();
  printf("  Again:      %s '=%s' --schedule %s\n", programName, name, text);
  printf("  Debugger:   gdb -ex 'break checker_fault' -ex run --args %s '=%s' --schedule %s\n", programName, name,
         text);
  fflush(stdout);
  return 1;
}

static int reportingIndex;
static double reportingStart;
void reportCrash(const char *what) {
  isScheduling = isExecuting = false;
  current = -1;
  snprintf(reason, sizeof reason, "%s", what);
  reportFault(reportingIndex, executions, reportingStart);
  _exit(1);
}

// Runs the scenario until types are instantiated and globals are made, on memory that stays.
static void warmUp(int index) {
  usesArena = false;
  mode = REPLAYING;
  schedule = "";
  for (int count = 0; count < 2; count++) execute(index);
  schedule = "1:1";
  execute(index);
  mode = RANDOM;
  for (int count = 0; count < warmUpExecutions; count++) execute(index);
  usesArena = true;
  forgetShared();
}

// Returns when it has begun.
static double begin(int index) {
  findLibraryState();
  reportingIndex = index;
  reportingStart = seconds();
  scenario_bounds(index, &bounds.preemptions, &bounds.olderValues, &bounds.jumps);
  setObjectHooks(true);
  warmUp(index);
  return reportingStart;
}

int searchScenario(int index) {
  double start = begin(index);
  // Finds the addresses that threads share, and some faults.
  char *randomFault = NULL;
  for (int count = 0; count < RANDOM_EXECUTIONS && !randomFault; count++) {
    execute(index);
    if (hasFailed) randomFault = scheduleText();
  }
  mode = SEARCHING;
  executions = 0;
  bool isComplete = false;
  long first = 0;
  while (!isComplete) {
    first = executions;
    beginSearch();
    hasNewShared();
    while (true) {
      execute(index);
      if (hasFailed) return reportFault(index, executions, start);
      // A new shared address has choices that the earlier executions did not make.
      if (hasNewShared()) break;
      isComplete = !nextChoices();
      if (isComplete || executions >= mostExecutions) break;
    }
    if (executions >= mostExecutions) break;
  }
  if (randomFault) {
    mode = REPLAYING;
    schedule = randomFault;
    execute(index);
    return reportFault(index, executions, start);
  }
  const char *missing = isComplete ? scenario_missing(index) : NULL;
  if (scenario_expected(index)) missing = "the fault is not found";
  if (missing) {
    printf("FAULT  %s\n       %s, in %ld executions\n", scenario_name(index), missing, executions - first);
    return 1;
  }
  printf("%s %8ld executions %6.2f s  %s\n", isComplete ? "clean     " : "INCOMPLETE", executions,
         seconds() - start, scenario_name(index));
  fflush(stdout);
  return isComplete ? 0 : 2;
}

int replayScenario(int index, const char *text) {
  double start = begin(index);
  mode = REPLAYING;
  schedule = text;
  execute(index);
  if (hasFailed) return reportFault(index, 1, start);
  printf("clean  %s\n", scenario_name(index));
  printSteps();
  return 0;
}
