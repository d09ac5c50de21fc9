#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int link_and_unlink(int directory, const char *from, const char *to) {
  if (linkat(directory, from, directory, to, 0)) return -1;
  return unlinkat(directory, from, 0);
}

int csystem_rename_new(int directory, const char *from, const char *to) {
#if defined(__APPLE__)
  if (renameatx_np(directory, from, directory, to, RENAME_EXCL) == 0) return 0;
#else
  if (renameat2(directory, from, directory, to, RENAME_NOREPLACE) == 0) return 0;
#endif
  // Some file systems can't promise it; two names for a moment do the same.
  if (errno == EINVAL || errno == ENOSYS || errno == ENOTSUP)
    return link_and_unlink(directory, from, to);
  return -1;
}
