// Lines of the input as they are in memory.
#ifndef PART_H
#define PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PART = 40 << 20, MOST_LINES = PART / 64, PIECE = 1 << 20 };

struct line {
  // Milliseconds of the date, more or less: only the order counts. 0 for none.
  uint64_t key;
  uint32_t start;
  // With its end of line.
  uint32_t length;
};

struct part {
  char *bytes;
  struct line *lines;
  size_t count;
  // The bytes of whole lines, and all that were read.
  size_t used, filled;
};

// Fills a part with the next lines; what the part before it read of a line that is not whole comes
// first. False at the end of the input.
bool part_read(struct part *part, int descriptor, const struct part *before);

// The newest first; of equal dates those that came first.
void part_sort(struct part *part);

// Bytes on their way to a file, written in large pieces.
struct writer {
  int descriptor;
  size_t count;
  char bytes[PIECE];
};

void writer_put(struct writer *writer, const void *bytes, size_t count);
void writer_flush(struct writer *writer);

#endif
