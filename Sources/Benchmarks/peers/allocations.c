// Counts allocations of a program: LD_PRELOAD=allocations.so PROGRAM. The count goes to the standard error at the end.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long count;

void *malloc(size_t size) {
  static void *(*real)(size_t);
  if (!real) real = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  return real(size);
}

void *realloc(void *old, size_t size) {
  static void *(*real)(void *, size_t);
  if (!real) real = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  return real(old, size);
}

__attribute__((destructor)) static void tell(void) { fprintf(stderr, "allocations\t%lu\n", count); }
