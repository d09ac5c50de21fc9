#define _GNU_SOURCE

#include "CTestSupport.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/// Goes on in a child, out of the parent's session and group, over and over.
static void run_chain(void) {
  const time_t end = time(NULL) + 75;
  for (unsigned link = 0; time(NULL) < end; link++) {
    pid_t child = fork();
    if (child > 0) {
      // By the time that a child has lost its parent, it has children itself.
      usleep(5000);
      _exit(0);
    }
    if (child == 0 && link % 2) setsid();
    if (child == 0 && !(link % 2)) setpgid(0, 0);
  }
  _exit(0);
}

void ctest_start_chains(int count) {
  for (int chain = 0; chain < count; chain++) {
    if (fork() == 0) run_chain();
    if (fork() == 0) {
      setsid();
      sleep(75);
      _exit(0);
    }
  }
}

int ctest_run_without_namespaces(char *const *arguments) {
#if defined(__linux__)
  // The lower half of the flags, which is all of them.
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWUSER | CLONE_NEWPID, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return errno;
#endif
  execv(arguments[0], arguments);
  return errno;
}
