#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "index.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// A look at a page behind a file's end raises SIGBUS. Bytes of 0xFF in its place are no index to
// SQLite, neither as a header, whose checksum is wrong, nor as entries, which never end: it reports
// an error. Zeros would be an index without the log's newest pages.

typedef struct mapping {
  /// 0 if the mapping has ended.
  _Atomic(uintptr_t) begin;
  _Atomic(size_t) size;
  struct mapping *next;
} mapping;

/// Only grows, so that the signal's handler can read it at any moment.
static _Atomic(mapping *) mappings;
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct sigaction before;
static size_t page_size;

static int is_mapped(uintptr_t address) {
  for (mapping *known = atomic_load(&mappings); known != NULL; known = known->next) {
    uintptr_t begin = atomic_load(&known->begin);
    if (begin != 0 && address >= begin && address - begin < atomic_load(&known->size)) return 1;
  }
  return 0;
}

/// Puts a page of 0xFF in the place of one; returns 0 if there is no memory.
static int replace_page(void *place) {
  const int access = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(__linux__)
  void *made = mmap(NULL, page_size, access, flags, -1, 0);
  if (made == MAP_FAILED) return 0;
  memset(made, 0xFF, page_size);
  // At once, as other threads may read there.
  return mremap(made, page_size, page_size, MREMAP_MAYMOVE | MREMAP_FIXED, place) == place;
#else
  if (mmap(place, page_size, access, flags | MAP_FIXED, -1, 0) != place) return 0;
  memset(place, 0xFF, page_size);
  return 1;
#endif
}

static void handle(int number, siginfo_t *facts, void *context) {
  int error = errno;
  uintptr_t address = (uintptr_t)facts->si_addr;
  int is_replaced = is_mapped(address) && replace_page((void *)(address & ~(page_size - 1)));
  errno = error;
  if (is_replaced) return;
  if (before.sa_flags & SA_SIGINFO) {
    before.sa_sigaction(number, facts, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(number);
  } else {
    sigaction(number, &before, NULL);
    raise(number);
  }
}

static void install(void) {
  page_size = (size_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &before);
}

static mapping *ended(void) {
  mapping *known = atomic_load(&mappings);
  while (known != NULL && atomic_load(&known->begin) != 0) known = known->next;
  return known;
}

static void note(void *begin, size_t size) {
  pthread_once(&once, install);
  pthread_mutex_lock(&changing);
  mapping *made = ended();
  if (made != NULL) {
    atomic_store(&made->size, size);
    atomic_store(&made->begin, (uintptr_t)begin);
  } else if ((made = malloc(sizeof *made)) != NULL) {
    atomic_init(&made->begin, (uintptr_t)begin);
    atomic_init(&made->size, size);
    made->next = atomic_load(&mappings);
    atomic_store(&mappings, made);
  }
  pthread_mutex_unlock(&changing);
}

void *index_map(void *place, size_t size, int access, int flags, int file, off_t offset) {
  void *mapped = mmap(place, size, access, flags, file, offset);
  // What can be written is this program's own: others would not see what is written into such a page.
  if (mapped != MAP_FAILED && access == PROT_READ) note(mapped, size);
  return mapped;
}

int index_unmap(void *place, size_t size) {
  pthread_mutex_lock(&changing);
  for (mapping *known = atomic_load(&mappings); known != NULL; known = known->next) {
    if (atomic_load(&known->begin) == (uintptr_t)place) atomic_store(&known->begin, 0);
  }
  pthread_mutex_unlock(&changing);
  return munmap(place, size);
}
