#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

bool cpictures_fail_as_too_large(
    cpictures_problem *problem, int32_t width, int32_t height, int64_t maximum_pixels) {
  return cpictures_fail(
      problem, CPICTURES_TOO_LARGE, "%d x %d pixels are more than the %lld that are allowed", width,
      height, (long long)maximum_pixels);
}

void *cpictures_new_source(size_t size, cpictures_source base, cpictures_problem *problem) {
  cpictures_source *source = calloc(1, size);
  if (source) {
    *source = base;
  } else {
    cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the picture");
  }
  return source;
}

cpictures_source *cpictures_opened(cpictures_source *source, bool is_open) {
  if (is_open) return source;
  source->close(source);
  return NULL;
}

bool cpictures_write(
    int file, const void *bytes, size_t count, int64_t *total, cpictures_problem *problem) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t written = write(file, rest, count);
    if (written < 0) {
      if (errno == EINTR) continue;
      return cpictures_fail(
          problem, CPICTURES_NOT_WRITTEN, "can't write the picture: %s",
          errno == EFBIG ? "larger than files may be, see \"ulimit -f\"" : strerror(errno));
    }
    rest += written;
    count -= (size_t)written;
    *total += written;
  }
  return true;
}

/// The maximum length of a mapped file, whose pages take memory; 100 megapixels of TIFF fit.
static const int64_t maximum_length = 320LL << 20;

bool cpictures_map(
    int file, bool is_writable, void **bytes, size_t *count, cpictures_problem *problem) {
  // Unlike fstat, which the C library implements with a call that takes paths, lseek needs no path.
  off_t length = lseek(file, 0, SEEK_END);
  if (length < 0) {
    return cpictures_fail(problem, CPICTURES_DAMAGED, "can't read: %s", strerror(errno));
  }
  if (length == 0) return cpictures_fail(problem, CPICTURES_DAMAGED, "the file is empty");
  if (length > maximum_length) {
    return cpictures_fail(
        problem, CPICTURES_TOO_LARGE, "a file of more than %lld MB",
        (long long)(maximum_length >> 20));
  }
  int access = is_writable ? PROT_READ | PROT_WRITE : PROT_READ;
  void *mapped = mmap(NULL, (size_t)length, access, MAP_PRIVATE, file, 0);
  if (mapped == MAP_FAILED) {
    return cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "can't map: %s", strerror(errno));
  }
  *bytes = mapped;
  *count = (size_t)length;
  return true;
}
