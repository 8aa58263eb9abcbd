// The choices of an execution: made anew, as the search says, at random, or as a schedule says.
//
// Executions that differ only in the order of independent operations reach the same state. A state is what each fiber
// has observed: the values it has loaded, and the place of its stores in the modification orders. The search turns back
// at a state that it has seen with no more preemptions.
#include "checker.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_CHOICES = 1 << 16 };

Mode mode;
const char *schedule = "";
bool isPruned;

static struct { uint8_t chosen, width; uint32_t tick; } choices[MOST_CHOICES];
static int depth, position;
static uint32_t tick;       // the number of times that a choice could have been made, for `--schedule`

// ---------- States that were seen

enum { STATES = 1 << 24 };
static uint64_t *states;   // a hash, and in its lowest bits the number of preemptions
static long stateCount;

static void forgetStates(void) {
  if (states) munmap(states, STATES * sizeof *states);
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  states = mmap(NULL, STATES * sizeof *states, PROT_READ | PROT_WRITE, flags, -1, 0);
  stateCount = 0;
}

static bool isSeen(void) {
  uint64_t hash = mix(scheduleHash(), now) & ~15ull;
  uint32_t slot = hash >> 40;
  while (states[slot] && (states[slot] & ~15ull) != hash) slot = (slot + 1) % STATES;
  if (states[slot] && (int)(states[slot] & 15) - 1 <= used.preemptions) return true;
  if (!states[slot] && stateCount > STATES / 4 * 3) return false;
  if (!states[slot]) stateCount++;
  states[slot] = hash | (used.preemptions + 1);
  return false;
}

// ---------- Choices

void beginChoices(void) {
  tick = position = 0;
  isPruned = false;
}

void beginSearch(void) {
  depth = 0;
  forgetStates();
}

// Takes another way at the last choice that has one. Returns false if there is none: the search is complete.
bool nextChoices(void) {
  while (depth > 0 && choices[depth - 1].chosen + 1 == choices[depth - 1].width) depth--;
  if (depth == 0) return false;
  choices[depth - 1].chosen++;
  return true;
}

static int scheduled(void) {
  for (const char *at = schedule; at && *at; at = strchr(at, ','), at += at != NULL) {
    char *end;
    if (strtoul(at, &end, 10) == tick) return atoi(end + 1);
  }
  return 0;
}

int choose(int width, bool isAllowed) {
  tick++;
  if (mode == REPLAYING) {
    int choice = scheduled();
    return choice < width ? choice : 0;
  }
  if (!isAllowed || width < 2) return 0;
  if (position == MOST_CHOICES) failAtLimit("limit: an execution has too many choices");
  if (mode == RANDOM) {
    static uint32_t seed = 12345;
    seed = seed * 1664525u + 1013904223u;
    uint32_t number = seed >> 16;
    choices[position].chosen = number % 100 < 70 ? 0 : number / 100 % width;
    choices[position].tick = tick;
    return choices[position++].chosen;
  }
  if (position == depth) {
    if (isScheduling && isSeen()) {
      isPruned = true;
      returnToSearch();
    }
    choices[depth].chosen = 0;
    choices[depth].width = width;
    choices[depth++].tick = tick;
  } else if (choices[position].width != width || choices[position].tick != tick) {
    fprintf(stderr, "not deterministic at choice %d: step %u of %d ways, was step %u of %d\n", position, tick, width,
            choices[position].tick, choices[position].width);
    failAtLimit("the execution is not deterministic");
  }
  return choices[position++].chosen;
}

// The choices that were not the first way, for `--schedule`.
char *scheduleText(void) {
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  const char *separator = "";
  for (int index = 0; index < position; index++) {
    if (!choices[index].chosen) continue;
    fprintf(file, "%s%u:%u", separator, choices[index].tick, choices[index].chosen);
    separator = ",";
  }
  if (!*separator) fprintf(file, "0:0");
  fclose(file);
  return text;
}
