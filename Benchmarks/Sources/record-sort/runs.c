#include "runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A sorted part that is read from the file.
struct run {
  off_t place, end;
  size_t start, filled;
  // Of the next line, which is whole in the buffer.
  uint64_t key;
  uint32_t length;
  char bytes[PIECE];
};

enum { HEAD = sizeof(uint64_t) + sizeof(uint32_t) };

void runs_begin(struct runs *runs) {
  FILE *file = tmpfile();
  if (file == NULL) exit(1);
  runs->file.descriptor = fileno(file);
}

static void *sort_and_write(void *argument) {
  struct runs *runs = argument;
  struct part *part = runs->part;
  part_sort(part);
  for (size_t index = 0; index < part->count; index++) {
    const struct line *line = &part->lines[index];
    writer_put(&runs->file, &line->key, sizeof line->key);
    writer_put(&runs->file, &line->length, sizeof line->length);
    writer_put(&runs->file, part->bytes + line->start, line->length);
  }
  writer_flush(&runs->file);
  runs->ends[runs->count++] = lseek(runs->file.descriptor, 0, SEEK_CUR);
  return NULL;
}

static void wait_for_part(struct runs *runs) {
  if (runs->part != NULL) pthread_join(runs->thread, NULL);
  runs->part = NULL;
}

void runs_add(struct runs *runs, struct part *part) {
  wait_for_part(runs);
  if (runs->count == MOST_RUNS) exit(1);
  runs->part = part;
  if (pthread_create(&runs->thread, NULL, sort_and_write, runs) != 0) exit(1);
}

// Reads until so many bytes are there; false at the end.
static bool fill(struct run *run, int descriptor, size_t wanted) {
  if (run->filled - run->start >= wanted) return true;
  run->filled -= run->start;
  memmove(run->bytes, run->bytes + run->start, run->filled);
  run->start = 0;
  size_t room = PIECE - run->filled;
  size_t left = (size_t)(run->end - run->place);
  ssize_t received =
      pread(descriptor, run->bytes + run->filled, left < room ? left : room, run->place);
  if (received < 0) exit(1);
  run->place += received;
  run->filled += (size_t)received;
  return run->filled >= wanted;
}

static bool next_line(struct run *run, int descriptor) {
  if (!fill(run, descriptor, HEAD)) return false;
  memcpy(&run->key, run->bytes + run->start, sizeof run->key);
  memcpy(&run->length, run->bytes + run->start + sizeof run->key, sizeof run->length);
  run->start += HEAD;
  return fill(run, descriptor, run->length);
}

void runs_print(struct runs *runs) {
  static struct writer output = {.descriptor = STDOUT_FILENO};
  wait_for_part(runs);
  int descriptor = runs->file.descriptor;
  struct run **rest = calloc(runs->count + 1, sizeof *rest);
  if (rest == NULL) exit(1);
  size_t count = 0;
  for (size_t index = 0; index < runs->count; index++) {
    struct run *run = malloc(sizeof *run);
    if (run == NULL) exit(1);
    run->place = index == 0 ? 0 : runs->ends[index - 1];
    run->end = runs->ends[index];
    run->start = run->filled = 0;
    if (next_line(run, descriptor)) rest[count++] = run;
  }
  while (count > 0) {
    // Of equal dates, the earlier part comes first.
    size_t first = 0;
    for (size_t index = 1; index < count; index++) {
      if (rest[index]->key > rest[first]->key) first = index;
    }
    struct run *run = rest[first];
    writer_put(&output, run->bytes + run->start, run->length);
    run->start += run->length;
    if (next_line(run, descriptor)) continue;
    count--;
    memmove(rest + first, rest + first + 1, (count - first) * sizeof *rest);
  }
  writer_flush(&output);
}
