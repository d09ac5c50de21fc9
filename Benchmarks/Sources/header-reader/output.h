// Text in memory that grows.
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "reader.h"

struct output {
  char *bytes;
  size_t count;
  size_t room;
};

// A line of JSON about a file.
void put_record(
    struct output *output, const char *folder, const char *name, const struct stat *status,
    const struct facts *facts);

#endif
