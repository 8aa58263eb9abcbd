// Data races on plain memory, by the vector clock at which each byte was last read and written.
#include "checker.h"
#include <string.h>
#include <sys/mman.h>

enum { ARENAS = MOST_FIBERS << 20 };
#define FIRST ((uintptr_t)0x200000000000)

// Eight bytes that are only used together have one cell: that of the first byte.
typedef struct {
  Clock reads, writes, atomicReads, atomicWrites;
  uint32_t generation;
  bool isSplit;
} Cell;
static Cell *cells;

void makeMemory(void) {
  size_t size = sizeof(Cell) * (size_t)ARENAS;
  cells = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

static void begin(Cell *cell, uintptr_t address) {
  if (cell->generation == generation) return;
  memset(cell, 0, sizeof *cell);
  cell->generation = generation;
  // The allocation writes the whole block.
  cell->writes[arenaOf((void *)address)] = madeAt((void *)address);
}

static const char *names[] = {"read", "write", "atomic read", "atomic write", "release of memory"};

static bool isConcurrent(Clock accesses) {
  Clock isLater = (Clock)(accesses > *clockOf(current));
  __uint128_t bits;
  memcpy(&bits, &isLater, sizeof bits);
  return bits != 0;
}

static int first(Clock accesses) {
  for (int fiber = 0; fiber < MOST_FIBERS; fiber++) if (accesses[fiber] > (*clockOf(current))[fiber]) return fiber;
  return FRAME;
}

static char letter(int fiber) { return fiber == FRAME ? '-' : 'A' + fiber; }

// An access of another fiber that does not happen before an access of this one, or NULL.
static const char *findRace(Cell *cell, Access kind, Clock *accesses) {
  if (isConcurrent(*accesses = cell->writes)) return "a write";
  if (kind != READ && kind != ATOMIC_READ && isConcurrent(*accesses = cell->reads)) return "a read";
  bool isPlain = kind != ATOMIC_READ && kind != ATOMIC_WRITE;
  if (isPlain && isConcurrent(*accesses = cell->atomicWrites)) return "an atomic write";
  if (isPlain && kind != READ && isConcurrent(*accesses = cell->atomicReads)) return "an atomic read";
  return NULL;
}

static bool check(Cell *cell, uintptr_t address, Access kind, void *pc) {
  uint16_t clock = (*clockOf(current))[current];
  if (kind == READ && cell->reads[current] == clock) return true;
  if (kind == WRITE && cell->writes[current] == clock) return true;
  Clock accesses;
  const char *other = findRace(cell, kind, &accesses);
  if (other && kind == WRITE && hasLookedAtCount(blockOf((void *)address))) other = findRace(cell, kind, &accesses);
  if (other) {
    record(names[kind], -1, pc, (void *)address, 0, 0);
    fail("data race at %#lx: %s by %c, and %s by %c that does not happen before it", (unsigned long)address % (1 << 24),
         names[kind], letter(current), other, letter(first(accesses)));
    return false;
  }
  switch (kind) {
    case READ: cell->reads[current] = clock; break;
    case WRITE: cell->writes[current] = clock; break;
    case ATOMIC_READ: cell->atomicReads[current] = clock; break;
    case ATOMIC_WRITE: cell->atomicWrites[current] = clock; break;
    case FREE: break;
  }
  return true;
}

static void split(Cell *whole) {
  for (int byte = 1; byte < 8; byte++) whole[byte] = whole[0];
  whole->isSplit = true;
}

void touch(const void *start, size_t size, Access kind, void *pc) {
  if (current < 0 || !isExecuting || !isInArena(start)) return;
  if (isFreed(start)) {
    record(names[kind], -1, pc, start, 0, 0);
    fail("%s of released memory by %c, released by %c", names[kind], letter(current), letter(freedBy(start)));
    giveUpIfFailed();
    return;
  }
  // The frames of a task: the runtime orders what is done to them by a resumption and by the next suspension.
  if (isOfTask(start)) return;
  uintptr_t end = (uintptr_t)start + size;
  bool isFine = true;
  for (uintptr_t address = (uintptr_t)start; isFine && address < end;) {
    uintptr_t word = address & ~7ull, next = word + 8 < end ? word + 8 : end;
    Cell *cell = &cells[word - FIRST];
    bool isNew = cell->generation != generation;
    if (isNew && kind == FREE) {
      address = next;
      continue;
    }
    begin(cell, word);
    if (next - address == 8 && !cell->isSplit) {
      isFine = check(cell, address, kind, pc);
    } else {
      if (!cell->isSplit) split(cell);
      for (; isFine && address < next; address++) isFine = check(&cells[address - FIRST], address, kind, pc);
    }
    address = next;
  }
  giveUpIfFailed();
}

#define HERE __builtin_return_address(0)
#define ACCESSES(size) \
  void __tsan_read##size(void *address) { touch(address, size, READ, HERE); } \
  void __tsan_write##size(void *address) { touch(address, size, WRITE, HERE); } \
  void __tsan_unaligned_read##size(void *address) { touch(address, size, READ, HERE); } \
  void __tsan_unaligned_write##size(void *address) { touch(address, size, WRITE, HERE); }
ACCESSES(1) ACCESSES(2) ACCESSES(4) ACCESSES(8) ACCESSES(16)

void *__tsan_memcpy(void *to, const void *from, size_t size) {
  touch(from, size, READ, HERE);
  touch(to, size, WRITE, HERE);
  return memcpy(to, from, size);
}
void *__tsan_memmove(void *to, const void *from, size_t size) {
  touch(from, size, READ, HERE);
  touch(to, size, WRITE, HERE);
  return memmove(to, from, size);
}
void *__tsan_memset(void *to, int byte, size_t size) {
  touch(to, size, WRITE, HERE);
  return memset(to, byte, size);
}
void __tsan_external_read(void *address, void *caller, void *tag) {}
void __tsan_external_write(void *address, void *caller, void *tag) {}
void __tsan_init(void) {}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}
void __tsan_func_entry(void *caller) {
  if (current >= 0) fibers[current].callers[fibers[current].callerCount++ % 64] = caller;
}
void __tsan_func_exit(void) {
  if (current >= 0) fibers[current].callerCount--;
}
