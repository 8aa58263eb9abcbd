// usage: PROGRAM [WORD ...] [--preemptions N] [--older N] [--jumps N] [--executions N] [--jobs N] [--warm-up N] [--list]
//        [--verbose] [--no-releases]
//        PROGRAM =NAME --schedule STEP:CHOICE,…
//
// `--no-releases` does not switch before releases.
//
// Searches the scenarios with one of the words in their name, each in a process. `=NAME` is one scenario.
#include "checker.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

const char *programName;
static struct Budget least;
static int processes = 1, index_, result;
static const char *scheduleArgument;
static bool isFirstFault;

void checker_bounds(int *preemptions, int *olderValues, int *jumps) {
  if (*preemptions < least.preemptions) *preemptions = least.preemptions;
  if (*olderValues < least.olderValues) *olderValues = least.olderValues;
  if (*jumps < least.jumps) *jumps = least.jumps;
}

extern void reportCrash(const char *);
extern long currentExecution(void);
extern int warmUpExecutions;
extern long mostExecutions;

static void crashed(int number) {
  static char text[64];
  signal(number, SIG_DFL);
  snprintf(text, sizeof text, "crash: %s", strsignal(number));
  reportCrash(text);
}

// What loops without an atomic operation is not counted. An execution has some 50,000 of them at most, and takes
// milliseconds: it hangs if it uses minutes of a processor.
static void watch(int number) {
  static long last = -1;
  if (isExecuting && last == currentExecution()) reportCrash("no end, and no atomic operation, in minutes of a processor");
  last = currentExecution();
}

static void *work(void *unused) {
  static char stack[1 << 16];
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  result = scheduleArgument ? replayScenario(index_, scheduleArgument) : searchScenario(index_);
  return NULL;
}

static int searchInProcess(int index) {
  extern bool _swift_disableExclusivityChecking;
  _swift_disableExclusivityChecking = true;
  index_ = index;
  int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
  bool isDebugged = scheduleArgument != NULL;
  for (int number = 0; number < 6 && !isDebugged; number++) {
    sigaction(signals[number], &(struct sigaction){.sa_handler = crashed, .sa_flags = SA_ONSTACK | SA_NODEFER}, NULL);
  }
  if (!isDebugged) {
    sigaction(SIGPROF, &(struct sigaction){.sa_handler = watch, .sa_flags = SA_ONSTACK}, NULL);
    setitimer(ITIMER_PROF, &(struct itimerval){{120}, {120}}, NULL);
  }
  makeStacks();
  makeMemory();
  installObjects();
  installQueues();
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 8 << 20);
  pthread_create(&thread, &attributes, work, NULL);
  pthread_join(thread, NULL);
  fflush(stdout);
  return result;
}

static bool isWanted(const char *name, char **words, int count) {
  if (count == 0) return true;
  for (int word = 0; word < count; word++) {
    if (words[word][0] == '=' ? !strcmp(name, words[word] + 1) : strstr(name, words[word]) != NULL) return true;
  }
  return false;
}

// There is one in a build for coverage.
extern int __llvm_profile_write_file(void) __attribute__((weak));

static int worst;

static void reap(void) {
  int status;
  if (wait(&status) < 0) return;
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 4;
  if (code == 4) fprintf(stderr, "a search ended by signal %d\n", WTERMSIG(status));
  if (code > 0 && (worst == 0 || code == 1)) worst = code;
}

int main(int count, char **arguments) {
  // Addresses and hashes are the same in each run, so that a schedule means the same.
  int persona = personality(0xffffffff);
  if (!(persona & ADDR_NO_RANDOMIZE) && personality(persona | ADDR_NO_RANDOMIZE) >= 0) {
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
    execv("/proc/self/exe", arguments);
  }
  static char output[1 << 20];
  setvbuf(stdout, output, _IOFBF, sizeof output);
  programName = arguments[0];
  char *words[256];
  int wordCount = 0;
  bool isList = false;
  for (int index = 1; index < count; index++) {
    char *argument = arguments[index], *value = index + 1 < count ? arguments[index + 1] : "";
    int taken = 1;
    if (!strcmp(argument, "--preemptions")) least.preemptions = atoi(value);
    else if (!strcmp(argument, "--older")) least.olderValues = atoi(value);
    else if (!strcmp(argument, "--jumps")) least.jumps = atoi(value);
    else if (!strcmp(argument, "--executions")) mostExecutions = atol(value);
    else if (!strcmp(argument, "--warm-up")) warmUpExecutions = atoi(value);
    else if (!strcmp(argument, "--jobs")) processes = atoi(value);
    else if (!strcmp(argument, "--schedule")) scheduleArgument = value;
    else {
      taken = 0;
      if (!strcmp(argument, "--list")) isList = true;
      else if (!strcmp(argument, "--verbose")) verbosity = 1;
      else if (!strcmp(argument, "--no-releases")) switchesAtReleases = false;
      else if (!strcmp(argument, "--first")) isFirstFault = true;
      else if (wordCount < 256) words[wordCount++] = argument;
    }
    index += taken;
  }
  int running = 0, wanted = 0;
  for (int index = 0; index < scenario_count(); index++) {
    if (!isWanted(scenario_name(index), words, wordCount)) continue;
    wanted++;
    if (isList) {
      printf("%s\n", scenario_name(index));
      continue;
    }
    if (scheduleArgument) return searchInProcess(index);
    if (running == processes) {
      reap();
      running--;
    }
    if (isFirstFault && worst == 1) break;
    fflush(stdout);
    if (fork() == 0) {
      int code = searchInProcess(index);
      if (__llvm_profile_write_file) __llvm_profile_write_file();
      _exit(code);
    }
    running++;
  }
  for (; running > 0; running--) reap();
  if (wanted == 0) fprintf(stderr, "no scenario has this name\n");
  return wanted == 0 ? 3 : worst;
}
