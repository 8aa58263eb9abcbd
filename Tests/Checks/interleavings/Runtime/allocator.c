// An arena for each fiber, which is emptied for each execution. No block is used again within an execution. Addresses
// are therefore the same in each execution, and every use of a block that was released is seen.
#define _GNU_SOURCE
#include "checker.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ARENA = 1 << 20 };
#define FIRST ((uint8_t *)0x200000000000)

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t), __libc_free(void *);

bool usesArena;
static uint8_t *tops[MOST_FIBERS];

// Blocks of the system, which a scenario uses while it warms up, that an execution has released. They are given back
// after it: the atomic variables of another object at the same address would have the former values.
enum { MOST_KEPT = 1 << 15 };
static void *kept[MOST_KEPT];
static int keptCount;

// In front of each block.
typedef struct { uint32_t isLive, size, unused[2]; } Header;

// For each 16 bytes: their block, when it was allocated, and the fiber that has released it.
static struct { uint32_t freed, block; uint16_t made; uint8_t by; bool isOfTask; } units[MOST_FIBERS * ARENA / 16];

static size_t unit(const void *address) { return ((uint8_t *)address - FIRST) / 16; }

bool isInArena(const void *address) {
  return (uint8_t *)address >= FIRST && (uint8_t *)address < FIRST + MOST_FIBERS * ARENA;
}
bool isFreed(const void *address) { return units[unit(address)].freed == generation; }
bool isOfTask(const void *address) { return units[unit(address)].isOfTask; }
int freedBy(const void *address) { return units[unit(address)].by; }
int arenaOf(const void *address) { return ((uint8_t *)address - FIRST) / ARENA; }
uint16_t madeAt(const void *address) { return units[unit(address)].made; }

void *blockOf(const void *address) { return FIRST + 16 * (size_t)units[unit(address)].block; }

void resetArenas(void) {
  if (!tops[0]) {
    mmap(FIRST, MOST_FIBERS * ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  }
  for (int fiber = 0; fiber < MOST_FIBERS; fiber++) tops[fiber] = FIRST + fiber * ARENA;
  while (keptCount > 0) __libc_free(kept[--keptCount]);
}

// The number of blocks that were not released.
int blocksLeft(void **firstLeft, size_t *size) {
  int count = 0;
  for (int fiber = 0; fiber < MOST_FIBERS; fiber++) {
    for (uint8_t *at = FIRST + fiber * ARENA; at < tops[fiber];) {
      Header *header = (Header *)at;
      if (header->isLive && count++ == 0) {
        *firstLeft = header + 1;
        *size = header->size;
      }
      at += sizeof(Header) + header->size;
    }
  }
  return count;
}

// Whether the runtime of the language allocates something for itself, such as the metadata of a type, which it keeps for
// all executions. What it allocates for a program goes through `swift_slowAlloc`.
static bool isMetadata(void *caller) {
  extern void *swift_slowAlloc(size_t, size_t);
  static struct { void *caller; bool answer; } known[1 << 12];
  static void *core;
  size_t slot = (uintptr_t)caller * 0x9E3779B97F4A7C15ull >> 52;
  if (known[slot].caller == caller) return known[slot].answer;
  Dl_info info;
  if (!core && dladdr((void *)swift_slowAlloc, &info)) core = info.dli_fbase;
  bool answer = dladdr(caller, &info) && info.dli_fbase == core
    && (!info.dli_sname || strncmp(info.dli_sname, "swift_slowAlloc", strlen("swift_slowAlloc")));
  known[slot].caller = caller;
  known[slot].answer = answer;
  return answer;
}

static bool isForArena(void *caller) {
  return isExecuting && usesArena && current >= 0 && !fibers[current].isMakingGlobal && !isMetadata(caller);
}

// Makes a global variable, which stays for all executions, as the metadata does. Other threads would wait meanwhile.
extern void __real_swift_once(intptr_t *, void (*)(void *), void *);
void __wrap_swift_once(intptr_t *once, void (*make)(void *), void *context) {
  if (current < 0) return __real_swift_once(once, make, context);
  Fiber *fiber = &fibers[current];
  bool wasMakingGlobal = fiber->isMakingGlobal, wasUndisturbed = fiber->isUndisturbed;
  fiber->isMakingGlobal = fiber->isUndisturbed = true;
  __real_swift_once(once, make, context);
  fiber->isMakingGlobal = wasMakingGlobal;
  fiber->isUndisturbed = wasUndisturbed;
}

static void *allocate(size_t size, size_t alignment, void *caller) {
  bool isOfTask = isConcurrencyRuntime(caller);
  size = size == 0 ? 16 : (size + 15) & ~15ull;
  // A header of a multiple of the alignment would leave gaps between blocks: the gap becomes a block that was released.
  uint8_t *block = (uint8_t *)(((uintptr_t)tops[current] + sizeof(Header) + alignment - 1) & ~(alignment - 1));
  uint8_t *expected = tops[current] + sizeof(Header);
  if (block != expected) {
    if (block - expected < (ptrdiff_t)sizeof(Header)) block += alignment;
    *(Header *)tops[current] = (Header){false, block - expected - sizeof(Header)};
  }
  if (block + size > FIRST + (current + 1) * ARENA) failAtLimit("limit: a thread allocates too many bytes");
  ((Header *)block)[-1] = (Header){true, size};
  tops[current] = block + size;
  memset(block, 0xAA, size);
  for (size_t offset = 0; offset < size; offset += 16) {
    units[unit(block + offset)].made = (*clockOf(current))[current];
    units[unit(block + offset)].freed = 0;
    units[unit(block + offset)].block = unit(block);
    units[unit(block + offset)].isOfTask = isOfTask;
  }
  return block;
}

#define HERE __builtin_return_address(0)

EXPORTED void *malloc(size_t size) { return isForArena(HERE) ? allocate(size, 16, HERE) : __libc_malloc(size); }

// The operator `new` of C++, in which parts of the runtime of the language are written.
EXPORTED void *_Znwm(size_t size) { return isForArena(HERE) ? allocate(size, 16, HERE) : __libc_malloc(size); }

EXPORTED void *calloc(size_t count, size_t size) {
  if (!isForArena(HERE)) return __libc_calloc(count, size);
  return memset(allocate(count * size, 16, HERE), 0, count * size);
}

static void *allocateAligned(size_t alignment, size_t size, void *caller) {
  if (!isForArena(caller)) return __libc_memalign(alignment, size);
  return allocate(size, alignment < 16 ? 16 : alignment, caller);
}

EXPORTED void *memalign(size_t alignment, size_t size) { return allocateAligned(alignment, size, HERE); }
EXPORTED void *aligned_alloc(size_t alignment, size_t size) { return allocateAligned(alignment, size, HERE); }

EXPORTED int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = allocateAligned(alignment, size, HERE);
  return 0;
}

EXPORTED void free(void *block) {
  if (!block) return;
  if (!isInArena(block)) {
    if (!isExecuting || keptCount == MOST_KEPT) return __libc_free(block);
    kept[keptCount++] = block;
    return;
  }
  if (!isExecuting || hasFailed) return;
  Header *header = (Header *)block - 1;
  if (isFreed(block)) {
    record("release of memory", -1, __builtin_return_address(0), block, 0, 0);
    fail("memory is released twice");
    return giveUpIfFailed();
  }
  touch(block, header->size, FREE, __builtin_return_address(0));
  header->isLive = false;
  for (size_t offset = 0; offset < header->size; offset += 16) {
    units[unit((uint8_t *)block + offset)].freed = generation;
    units[unit((uint8_t *)block + offset)].by = current;
  }
}

EXPORTED void *realloc(void *block, size_t size) {
  if (block ? !isInArena(block) : !isForArena(HERE)) return __libc_realloc(block, size);
  void *copy = allocate(size, 16, HERE);
  if (block) {
    size_t old = ((Header *)block - 1)->size;
    memcpy(copy, block, old < size ? old : size);
    free(block);
  }
  return copy;
}

EXPORTED size_t malloc_usable_size(void *block) {
  if (isInArena(block)) return ((Header *)block - 1)->size;
  static size_t (*original)(void *);
  if (!original) original = dlsym(RTLD_NEXT, "malloc_usable_size");
  return block ? original(block) : 0;
}
