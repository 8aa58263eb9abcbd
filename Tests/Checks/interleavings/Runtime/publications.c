// What fibers publish at an address without an atomic operation that the compiler has instrumented: by releasing an
// object there, or by a call of a library that orders threads.
#include "checker.h"

enum { MOST_PUBLICATIONS = 1 << 15 };
static struct { uint64_t key; uint32_t generation; Knowledge published; } publications[MOST_PUBLICATIONS];

static uint32_t find(const void *address, PublicationKind kind) {
  uint64_t key = (uint64_t)address * 2 + kind;
  uint32_t slot = key * 0x9E3779B97F4A7C15ull >> 49;
  while (publications[slot].generation == generation && publications[slot].key != key) {
    slot = (slot + 1) % MOST_PUBLICATIONS;
  }
  if (publications[slot].generation != generation) publications[slot].key = key;
  return slot;
}

bool isPublishedAt(const void *address, PublicationKind kind) {
  return publications[find(address, kind)].generation == generation;
}

Knowledge *publicationAt(const void *address, PublicationKind kind) {
  uint32_t slot = find(address, kind);
  if (publications[slot].generation != generation) publications[slot].published = (Knowledge){0};
  publications[slot].generation = generation;
  return &publications[slot].published;
}
