#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__) && __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

#if defined(O_PATH)
/// Passes through a folder that may not be listed, too.
enum { passing = O_PATH };
#elif defined(O_SEARCH)
enum { passing = O_SEARCH };
#else
enum { passing = O_RDONLY };
#endif

int csystem_walk_below(int directory, const char *path, int flags) {
  int folder = directory;
  for (;;) {
    char name[256];
    while (*path == '/') path++;
    size_t length = strcspn(path, "/");
    int is_last = path[length + strspn(path + length, "/")] == '\0';
    int opened;
    if (length >= sizeof name || (length == 2 && memcmp(path, "..", 2) == 0)) {
      opened = -1;
      errno = length == 2 ? EXDEV : ENAMETOOLONG;
    } else {
      memcpy(name, length == 0 ? "." : path, length == 0 ? 1 : length);
      name[length == 0 ? 1 : length] = '\0';
      int own = is_last ? flags : passing | O_DIRECTORY;
      opened = csystem_open_at(folder, name, own | O_NOFOLLOW | O_CLOEXEC);
    }
    int error = errno;
    if (folder != directory) close(folder);
    errno = error;
    if (opened < 0 || is_last) return opened;
    folder = opened;
    path += length;
  }
}

int csystem_open_below(int directory, const char *path, int flags) {
#if defined(SYS_openat2) && defined(RESOLVE_BENEATH)
  struct open_how how = {
      .flags = (uint64_t)(flags | O_NOFOLLOW | O_CLOEXEC),
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  const char *rest = path + strspn(path, "/");
  long opened;
  do opened = syscall(SYS_openat2, directory, *rest ? rest : ".", &how, sizeof how);
  while (opened < 0 && errno == EINTR);
  // Kernels before 5.6 lack it, and containers may forbid it; EAGAIN is a race left to the caller.
  if (opened >= 0 || (errno != ENOSYS && errno != EPERM && errno != EAGAIN)) return (int)opened;
#endif
  return csystem_walk_below(directory, path, flags);
}
