#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <fcntl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__linux__)

/// Writes the path under which the kernel shows a process its open file, by which the file gets a
/// name without a privilege; returns false if it is too long.
static int path_of(int file, char *path, size_t size) {
  return snprintf(path, size, "/proc/self/fd/%d", file) < (int)size;
}

int csystem_unnamed_file_in(int directory, mode_t mode) {
  int made;
  do made = openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  while (made < 0 && errno == EINTR);
  // Kernels and file systems without it return one of three errors (open(2)).
  if (made < 0 && (errno == EISDIR || errno == EINVAL || errno == ENOENT)) errno = ENOTSUP;
  char path[32];
  if (made >= 0 && (!path_of(made, path, sizeof path) || access(path, F_OK))) {
    close(made);
    errno = ENOTSUP;
    return -1;
  }
  return made;
}

int csystem_name_file(int file, int directory, const char *name) {
  char path[32];
  if (!path_of(file, path, sizeof path)) {
    errno = EBADF;
    return -1;
  }
  return linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW);
}

#else

int csystem_unnamed_file_in(int directory, mode_t mode) {
  (void)directory, (void)mode;
  errno = ENOTSUP;
  return -1;
}

int csystem_name_file(int file, int directory, const char *name) {
  (void)file, (void)directory, (void)name;
  errno = ENOTSUP;
  return -1;
}

#endif

int csystem_nameless_file(void) {
#if defined(__linux__)
  return memfd_create("shotflow", MFD_CLOEXEC | MFD_ALLOW_SEALING);
#else
  char name[] = "/tmp/shotflow.XXXXXX";
  int made = mkostemp(name, O_CLOEXEC);
  if (made >= 0) unlink(name);
  return made;
#endif
}

int csystem_seal_file(int file) {
#if defined(__linux__)
  return fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
#else
  (void)file;
  return 0;
#endif
}
