#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#include <sys/xattr.h>

/// The most bytes that Linux accepts for all names, and for one value (xattr(7)).
enum { ATTRIBUTE_LIMIT = 1 << 16 };

static int copy_attribute(int from, int to, const char *name, char *value) {
  ssize_t size = fgetxattr(from, name, value, ATTRIBUTE_LIMIT);
  if (size < 0) return errno == ENODATA ? 0 : -1;
  if (fsetxattr(to, name, value, size, 0) == 0) return 0;
  return errno == ENOTSUP || errno == EPERM ? 0 : -1;
}

int csystem_copy_attributes(int from, int to) {
  char *names = malloc(2 * ATTRIBUTE_LIMIT);
  if (!names) return -1;
  char *value = names + ATTRIBUTE_LIMIT;
  ssize_t count = flistxattr(from, names, ATTRIBUTE_LIMIT);
  int result = count < 0 && errno != ENOTSUP ? -1 : 0;
  for (ssize_t place = 0; place < count && !result; place += strlen(names + place) + 1)
    if (!strncmp(names + place, "user.", 5))
      result = copy_attribute(from, to, names + place, value);
  int problem = errno;
  free(names);
  errno = problem;
  return result;
}

#else

int csystem_copy_attributes(int from, int to) {
  (void)from, (void)to;
  return 0;
}

#endif
