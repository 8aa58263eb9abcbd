// Fibers: stacks that one thread of the system switches between.
#define _GNU_SOURCE
#include "checker.h"
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { STACK = 1 << 20 };

Fiber fibers[MOST_FIBERS];
int current = -1, threadCount, fiberCount;
static void *searchStack;

// Saves the registers that a function must preserve, and continues on another stack.
void checker_switch(void **save, void *to);
#if defined(__x86_64__)
__asm__(
  ".text\n.globl checker_switch\nchecker_switch:\n"
  "  push %rbp\n  push %rbx\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n"
  "  mov %rsp, (%rdi)\n  mov %rsi, %rsp\n"
  "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbx\n  pop %rbp\n  ret\n");
enum { SAVED = 6 };
#elif defined(__aarch64__)
__asm__(
  ".text\n.globl checker_switch\nchecker_switch:\n"
  "  sub sp, sp, #160\n"
  "  stp x29, x30, [sp, #0]\n  stp x19, x20, [sp, #16]\n  stp x21, x22, [sp, #32]\n  stp x23, x24, [sp, #48]\n"
  "  stp x25, x26, [sp, #64]\n  stp x27, x28, [sp, #80]\n  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n"
  "  stp d12, d13, [sp, #128]\n  stp d14, d15, [sp, #144]\n"
  "  mov x9, sp\n  str x9, [x0]\n  mov sp, x1\n"
  "  ldp x29, x30, [sp, #0]\n  ldp x19, x20, [sp, #16]\n  ldp x21, x22, [sp, #32]\n  ldp x23, x24, [sp, #48]\n"
  "  ldp x25, x26, [sp, #64]\n  ldp x27, x28, [sp, #80]\n  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, #112]\n"
  "  ldp d12, d13, [sp, #128]\n  ldp d14, d15, [sp, #144]\n"
  "  add sp, sp, #160\n  ret\n");
#endif

// What the concurrency runtime keeps for each thread, such as the present task: each fiber has its own.
static void *library;
static uint8_t fresh[LIBRARY];
static size_t librarySize;
static uintptr_t libraryStart, libraryEnd;

static int findLibrary(struct dl_phdr_info *object, size_t size, void *unused) {
  if (!strstr(object->dlpi_name, "libswift_Concurrency")) return 0;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type == PT_TLS) librarySize = segment->p_memsz;
    uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
    if (segment->p_type == PT_LOAD && end > libraryEnd) libraryEnd = end;
  }
  libraryStart = object->dlpi_addr;
  library = object->dlpi_tls_data;
  return 1;
}

void findLibraryState(void) {
  dl_iterate_phdr(findLibrary, NULL);
  if (!library || librarySize > LIBRARY) abort();
  memcpy(fresh, library, librarySize);
}

bool isConcurrencyRuntime(void *pc) { return (uintptr_t)pc >= libraryStart && (uintptr_t)pc < libraryEnd; }

void resetLibraryState(void) {
  memcpy(library, fresh, librarySize);
  for (int fiber = 0; fiber < MOST_FIBERS; fiber++) memcpy(fibers[fiber].library, fresh, librarySize);
}

static void leave(int fiber) { memcpy(fibers[fiber].library, library, librarySize); }
static void enter(int fiber) { memcpy(library, fibers[fiber].library, librarySize); }

void makeStacks(void) {
  for (int fiber = 0; fiber < MOST_FIBERS; fiber++) {
    fibers[fiber].stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
}

void startFiber(int fiber, void (*entry)(void)) {
  uint64_t *top = (uint64_t *)(fibers[fiber].stack + STACK);
#if defined(__x86_64__)
  // The stack is aligned to 16 bytes before a call, which pushes the address to return to.
  top -= 3;
  *top = 0;
  *--top = (uint64_t)entry;
  for (int count = 0; count < SAVED; count++) *--top = 0;
#elif defined(__aarch64__)
  top -= 20;
  for (int index = 0; index < 20; index++) top[index] = 0;
  top[1] = (uint64_t)entry;
#endif
  fibers[fiber].stackPointer = top;
}

void switchTo(int fiber) {
  if (fiber == current) return;
  void **save = &fibers[current].stackPointer;
  leave(current);
  enter(fiber);
  current = fiber;
  checker_switch(save, fibers[fiber].stackPointer);
}

void enterFirst(int fiber) {
  leave(FRAME);
  enter(fiber);
  current = fiber;
  checker_switch(&searchStack, fibers[fiber].stackPointer);
}

void returnToSearch(void) {
  void *abandoned;
  isScheduling = false;
  enter(FRAME);
  checker_switch(&abandoned, searchStack);
  abort();
}
