// The least that putting records in the order of a date costs where they are more than memory may
// hold: parts of the input are sorted, newest first, and written to a file without a name by one
// thread while the other reads the next part; at the end the parts are merged. Lines are looked
// through for the date alone.
//
//     record-sort < records.ndjson
//     record-sort -u < records.ndjson    only reads, looks and writes, as they come

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "part.h"
#include "runs.h"

static struct part parts[2];

static void print_as_they_come(void) {
  static struct writer output = {.descriptor = STDOUT_FILENO};
  while (part_read(&parts[0], STDIN_FILENO, NULL)) {
    for (size_t index = 0; index < parts[0].count; index++) {
      const struct line *line = &parts[0].lines[index];
      writer_put(&output, parts[0].bytes + line->start, line->length);
    }
  }
  writer_flush(&output);
}

int main(int count, char **arguments) {
  if (count > 2 || (count == 2 && strcmp(arguments[1], "-u") != 0)) {
    fprintf(stderr, "usage: record-sort [-u]\n");
    return 64;
  }
  if (count == 2) {
    print_as_they_come();
    return 0;
  }
  static struct runs runs;
  runs_begin(&runs);
  struct part *before = NULL;
  for (int turn = 0; part_read(&parts[turn], STDIN_FILENO, before); turn = 1 - turn) {
    // Waits for the part before.
    runs_add(&runs, &parts[turn]);
    before = &parts[turn];
  }
  runs_print(&runs);
  return 0;
}
