#include "CSystem.h"

#if defined(__linux__)

#include <errno.h>
#include <sys/vfs.h>

int csystem_filesystem_type(const char *path, uint32_t *type) {
  struct statfs facts;
  while (statfs(path, &facts) != 0) {
    if (errno != EINTR) {
      return errno;
    }
  }
  // The field is signed on 32-bit systems; the magic numbers are 32 bits wide everywhere.
  *type = (uint32_t)facts.f_type;
  return 0;
}

#endif
