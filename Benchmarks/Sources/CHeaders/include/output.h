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

// A line of JSON about a file, with blanks at its end where it would be shorter than `width` bytes.
void put_record(
    struct output *output, const char *folder, const char *name, const struct stat *status,
    const struct facts *facts, size_t width);
// Writes all to standard output; exits when that is not possible.
void output_print(const struct output *output);

#endif
