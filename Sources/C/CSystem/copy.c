#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static long write_all(int output, const char *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    ssize_t written = write(output, bytes + done, count - done);
    if (written < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    done += (size_t)written;
  }
  return (long)done;
}

static long copy_by_reading(int input, int output, int64_t offset, size_t count) {
  size_t size = count < 256 * 1024 ? count : 256 * 1024;
  char *bytes = malloc(size);
  if (!bytes) return -ENOMEM;
  ssize_t got;
  do got = pread(input, bytes, size, (off_t)offset);
  while (got < 0 && errno == EINTR);
  long result = got < 0 ? -errno : write_all(output, bytes, (size_t)got);
  free(bytes);
  return result;
}

bool csystem_next_data(int file, int64_t offset, int64_t size, int64_t *start, int64_t *end) {
  *start = offset;
  *end = size;
  if (offset >= size) return false;
#if defined(SEEK_DATA) && defined(SEEK_HOLE)
  off_t data = lseek(file, (off_t)offset, SEEK_DATA);
  if (data < 0) return errno != ENXIO;
  off_t hole = lseek(file, data, SEEK_HOLE);
  if (data >= size) return false;
  *start = data;
  if (hole > data && hole < size) *end = hole;
#endif
  return true;
}

void csystem_begin_flush(int file) {
#if defined(__linux__)
  sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
  (void)file;
#endif
}

long csystem_copy(int input, int output, int64_t offset, size_t count) {
#if defined(__linux__)
  loff_t from = offset;
  ssize_t copied;
  do copied = copy_file_range(input, &from, output, NULL, count, 0);
  while (copied < 0 && errno == EINTR);
  if (copied > 0) return copied;
  int refused = copied < 0 ? errno : 0;
  // Some file systems refuse it, or return 0 for files that they generate as they are read.
  if (refused != 0 && refused != EXDEV && refused != EINVAL && refused != ENOSYS &&
      refused != EOPNOTSUPP)
    return -refused;
#endif
  return copy_by_reading(input, output, offset, count);
}
