#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

long csystem_read_at(int file, void *bytes, size_t count, int64_t offset) {
  size_t done = 0;
  while (done < count) {
    ssize_t got = pread(file, (char *)bytes + done, count - done, (off_t)(offset + (int64_t)done));
    if (got == 0) break;
    if (got > 0)
      done += (size_t)got;
    else if (errno != EINTR)
      return -1;
  }
  return (long)done;
}

int csystem_open_at(int directory, const char *name, int flags) {
  int opened;
  do opened = openat(directory, name, flags);
  while (opened < 0 && errno == EINTR);
  return opened;
}
