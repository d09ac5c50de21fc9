#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "part.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// `"2017-09-03T02:20:39.845Z` as a number in the same order.
static uint64_t date_key(const char *text, const char *end) {
  static const unsigned char places[] = {0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 20, 21, 22};
  uint64_t key = 0;
  if (end - text < 24) return 0;
  for (size_t index = 0; index < sizeof places; index++) {
    key = key * 10 + (uint64_t)(text[places[index]] - '0');
  }
  return key;
}

static uint64_t line_key(const char *line, const char *end) {
  static const char word[] = "\"creationDate\":\"";
  const char *date = memmem(line, (size_t)(end - line), word, sizeof word - 1);
  return date == NULL ? 0 : date_key(date + sizeof word - 1, end);
}

static void find_lines(struct part *part) {
  char *line = part->bytes, *end, *limit = part->bytes + part->filled;
  part->count = 0;
  while (part->count < MOST_LINES && (end = memchr(line, '\n', (size_t)(limit - line))) != NULL) {
    part->lines[part->count++] = (struct line){
        line_key(line, end), (uint32_t)(line - part->bytes), (uint32_t)(end + 1 - line)};
    line = end + 1;
  }
  part->used = (size_t)(line - part->bytes);
}

bool part_read(struct part *part, int descriptor, const struct part *before) {
  if (part->bytes == NULL) {
    part->bytes = malloc(PART);
    part->lines = malloc(MOST_LINES * sizeof *part->lines);
    if (part->bytes == NULL || part->lines == NULL) exit(1);
  }
  if (before == NULL) before = part;
  size_t rest = before->filled - before->used;
  memmove(part->bytes, before->bytes + before->used, rest);
  part->filled = rest;
  ssize_t received = 1;
  while (part->filled < PART && received > 0) {
    received = read(descriptor, part->bytes + part->filled, PART - part->filled);
    if (received > 0) part->filled += (size_t)received;
  }
  find_lines(part);
  // A line of this length does not come.
  if (part->count == 0 && part->filled == PART) exit(1);
  return part->count > 0;
}

static int order(const void *left, const void *right) {
  const struct line *a = left, *b = right;
  if (a->key != b->key) return a->key > b->key ? -1 : 1;
  return (a->start > b->start) - (a->start < b->start);
}

void part_sort(struct part *part) {
  qsort(part->lines, part->count, sizeof *part->lines, order);
}

void writer_put(struct writer *writer, const void *bytes, size_t count) {
  if (writer->count + count > PIECE) writer_flush(writer);
  if (count > PIECE) exit(1);
  memcpy(writer->bytes + writer->count, bytes, count);
  writer->count += count;
}

void writer_flush(struct writer *writer) {
  for (size_t done = 0; done < writer->count;) {
    ssize_t written = write(writer->descriptor, writer->bytes + done, writer->count - done);
    if (written < 0) exit(1);
    done += (size_t)written;
  }
  writer->count = 0;
}
