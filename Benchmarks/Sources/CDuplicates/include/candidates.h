// Files that may be equal to others.
#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "file_list.h"

struct candidate {
  uint64_t size;
  // Of the first and the last bytes.
  uint64_t key;
  // The place in the list of files.
  uint32_t file;
  // Which of the contents of this size and key.
  uint32_t content;
};

struct candidates {
  const struct file_list *list;
  struct candidate *items;
  size_t count;
};

// Leaves the files that are equal to others, sorted by content; in so many threads.
void candidates_find(struct candidates *candidates, int threads);

// All files that have bytes, sorted by size.
void candidates_with_sizes(struct candidates *candidates);
// Adds keys, in so many threads, and sorts by them.
void candidates_add_keys(struct candidates *candidates, int threads);
// Compares all bytes of those with one key, in so many threads, and sorts by content.
void candidates_compare(struct candidates *candidates, int threads);
// Leaves out those that are alone by size, key and content.
void candidates_drop_single(struct candidates *candidates);
// How many from this place on are equal by size, key and content.
size_t candidates_equal(const struct candidates *candidates, size_t start);

// By size, key, content and place.
void candidates_sort(struct candidates *candidates);
int candidate_open(const struct candidates *candidates, const struct candidate *item);

#endif
