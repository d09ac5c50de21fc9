#include "CMemory.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif

#if defined(__linux__) && !defined(IS_SANITIZED)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>

// The GNU C library's functions, under the names that remain when a program replaces them.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/// The size from which blocks are mapped separately. A size that is set stays fixed; the C
/// library's own grows with the freed blocks, and keeps the memory.
static const int own_pages = 256 << 10;

static atomic_bool was_refused;

/// Notes a failed allocation within the process's limit; a larger one fails for each file alike.
static void *noted(void *block, size_t size) {
  if (block || size == 0) return block;
  int reason = errno;
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit) != 0 || size <= limit.rlim_cur) {
    atomic_store(&was_refused, true);
  }
  errno = reason;
  return NULL;
}

void *malloc(size_t size) { return noted(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) {
  size_t all = 0;
  if (__builtin_mul_overflow(count, size, &all)) all = SIZE_MAX;
  return noted(__libc_calloc(count, size), all);
}

void *realloc(void *block, size_t size) { return noted(__libc_realloc(block, size), size); }

void *memalign(size_t alignment, size_t size) {
  return noted(__libc_memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  bool is_power = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (!is_power || alignment % sizeof(void *) != 0) return EINVAL;
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void cmemory_keep_nothing(void) {
  mallopt(M_MMAP_THRESHOLD, own_pages);
  mallopt(M_TRIM_THRESHOLD, own_pages);
  // An arena for each thread would keep that thread's memory.
  mallopt(M_ARENA_MAX, 1);
}

bool cmemory_was_refused(void) { return atomic_exchange(&was_refused, false); }

#else

void cmemory_keep_nothing(void) {}
bool cmemory_was_refused(void) { return false; }

#endif
