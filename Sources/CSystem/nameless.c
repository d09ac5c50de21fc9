// Files without a name.

#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int csystem_nameless_file(void) {
#if defined(__linux__)
  return memfd_create("shotflow", MFD_CLOEXEC);
#else
  char name[] = "/tmp/shotflow.XXXXXX";
  int made = mkostemp(name, O_CLOEXEC);
  if (made >= 0) unlink(name);
  return made;
#endif
}
