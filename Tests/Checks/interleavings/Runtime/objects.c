// Retains and releases of objects, by the hooks of the Swift runtime. A retain of an object that another fiber may have
// released is a place to switch at, because the optimizer moves retains. So is a release: another fiber may release the
// object last.
#define _GNU_SOURCE
#include "checker.h"
#include <dlfcn.h>
#include <string.h>

extern void *(*_swift_retain)(void *), *(*_swift_retain_n)(void *, uint32_t), *(*_swift_tryRetain)(void *);
extern void (*_swift_release)(void *), (*_swift_release_n)(void *, uint32_t);
extern bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;
extern size_t swift_retainCount(void *);

static void *(*originalRetain)(void *), *(*originalRetainMany)(void *, uint32_t), *(*originalTryRetain)(void *);
static void (*originalRelease)(void *), (*originalReleaseMany)(void *, uint32_t);

bool switchesAtReleases = true;

static bool isTracked(void *object) { return current >= 0 && isExecuting && !hasFailed && isInArena(object); }

static bool isGone(void *object, const char *operation, void *pc) {
  if (!isFreed(object)) return false;
  record(operation, -1, pc, object, 0, 0);
  fail("%s of an object by %c that was released by %c", operation, 'A' + current, 'A' + freedBy(object));
  giveUpIfFailed();
  return true;
}

// The instruction of the program that calls the runtime, or NULL if a library does. A library may hold a lock of its
// own, and is not interrupted.
static void *program;

#define FROM_PROGRAM(Type, name, parameters, arguments) \
  extern Type __real_##name parameters; \
  Type __wrap_##name parameters { \
    program = __builtin_return_address(0); \
    return __real_##name arguments; \
  }
FROM_PROGRAM(void *, swift_retain, (void *object), (object))
FROM_PROGRAM(void *, swift_retain_n, (void *object, uint32_t count), (object, count))
FROM_PROGRAM(void *, swift_bridgeObjectRetain, (void *object), (object))
FROM_PROGRAM(void, swift_release, (void *object), (object))
FROM_PROGRAM(void, swift_release_n, (void *object, uint32_t count), (object, count))
FROM_PROGRAM(void, swift_bridgeObjectRelease, (void *object), (object))

static void *takeProgram(void) {
  void *pc = program;
  program = NULL;
  return pc;
}

// A switch before the first retain or release behind an atomic operation is enough: what is released meanwhile is seen
// by the others, too.
static void pointBefore(void *object, void *pc) {
  bool isUseful = isShared((uint64_t)object) && pc && !fibers[current].hasPassedPoint;
  switchPointIf(isUseful, (uint64_t)object);
}

static bool mayRetain(void *object, uint32_t count, void *pc) {
  if (!isTracked(object)) return true;
  pointBefore(object, pc);
  if (isGone(object, "retain", pc)) return false;
  record("retain", -1, pc, object, swift_retainCount(object) + count, 0);
  return true;
}

static void *retainMany(void *object, uint32_t count) {
  return mayRetain(object, count, takeProgram()) ? originalRetainMany(object, count) : object;
}

static void *retain(void *object) {
  return mayRetain(object, 1, takeProgram()) ? originalRetain(object) : object;
}

// A weak reference is loaded.
static void *tryRetain(void *object) {
  if (!isTracked(object)) return originalTryRetain(object);
  void *pc = __builtin_return_address(0);
  if (isGone(object, "retain through a weak reference", pc)) return NULL;
  void *result = originalTryRetain(object);
  record("retain through a weak reference", -1, pc, object, result ? swift_retainCount(object) : 0, 0);
  observe(mix((uint64_t)object, result != NULL));
  return result;
}

static void willRelease(void *object, uint32_t count, void *pc) {
  if (switchesAtReleases) pointBefore(object, pc);
  noteChange((uint64_t)object);
  if (isGone(object, "release", pc)) return;
  size_t left = swift_retainCount(object);
  bool isLast = left <= count;
  Knowledge *mine = &fibers[current].knowledge;
  Knowledge *before = publicationAt(object, RELEASES);
  learn(before, mine);
  (*clockOf(current))[current]++;
  if (isLast) learn(mine, before);
  observe(mix((uint64_t)object, isLast));
  record(isLast ? "last release" : "release", -1, pc, object, isLast ? 0 : left - count, 0);
}

static void releaseMany(void *object, uint32_t count) {
  void *pc = takeProgram();
  if (isTracked(object)) willRelease(object, count, pc);
  if (!hasFailed) originalReleaseMany(object, count);
}

static void releaseOne(void *object) {
  void *pc = takeProgram();
  if (isTracked(object)) willRelease(object, 1, pc);
  if (!hasFailed) originalRelease(object);
}

void installObjects(void) {
  originalRetain = _swift_retain;
  originalRetainMany = _swift_retain_n;
  originalTryRetain = _swift_tryRetain;
  originalRelease = _swift_release;
  originalReleaseMany = _swift_release_n;
  _swift_retain = retain;
  _swift_retain_n = retainMany;
  _swift_tryRetain = tryRetain;
  _swift_release = releaseOne;
  _swift_release_n = releaseMany;
}

void setObjectHooks(bool isOn) { _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = isOn; }

// A copy on write looks whether it has the only reference. If it has, the releases of the others happen before.
EXPORTED bool swift_isUniquelyReferenced_nonNull_native(void *object) {
  static bool (*original)(void *);
  if (!original) original = (bool (*)(void *))dlsym(RTLD_NEXT, "swift_isUniquelyReferenced_nonNull_native");
  bool result = original(object);
  if (isTracked(object)) {
    if (isGone(object, "look at the count", __builtin_return_address(0))) return result;
    if (result) learn(&fibers[current].knowledge, publicationAt(object, RELEASES));
    observe(mix((uint64_t)object, result));
  }
  return result;
}

// The same for a look inside the standard library, which is not seen: without optimization, arrays make it there. Asked
// when an access to the storage of an array seems to be a data race.
bool hasLookedAtCount(void *object) {
  typedef struct { const char *text; uintptr_t length; } Name;
  extern Name swift_getTypeName(const void *type, bool isQualified);
  // A block that was never released as an object is none, maybe.
  if (!isPublishedAt(object, RELEASES) || swift_retainCount(object) != 1) return false;
  usesArena = false;
  bool isArray = strstr(swift_getTypeName(*(void **)object, false).text, "ArrayStorage") != NULL;
  usesArena = true;
  if (isArray) learn(&fibers[current].knowledge, publicationAt(object, RELEASES));
  return isArray;
}

extern void *__real_swift_weakLoadStrong(void *);
void *__wrap_swift_weakLoadStrong(void *reference) {
  if (current >= 0 && isExecuting && !hasFailed) switchPointIf(true, (uint64_t)reference);
  void *object = __real_swift_weakLoadStrong(reference);
  if (current >= 0 && isExecuting) {
    observe(object != NULL);
    record("load of a weak reference", -1, __builtin_return_address(0), reference, (uint64_t)object, 0);
  }
  return object;
}
