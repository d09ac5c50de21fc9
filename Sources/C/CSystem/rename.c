#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int link_and_unlink(int from_directory, const char *from, int to_directory, const char *to) {
  if (linkat(from_directory, from, to_directory, to, 0)) return -1;
  if (unlinkat(from_directory, from, 0) == 0) return 0;
  int problem = errno;
  unlinkat(to_directory, to, 0);
  errno = problem;
  return -1;
}

int csystem_rename_new(int directory, const char *from, const char *to) {
  return csystem_move_new(directory, from, directory, to);
}

int csystem_move_new(int from_directory, const char *from, int to_directory, const char *to) {
#if defined(__APPLE__)
  if (renameatx_np(from_directory, from, to_directory, to, RENAME_EXCL) == 0) return 0;
#else
  if (renameat2(from_directory, from, to_directory, to, RENAME_NOREPLACE) == 0) return 0;
#endif
  // Some file systems don't support it; two names for a moment have the same effect.
  if (errno == EINVAL || errno == ENOSYS || errno == ENOTSUP)
    return link_and_unlink(from_directory, from, to_directory, to);
  return -1;
}
