// Sorted parts in a file without a name. Before each line are its key and its length.
#ifndef RUNS_H
#define RUNS_H

#include <pthread.h>
#include <sys/types.h>

#include "part.h"

enum { MOST_RUNS = 256 };

struct runs {
  struct writer file;
  off_t ends[MOST_RUNS];
  size_t count;
  // The part that a thread of its own sorts and writes.
  struct part *part;
  pthread_t thread;
};

void runs_begin(struct runs *runs);
// Waits for the part before, and has this one sorted and written while the caller goes on.
void runs_add(struct runs *runs, struct part *part);
// Waits for the last part, and prints all lines in order.
void runs_print(struct runs *runs);

#endif
