// The steps of an execution, with the lines of the sources that they belong to.
#define _GNU_SOURCE
#include "checker.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_STEPS = 1 << 15, MOST_FOLDED = 64 };
typedef struct {
  const char *operation;
  void *pc, *caller;
  const void *address;
  uint64_t value, previous;
  int8_t order, fiber;
  bool isOlder;
} Step;
static Step steps[MOST_STEPS];
static int stepCount;
int verbosity;

void resetReport(void) { stepCount = 0; }

void record(const char *operation, int order, void *pc, const void *address, uint64_t value, uint64_t previous) {
  if (current < 0 || stepCount == MOST_STEPS) return;
  Fiber *fiber = &fibers[current];
  void *caller = fiber->callerCount ? fiber->callers[(fiber->callerCount - 1) % 64] : NULL;
  steps[stepCount++] = (Step){operation, pc, caller, address, value, previous, order, current, false};
}

void noteOlder(void) { steps[stepCount - 1].isOlder = true; }

static unsigned long offset(void *pc) {
  extern char __executable_start, etext;
  Dl_info information;
  if ((char *)pc < &__executable_start || (char *)pc >= &etext || !dladdr(pc, &information)) return 0;
  return (unsigned long)pc - 1 - (unsigned long)information.dli_fbase;
}

// Reads the frames of one address: those in files of the library and of the scenarios.
static void readFrames(FILE *symbols, char *text, size_t size, int *count) {
  char line[1024];
  while (fgets(line, sizeof line, symbols) && line[0] != '\n') {
    line[strcspn(line, "\n")] = 0;
    char *column = strrchr(line, ':');
    if (column) *column = 0;
    // The standard library has no lines.
    char *file = strstr(line, ".swift:") ? strrchr(line, '/') : NULL;
    char *number = strrchr(line, ':');
    if (!file || *count >= 3 || !number || !strcmp(number, ":0") || strstr(text, file + 1)) continue;
    snprintf(text + strlen(text), size - strlen(text), "%s%s", *count ? " < " : "", file + 1);
    (*count)++;
  }
}

static const char *orders[] = {"relaxed", "consuming", "acquiring", "releasing", "acquiring and releasing",
                               "sequentially consistent"};

static void printValue(uint64_t value) {
  if (value < 4096) printf("%lu", (unsigned long)value);
  else printf("%#lx", (unsigned long)value % (1 << 28));
}

// Whether two steps look the same in a report.
static bool isAlike(const Step *a, const Step *b) {
  return a->operation == b->operation && a->pc == b->pc && a->address == b->address && a->value == b->value
    && a->previous == b->previous && a->order == b->order && a->fiber == b->fiber && a->isOlder == b->isOlder;
}

// Returns how often the steps before `index` come again from there, as in a loop that waits, and sets the length of one
// turn of the loop.
static int repetitions(int index, int *length) {
  for (*length = 1; *length <= MOST_FOLDED && *length <= index; ++*length) {
    int same = 0;
    while (index + same < stepCount - 1 && isAlike(&steps[index + same], &steps[index + same - *length])) same++;
    if (same / *length > 1 || (*length > 1 && same >= *length)) return same / *length;
  }
  return 0;
}

static void readPlace(FILE *symbols, char *place, size_t size) {
  int count = 0;
  readFrames(symbols, place, size, &count);
  readFrames(symbols, place, size, &count);
}

void printSteps(void) {
  char program[512], input[] = "/tmp/steps-XXXXXX", command[1200];
  int descriptor = mkstemp(input);
  FILE *addresses = fdopen(descriptor, "w");
  for (int index = 0; index < stepCount; index++) {
    fprintf(addresses, "%#lx\n%#lx\n", offset(steps[index].pc), offset(steps[index].caller));
  }
  fclose(addresses);
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length < 0 ? 0 : length] = 0;
  snprintf(command, sizeof command,
           "llvm-symbolizer --obj='%s' --output-style=LLVM --inlines --functions=none <%s 2>/dev/null", program, input);
  FILE *symbols = popen(command, "r");
  int last = -1;
  for (int index = 0; index < stepCount; index++) {
    Step *step = &steps[index];
    char place[1024] = "";
    int length, count = repetitions(index, &length);
    if (count > 0) {
      printf("    (the last %d %s %d more %s)\n", length, length == 1 ? "step" : "steps", count,
             count == 1 ? "time" : "times");
      for (int skipped = 0; skipped < count * length; skipped++, index++) readPlace(symbols, place, sizeof place);
      step = &steps[index];
      place[0] = 0;
    }
    readPlace(symbols, place, sizeof place);
    if (step->fiber == FRAME && verbosity == 0 && index < stepCount - 1) continue;
    if (step->fiber != last && step->fiber == FRAME) printf("  frame\n");
    else if (step->fiber != last) {
      printf("  %s %c\n", step->fiber < threadCount ? "thread" : "worker", 'A' + step->fiber);
    }
    last = step->fiber;
    char operation[64];
    snprintf(operation, sizeof operation, "%s%s%s", step->operation, step->order < 0 ? "" : " ",
             step->order < 0 ? "" : orders[(int)step->order]);
    printf("    %-34s", operation);
    if (step->address) printf(" %6lx ", (unsigned long)step->address % (1 << 24));
    else printf("        ");
    printValue(step->value);
    bool isFailure = !strcmp(step->operation, "compare-exchange fails");
    if (isFailure || step->previous != step->value) {
      bool isWrite = step->order >= 0 && strcmp(step->operation, "load") && strcmp(step->operation, "fence");
      if (isWrite) printf(isFailure ? ", not " : ", was ");
      if (isWrite) printValue(step->previous);
    }
    printf("%s  %s\n", step->isOlder ? " (an older value)" : "", place);
  }
  pclose(symbols);
  unlink(input);
}
