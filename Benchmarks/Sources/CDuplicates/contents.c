#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "candidates.h"

enum { EDGE = 4 << 10, PIECE = 128 << 10, CHUNK = 16 };

struct shared {
  struct candidates *candidates;
  // Where the groups of one size and key begin.
  size_t *groups;
  size_t group_count;
  atomic_size_t next;
};

// Mixes bytes into a key, eight at a time. Good enough to tell files apart, and no more.
static uint64_t mix(uint64_t key, const uint8_t *bytes, size_t count) {
  for (; count > 0; bytes += 8) {
    uint64_t word = 0;
    size_t taken = count < 8 ? count : 8;
    memcpy(&word, bytes, taken);
    key = (key ^ word) * 0x9E3779B97F4A7C15u;
    key ^= key >> 32;
    count -= taken;
  }
  return key;
}

static void add_key(const struct candidates *candidates, struct candidate *item) {
  uint8_t bytes[EDGE];
  int descriptor = candidate_open(candidates, item);
  if (descriptor < 0) return;
  ssize_t count = pread(descriptor, bytes, EDGE, 0);
  if (count > 0) item->key = mix(1, bytes, (size_t)count);
  if (item->size > 2 * EDGE) {
    count = pread(descriptor, bytes, EDGE, (off_t)(item->size - EDGE));
    if (count > 0) item->key = mix(item->key, bytes, (size_t)count);
  }
  close(descriptor);
}

static void add_keys(void *context) {
  struct shared *shared = context;
  struct candidates *candidates = shared->candidates;
  for (size_t start; (start = atomic_fetch_add(&shared->next, CHUNK)) < candidates->count;) {
    for (size_t index = start; index < start + CHUNK && index < candidates->count; index++) {
      add_key(candidates, &candidates->items[index]);
    }
  }
}

void candidates_add_keys(struct candidates *candidates, int threads) {
  struct shared shared = {.candidates = candidates};
  in_threads(threads, add_keys, &shared);
  candidates_sort(candidates);
}

static bool are_equal(int left, int right, uint64_t size, uint8_t *buffer) {
  for (uint64_t offset = 0; offset < size;) {
    ssize_t count = pread(left, buffer, PIECE, (off_t)offset);
    if (count <= 0 || pread(right, buffer + PIECE, PIECE, (off_t)offset) != count) return false;
    if (memcmp(buffer, buffer + PIECE, (size_t)count) != 0) return false;
    offset += (uint64_t)count;
  }
  return true;
}

// Numbers the contents of a group; the first file with a content speaks for it.
static void compare_group(
    const struct candidates *candidates, size_t start, size_t count, uint8_t *buffer) {
  struct candidate *items = &candidates->items[start];
  size_t *firsts = calloc(count, sizeof *firsts);
  if (firsts == NULL) exit(1);
  uint32_t contents = 1;
  for (size_t index = 1; index < count; index++) {
    int descriptor = candidate_open(candidates, &items[index]);
    uint32_t content = 0;
    for (; content < contents; content++) {
      int first = candidate_open(candidates, &items[firsts[content]]);
      bool equal = are_equal(first, descriptor, items[index].size, buffer);
      close(first);
      if (equal) break;
    }
    if (content == contents) firsts[contents++] = index;
    items[index].content = content;
    close(descriptor);
  }
  free(firsts);
}

static void compare_groups(void *context) {
  struct shared *shared = context;
  uint8_t *buffer = malloc(2 * PIECE);
  if (buffer == NULL) exit(1);
  for (size_t next; (next = atomic_fetch_add(&shared->next, 1)) < shared->group_count;) {
    size_t start = shared->groups[next];
    compare_group(shared->candidates, start, shared->groups[next + 1] - start, buffer);
  }
  free(buffer);
}

void candidates_compare(struct candidates *candidates, int threads) {
  struct shared shared = {.candidates = candidates};
  shared.groups = calloc(candidates->count + 1, sizeof *shared.groups);
  if (shared.groups == NULL) exit(1);
  for (size_t start = 0; start < candidates->count;) {
    shared.groups[shared.group_count++] = start;
    start += candidates_equal(candidates, start);
  }
  shared.groups[shared.group_count] = candidates->count;
  in_threads(threads, compare_groups, &shared);
  free(shared.groups);
  candidates_sort(candidates);
}
