#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

bool cpictures_fail(
    cpictures_problem *problem, cpictures_status status, const char *format, ...) {
  problem->status = status;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(problem->message, sizeof problem->message, format, arguments);
  va_end(arguments);
  return false;
}

bool cpictures_write(
    int file, const void *bytes, size_t count, int64_t *total, cpictures_problem *problem) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t written = write(file, rest, count);
    if (written < 0) {
      if (errno == EINTR) continue;
      return cpictures_fail(
          problem, CPICTURES_NOT_WRITTEN, "can't write the picture: %s", strerror(errno));
    }
    rest += written;
    count -= (size_t)written;
    *total += written;
  }
  return true;
}
