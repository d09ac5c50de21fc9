#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int ctest_open_terminal(int *host, int *device) {
  *host = posix_openpt(O_RDWR | O_NOCTTY);
  if (*host < 0) return errno;
  *device = -1;
  if (fcntl(*host, F_SETFD, FD_CLOEXEC) == 0 && grantpt(*host) == 0 && unlockpt(*host) == 0) {
    const char *name = ptsname(*host);
    if (name) *device = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  }
  if (*device >= 0) return 0;
  int problem = errno;
  close(*host);
  return problem;
}
