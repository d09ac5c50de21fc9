#define _GNU_SOURCE

#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_to(void *memory, size_t size) {
  if (memory == MAP_FAILED) return errno;
  memset(memory, 1, size);
  return 0;
}

static int fill_mapping(int kind, int file, size_t size) {
  return write_to(mmap(NULL, size, PROT_READ | PROT_WRITE, kind, file, 0), size);
}

#if defined(__linux__)
static int fill_break(size_t size) {
  void *memory = sbrk((intptr_t)size);
  return write_to(memory == (void *)-1 ? MAP_FAILED : memory, size);
}

/// Makes memory writable after it was mapped.
static int fill_later(size_t size) {
  void *memory = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory, size, PROT_READ | PROT_WRITE) != 0) return errno;
  return write_to(memory, size);
}

/// Fills the stack of this process, as deep as it may become.
static int fill_stack(size_t size) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return errno;
  limit.rlim_cur = limit.rlim_max;
  if (limit.rlim_max < size || setrlimit(RLIMIT_STACK, &limit) != 0) return ENOMEM;
  // The system grows the stack down to each touched page.
  char here = 1;
  volatile char *deepest = &here;
  for (size_t depth = 0; depth < size; depth += 4096) deepest[-(ptrdiff_t)depth] = here;
  return 0;
}
#endif

int ctest_fill(const char *way, size_t size) {
#if defined(__linux__)
  if (strcmp(way, "private") == 0)
    return fill_mapping(MAP_PRIVATE | MAP_ANONYMOUS, -1, size);
  if (strcmp(way, "break") == 0) return fill_break(size);
  if (strcmp(way, "growing") == 0)
    return fill_mapping(MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, size);
  if (strcmp(way, "stack") == 0) return fill_stack(size);
  if (strcmp(way, "later") == 0) return fill_later(size);
  if (strcmp(way, "shared") == 0) return fill_mapping(MAP_SHARED | MAP_ANONYMOUS, -1, size);
  int file = memfd_create("filled", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, (off_t)size) != 0) return errno;
  if (strcmp(way, "private-file") == 0) return fill_mapping(MAP_PRIVATE, file, size);
  if (strcmp(way, "memory-file") == 0) return fill_mapping(MAP_SHARED, file, size);
#else
  (void)way;
  (void)size;
#endif
  return -1;
}

int ctest_make_chain(int depth) {
  // From the innermost folder on, so that each path is short.
  if (mkdir("chain", 0700) != 0) return errno;
  for (int level = 1; level < depth; level++) {
    if (mkdir("above", 0700) != 0 || rename("chain", "above/chain") != 0 ||
        rename("above", "chain") != 0)
      return errno;
  }
  return 0;
}

int ctest_make_files(int count) {
  char name[32];
  for (int number = 0; number < count; number++) {
    snprintf(name, sizeof name, "file-%d", number);
    int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return errno;
    close(file);
  }
  return 0;
}
