#define _GNU_SOURCE

#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#endif

static int outcome(long result) { return result < 0 ? errno : 0; }

static int outcome_of_open(const char *path, int flags) {
  int descriptor = open(path, flags | O_CLOEXEC, 0600);
  int problem = outcome(descriptor);
  if (descriptor >= 0) close(descriptor);
  return problem;
}

int ctest_change(const char *name, const char *path) {
  char other[4096];
  snprintf(other, sizeof other, "%s-other", path);
  if (strcmp(name, "read") == 0) return outcome_of_open(path, O_RDONLY);
  if (strcmp(name, "write") == 0) return outcome_of_open(path, O_WRONLY);
  if (strcmp(name, "append") == 0) return outcome_of_open(path, O_RDWR | O_APPEND);
  if (strcmp(name, "empty") == 0) return outcome_of_open(path, O_RDONLY | O_TRUNC);
  if (strcmp(name, "create") == 0) return outcome_of_open(other, O_WRONLY | O_CREAT | O_EXCL);
  if (strcmp(name, "truncate") == 0) return outcome(truncate(path, 0));
  if (strcmp(name, "unlink") == 0) return outcome(unlink(path));
  if (strcmp(name, "rename") == 0) return outcome(rename(path, other));
  if (strcmp(name, "link") == 0) return outcome(link(path, other));
  if (strcmp(name, "symlink") == 0) return outcome(symlink(path, other));
  if (strcmp(name, "mkdir") == 0) return outcome(mkdir(other, 0700));
  if (strcmp(name, "fifo") == 0) return outcome(mkfifo(other, 0600));
  if (strcmp(name, "chmod") == 0) return outcome(chmod(path, 0777));
  if (strcmp(name, "chown") == 0) return outcome(chown(path, getuid(), getgid()));
  if (strcmp(name, "times") == 0) return outcome(utimes(path, NULL));
  if (strcmp(name, "mode-by-descriptor") == 0) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    int problem = outcome(fchmod(descriptor, 0777));
    close(descriptor);
    return problem;
  }
#if defined(__linux__)
  if (strcmp(name, "attribute") == 0) return outcome(setxattr(path, "user.x", "y", 1, 0));
  if (strcmp(name, "read-attribute") == 0) {
    return getxattr(path, "user.x", NULL, 0) == 1 ? 0 : outcome(-1);
  }
  if (strcmp(name, "new-mode") == 0) return outcome(syscall(452, AT_FDCWD, path, 0777, 0));
  if (strcmp(name, "new-attribute") == 0) {
    return outcome(syscall(463, AT_FDCWD, path, 0, "user.x", NULL, 0));
  }
  if (strcmp(name, "new-flags") == 0) return outcome(syscall(469, AT_FDCWD, path, NULL, 0, 0));
  if (strcmp(name, "flags") == 0) {
    int flags = 0;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    int problem = outcome(ioctl(descriptor, 0x40086602, &flags));
    close(descriptor);
    return problem;
  }
#endif
  return -1;
}

int ctest_run_without_landlock(char *const *arguments) {
#if defined(__linux__)
  // landlock_create_ruleset, by the number that it has everywhere.
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 444, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return errno;
#endif
  execv(arguments[0], arguments);
  return errno;
}
