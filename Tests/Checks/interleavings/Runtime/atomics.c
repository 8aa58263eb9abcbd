// Atomic operations: for each location, the values in the order in which they were stored (its modification order),
// each with what its store publishes. A load may return an older value, unless a newer one is known to the fiber.
//
// Less than C11 allows: a store comes last in the modification order, and an operation with sequential consistency acts
// as if a fence stood on both sides of it.
#include "checker.h"
#include <string.h>

enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQUIRE_RELEASE, SEQUENTIAL };
static bool acquires(int order) { return order != RELAXED && order != RELEASE; }
static bool releases(int order) { return order >= RELEASE; }

enum { MOST_LOCATIONS = 1 << 12, MOST_MESSAGES = 1 << 15, UNCHANGED_READS = 200 };

typedef struct {
  Knowledge published;
  uint64_t value, hash;
  Clock readAt;        // when each fiber has first read it
  uint32_t previous;   // an index, or 0
  uint16_t writtenAt;  // the clock of the fiber that stored it, or 0: known to all
  uint8_t writer;
} Message;
static Message messages[MOST_MESSAGES];
static uint32_t messageCount;

typedef struct { uint64_t address; uint32_t generation, newest; } Location;
static Location locations[MOST_LOCATIONS];
static Knowledge fences;   // of all fences with sequential consistency so far
static uint64_t fenceHistory;

void resetAtomics(void) {
  messageCount = 1;
  fences = (Knowledge){0};
  fenceHistory = 0;
}

static Location *locate(const void *pointer, uint64_t value) {
  uint64_t address = (uint64_t)pointer;
  uint32_t slot = address * 0x9E3779B97F4A7C15ull >> 52;
  while (locations[slot].generation == generation && locations[slot].address != address) {
    slot = (slot + 1) % MOST_LOCATIONS;
  }
  Location *location = &locations[slot];
  if (location->generation != generation) {
    *location = (Location){address, generation, messageCount};
    messages[messageCount++] = (Message){.value = value, .hash = mix(address, 1)};
  }
  return location;
}

static void tick(void) { (*clockOf(current))[current]++; }

static void acquire(const Message *message, int order) {
  Fiber *fiber = &fibers[current];
  learn(acquires(order) ? &fiber->knowledge : &fiber->loaded, &message->published);
}

static void sequentialFence(void) {
  Fiber *fiber = &fibers[current];
  fiber->knowledge.known = later(fiber->knowledge.known, fences.known);
  fences.known = later(fences.known, later(fiber->knowledge.known, fiber->knowledge.happened));
  tick();
  fenceHistory = mix(fenceHistory, fiber->history);
  observe(fenceHistory);
}

static void sawMessage(Message *message) {
  if (!message->readAt[current]) message->readAt[current] = (*clockOf(current))[current];
}

// Whether the fiber must not read anything older.
static bool isKnown(const Message *message) {
  const Knowledge *mine = &fibers[current].knowledge;
  Clock known = later(mine->known, mine->happened);
  if (message->writtenAt <= known[message->writer]) return true;
  for (int fiber = 0; fiber < MOST_FIBERS; fiber++) {
    if (message->readAt[fiber] && message->readAt[fiber] <= known[fiber]) return true;
  }
  return false;
}

// Chooses the value that a load returns, or a compare-exchange that fails.
static Message *chooseMessage(Location *location, bool isRepeated, uint64_t unlike, bool mustDiffer) {
  Message *newest = &messages[location->newest], *candidate = newest;
  bool mayBeOlder = !isRepeated && isScheduling && used.olderValues < bounds.olderValues;
  if (!mayBeOlder && mode != REPLAYING) {
    choose(1, false);
    return newest;
  }
  Message *candidates[16] = {newest};
  int count = 1;
  while (count < 16 && candidate->previous && !isKnown(candidate)) {
    candidate = &messages[candidate->previous];
    if (mustDiffer && candidate->value == unlike) continue;
    candidates[count++] = candidate;
  }
  int choice = choose(count, mayBeOlder);
  if (choice) used.olderValues++;
  return candidates[choice];
}

static void append(Location *location, uint64_t value, int order, bool isReadModifyWrite) {
  if (messageCount >= MOST_MESSAGES) failAtLimit("limit: an execution has too many atomic stores");
  Fiber *fiber = &fibers[current];
  Message *old = &messages[location->newest], *message = &messages[messageCount];
  *message = (Message){.value = value, .previous = location->newest, .writer = current};
  message->writtenAt = (*clockOf(current))[current];
  message->published = releases(order) ? fiber->knowledge : fiber->fenced;
  // A read-modify-write operation continues the release sequence.
  if (isReadModifyWrite) learn(&message->published, &old->published);
  location->newest = messageCount++;
  observe(mix(old->hash, value));
  message->hash = fiber->history;
  if (releases(order)) tick();
  noteChange(location->address);
  fiber->hasPassedPoint = false;
}

static uint64_t get(const void *address, int size) {
  switch (size) {
    case 1: return *(uint8_t *)address;
    case 2: return *(uint16_t *)address;
    case 4: return *(uint32_t *)address;
    default: return *(uint64_t *)address;
  }
}

static void put(void *address, int size, uint64_t value) {
  switch (size) {
    case 1: *(uint8_t *)address = value; break;
    case 2: *(uint16_t *)address = value; break;
    case 4: *(uint32_t *)address = value; break;
    default: *(uint64_t *)address = value;
  }
}

// The counters of a build for coverage, which the compiler makes atomic: they are no part of a scenario.
extern char __start___llvm_prf_cnts[] __attribute__((weak)), __stop___llvm_prf_cnts[] __attribute__((weak));

static bool isIgnored(const void *address) {
  const char *at = address;
  return current < 0 || (at >= __start___llvm_prf_cnts && at < __stop___llvm_prf_cnts);
}

// Remembers what the fiber reads, for `waitForChange`. Returns whether it has read the same there just before.
static bool isReread(uint64_t address, uint64_t hash, void *pc) {
  Fiber *fiber = &fibers[current];
  bool answer = fiber->reread.address == address && fiber->reread.message == hash && fiber->reread.pc == pc;
  if (!answer) fiber->reread.count = 0;
  fiber->reread.address = address;
  fiber->reread.message = hash;
  fiber->reread.pc = pc;
  return answer;
}

static uint64_t load(void *address, int size, int order, void *pc) {
  if (isIgnored(address)) return get(address, size);
  touch(address, size, ATOMIC_READ, pc);
  Location *location = locate(address, get(address, size));
  bool isRepeated = isReread((uint64_t)address, messages[location->newest].hash, pc);
  // A loop that reads the same again and again is switched away from once, and waits after a while.
  if (isRepeated && ++fibers[current].reread.count > UNCHANGED_READS) waitForChange();
  if (!isRepeated || fibers[current].reread.count == 1) switchPoint((uint64_t)address);
  if (order == SEQUENTIAL) sequentialFence();
  Message *newest = &messages[location->newest], *message = chooseMessage(location, isRepeated, 0, false);
  sawMessage(message);
  acquire(message, order);
  observe(message->hash);
  fibers[current].hasPassedPoint = false;
  record("load", order, pc, address, message->value, 0);
  if (message != newest) noteOlder();
  isReread((uint64_t)address, newest->hash, pc);
  return message->value;
}

static void store(void *address, int size, uint64_t value, int order, void *pc) {
  if (isIgnored(address)) return put(address, size, value);
  switchPoint((uint64_t)address);
  touch(address, size, ATOMIC_WRITE, pc);
  uint64_t old = get(address, size);
  Location *location = locate(address, old);
  if (order == SEQUENTIAL) sequentialFence();
  append(location, value, order, false);
  if (order == SEQUENTIAL) sequentialFence();
  put(address, size, value);
  record("store", order, pc, address, value, old);
  fibers[current].reread.address = 0;
  if (value != old) valueChanged((uint64_t)address);
}

typedef enum { EXCHANGE, COMPARE, ADD, SUBTRACT, OR, AND, XOR } Operation;
static const char *operationNames[] = {"exchange", "compare-exchange", "add", "subtract", "or", "and", "xor"};

static uint64_t result(Operation operation, uint64_t old, uint64_t operand) {
  switch (operation) {
    case ADD: return old + operand;
    case SUBTRACT: return old - operand;
    case OR: return old | operand;
    case AND: return old & operand;
    case XOR: return old ^ operand;
    default: return operand;
  }
}

static uint64_t modify(void *address, int size, Operation operation, uint64_t operand, uint64_t expected, int order,
                       int failureOrder, void *pc) {
  uint64_t mask = size == 8 ? ~0ull : (1ull << size * 8) - 1;
  if (isIgnored(address)) {
    uint64_t old = get(address, size);
    if (operation != COMPARE || old == expected) put(address, size, result(operation, old, operand));
    return old;
  }
  switchPoint((uint64_t)address);
  uint64_t old = get(address, size);
  Location *location = locate(address, old);
  if (order == SEQUENTIAL) sequentialFence();
  if (operation == COMPARE) {
    Message *newest = &messages[location->newest], *message = chooseMessage(location, false, expected, true);
    if (message != newest || old != expected) {
      touch(address, size, ATOMIC_READ, pc);
      sawMessage(message);
      acquire(message, failureOrder);
      observe(message->hash);
      isReread((uint64_t)address, newest->hash, pc);
      fibers[current].hasPassedPoint = false;
      record("compare-exchange fails", failureOrder, pc, address, message->value, expected);
      if (message != newest) noteOlder();
      return message->value;
    }
  }
  touch(address, size, ATOMIC_WRITE, pc);
  Message *message = &messages[location->newest];
  sawMessage(message);
  acquire(message, order);
  uint64_t value = result(operation, old, operand) & mask;
  append(location, value, order, true);
  if (order == SEQUENTIAL) sequentialFence();
  put(address, size, value);
  record(operationNames[operation], order, pc, address, value, old);
  // A loop that exchanges until it finds another value waits for the next change, of others.
  isReread((uint64_t)address, messages[location->newest].hash, pc);
  if (value != old) valueChanged((uint64_t)address);
  return old;
}

void __tsan_atomic_thread_fence(int order) {
  if (current < 0) return;
  Fiber *fiber = &fibers[current];
  if (acquires(order)) learn(&fiber->knowledge, &fiber->loaded);
  if (order == SEQUENTIAL) sequentialFence();
  if (releases(order)) {
    fiber->fenced = fiber->knowledge;
    tick();
  }
  observe(order + 1);
  record("fence", order, __builtin_return_address(0), NULL, 0, 0);
}

void __tsan_atomic_signal_fence(int order) {}

#define HERE __builtin_return_address(0)
#define ATOMIC(bits, Type) \
  Type __tsan_atomic##bits##_load(Type *at, int order) { return load(at, bits / 8, order, HERE); } \
  void __tsan_atomic##bits##_store(Type *at, Type value, int order) { store(at, bits / 8, value, order, HERE); } \
  Type __tsan_atomic##bits##_compare_exchange_val(Type *at, Type expected, Type value, int order, int failure) { \
    return modify(at, bits / 8, COMPARE, value, expected, order, failure, HERE); \
  } \
  MODIFY(bits, Type, exchange, EXCHANGE) MODIFY(bits, Type, fetch_add, ADD) MODIFY(bits, Type, fetch_sub, SUBTRACT) \
  MODIFY(bits, Type, fetch_or, OR) MODIFY(bits, Type, fetch_and, AND) MODIFY(bits, Type, fetch_xor, XOR)
#define MODIFY(bits, Type, name, operation) \
  Type __tsan_atomic##bits##_##name(Type *at, Type value, int order) { \
    return modify(at, bits / 8, operation, value, 0, order, order, HERE); \
  }
ATOMIC(8, uint8_t) ATOMIC(16, uint16_t) ATOMIC(32, uint32_t) ATOMIC(64, uint64_t)
