// Decides which fiber goes on: before an operation on a shared address, and when a fiber waits.
//
// A switch away from a fiber that could go on is a preemption, and the search has few of them. A fiber that yields or
// sleeps waits until the word that it has read last changes.
#include "checker.h"
#include <string.h>

enum { MOST_STEPS = 50000, MOST_IDLE_WAKES = 300 };

struct Budget bounds, used;
static int steps;
static int idleWakes;   // since a value has changed: how often a fiber went on because all fibers wait

// ---------- Addresses that two fibers use, and one of them changes. Before an operation on another address, a switch
// would change nothing.

enum { SHARED = 1 << 16 };
static struct { uint64_t address; uint8_t users, writers; } sharing[SHARED];
static uint32_t sharingCount;
static bool isNewShared;

void forgetShared(void) {
  memset(sharing, 0, sizeof sharing);
  sharingCount = 0;
}

bool hasNewShared(void) {
  bool answer = isNewShared;
  isNewShared = false;
  return answer;
}

static uint32_t find(uint64_t address) {
  uint32_t slot = address * 0x9E3779B97F4A7C15ull >> 48;
  while (sharing[slot].address && sharing[slot].address != address) slot = (slot + 1) % SHARED;
  if (sharing[slot].address) return slot;
  if (++sharingCount > SHARED / 4 * 3) {
    if (usesArena) failAtLimit("limit: the executions use too many addresses");
    // Blocks of the warm-up are at other addresses in each execution, if the scenario does not release all of them.
    forgetShared();
    sharingCount = 1;
  }
  sharing[slot].address = address;
  return slot;
}

static bool isContended(uint32_t slot) {
  return sharing[slot].users & (sharing[slot].users - 1) && sharing[slot].writers;
}

static bool noteUse(uint64_t address, uint8_t writers) {
  uint32_t slot = find(address);
  bool wasContended = isContended(slot);
  if (current != FRAME) sharing[slot].users |= 1 << current;
  sharing[slot].writers |= writers;
  bool answer = isContended(slot);
  if (answer && !wasContended) isNewShared = true;
  return answer;
}

bool isShared(uint64_t address) { return noteUse(address, 0); }

void noteChange(uint64_t address) {
  if (current != FRAME) noteUse(address, 1 << current);
}

// ---------- The next fiber

// Idle workers are alike: the one with the fewest jobs goes on.
static bool canStart(int fiber) {
  if (fibers[fiber].state != IDLE || !hasEligibleJob()) return false;
  for (int other = threadCount; other < fiberCount; other++) {
    if (other == fiber || fibers[other].state != IDLE) continue;
    int difference = fibers[other].jobCount - fibers[fiber].jobCount;
    if (difference < 0 || (difference == 0 && other < fiber)) return false;
  }
  return true;
}

static void wake(int fiber) {
  if (fibers[fiber].state == WAITING) fibers[fiber].state = READY;
}

static void countStep(void) {
  if (++steps <= MOST_STEPS) return;
  fail("livelock: no end after %d steps, although values change", steps);
  giveUpIfFailed();
}

void resetScheduler(void) {
  steps = idleWakes = 0;
  used = (struct Budget){0};
}

void switchPoint(uint64_t address) { switchPointIf(isShared(address) || mode == RANDOM, address); }

void switchPointIf(bool isUseful, uint64_t address) {
  if (!isScheduling) return;
  if (isUseful) fibers[current].hasPassedPoint = true;
  countStep();
  bool mayPreempt = !fibers[current].isUndisturbed && (used.preemptions < bounds.preemptions || mode == RANDOM);
  bool isAllowed = isUseful && mayPreempt;
  if (!isAllowed && mode != REPLAYING) {
    choose(1, false);
    return observe(address);
  }
  int others[MOST_FIBERS], count = 0;
  for (int fiber = 0; fiber < fiberCount; fiber++) {
    if (fiber == current) continue;
    if (fibers[fiber].state == READY || fibers[fiber].state == WAITING || canStart(fiber)) others[count++] = fiber;
  }
  int choice = choose(count + 1, isAllowed);
  if (choice > 0) {
    used.preemptions++;
    wake(others[choice - 1]);
    switchTo(others[choice - 1]);
  }
  // The state behind the point is another one.
  observe(address);
}

void switchAway(void) {
  int ready[MOST_FIBERS], waiting[MOST_FIBERS], readyCount = 0, waitingCount = 0;
  countStep();
  for (int fiber = 0; fiber < fiberCount; fiber++) {
    if (fibers[fiber].state == READY || canStart(fiber)) ready[readyCount++] = fiber;
    else if (fibers[fiber].state == WAITING) waiting[waitingCount++] = fiber;
  }
  if (readyCount == 0 && waitingCount == 0) {
    if (hasPendingJob()) fail("deadlock: a block waits for its queue, and no fiber goes on");
    returnToSearch();
  }
  int next;
  if (readyCount == 0) {
    // All fibers wait. Waiting is bounded in places, so they go on in turn.
    if (++idleWakes > MOST_IDLE_WAKES * waitingCount) {
      fail("deadlock: all fibers wait, and no value changes");
      giveUpIfFailed();
    }
    next = waiting[(choose(waitingCount, idleWakes <= waitingCount) + idleWakes) % waitingCount];
  } else {
    bool mayWake = used.preemptions < bounds.preemptions || mode != SEARCHING;
    int choice = choose(readyCount + (mayWake ? waitingCount : 0), true);
    if (choice >= readyCount) used.preemptions++;
    next = choice < readyCount ? ready[choice] : waiting[choice - readyCount];
  }
  wake(next);
  switchTo(next);
}

void waitForChange(void) {
  if (!isScheduling) return;
  Fiber *fiber = &fibers[current];
  fiber->state = WAITING;
  observe(WAITING);
  fiber->waitsFor = fiber->reread.address;
  fiber->reread.address = 0;
  fiber->reread.count = 0;
  switchAway();
}

void valueChanged(uint64_t address) {
  idleWakes = 0;
  for (int fiber = 0; fiber < fiberCount; fiber++) {
    if (fibers[fiber].waitsFor == address || fibers[fiber].waitsFor == 0) wake(fiber);
  }
}

uint64_t scheduleHash(void) {
  uint64_t hash = mix(current, used.olderValues * 256 + used.jumps);
  for (int fiber = 0; fiber < fiberCount; fiber++) {
    Fiber *it = &fibers[fiber];
    hash = mix(mix(hash, it->history), it->state * 2 + it->isOnMainQueue);
    if (it->state == WAITING) hash = mix(hash, it->waitsFor);
  }
  return mix(hash, queuesHash());
}
