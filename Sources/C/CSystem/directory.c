#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

static csystem_entry_kind kind_of(unsigned char type) {
  switch (type) {
  case DT_REG:
    return CSYSTEM_ENTRY_FILE;
  case DT_DIR:
    return CSYSTEM_ENTRY_DIRECTORY;
  case DT_LNK:
    return CSYSTEM_ENTRY_LINK;
  case DT_UNKNOWN:
    return CSYSTEM_ENTRY_UNKNOWN;
  default:
    return CSYSTEM_ENTRY_OTHER;
  }
}

static int is_self_or_parent(const char *name) {
  return name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0));
}

#if defined(__linux__)

#include <sys/syscall.h>

// getdents64(2): glibc's readdir would allocate and lock for each directory.
struct linux_dirent64 {
  uint64_t d_ino;
  int64_t d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[];
};

int csystem_list(int directory, void *context, csystem_entry_visitor visit) {
  // A descriptor that was listed before is at its end.
  if (lseek(directory, 0, SEEK_SET) < 0) return errno;
  _Alignas(struct linux_dirent64) char buffer[32768];
  for (;;) {
    long count = syscall(SYS_getdents64, directory, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) return 0;
    for (long offset = 0; offset < count;) {
      const struct linux_dirent64 *raw = (const void *)(buffer + offset);
      offset += raw->d_reclen;
      if (is_self_or_parent(raw->d_name)) continue;
      csystem_entry entry = {raw->d_name, strlen(raw->d_name), raw->d_ino, kind_of(raw->d_type)};
      if (visit(context, &entry)) return 0;
    }
  }
}

#else

#include <fcntl.h>

int csystem_list(int directory, void *context, csystem_entry_visitor visit) {
  int copy = fcntl(directory, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return errno;
  DIR *stream = fdopendir(copy);
  if (!stream) {
    int problem = errno;
    close(copy);
    return problem;
  }
  // The copy shares its position with a descriptor that may have been listed before.
  rewinddir(stream);
  int problem = 0;
  for (;;) {
    errno = 0;
    const struct dirent *raw = readdir(stream);
    if (!raw) {
      problem = errno;
      break;
    }
    if (is_self_or_parent(raw->d_name)) continue;
    csystem_entry entry = {raw->d_name, strlen(raw->d_name), raw->d_ino, kind_of(raw->d_type)};
    if (visit(context, &entry)) break;
  }
  closedir(stream);
  return problem;
}

#endif
