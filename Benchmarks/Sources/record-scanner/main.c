// The least that a filter over records costs: each line's bytes looked at once, and those that pass
// written as they came; one thread.
//
//     record-scanner < records.ndjson

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scan.h"

enum { READ = 256 << 10, ROOM = 2 * READ };

static void flush(const char *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t written = write(STDOUT_FILENO, bytes + done, count - done);
    if (written < 0) exit(1);
    done += (size_t)written;
  }
}

int main(void) {
  static char input[ROOM], output[ROOM];
  size_t filled = 0, kept = 0;
  record_test *passes = record_test_choose();
  ssize_t received;
  while ((received = read(STDIN_FILENO, input + filled, READ)) > 0) {
    filled += (size_t)received;
    char *line = input, *end;
    while ((end = memchr(line, '\n', (size_t)(input + filled - line))) != NULL) {
      size_t count = (size_t)(end + 1 - line);
      if (passes(line, end)) {
        if (kept + count > ROOM) {
          flush(output, kept);
          kept = 0;
        }
        memcpy(output + kept, line, count);
        kept += count;
      }
      line = end + 1;
    }
    filled -= (size_t)(line - input);
    // A record of this length does not come.
    if (filled > ROOM - READ) return 1;
    memmove(input, line, filled);
  }
  flush(output, kept);
  return received < 0;
}
