#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

/// Opens what has an end at once and keeps nothing; returns -1 if there is no such thing.
static int open_nothing(int access) {
  int device = open("/dev/null", access | O_CLOEXEC);
  struct stat facts;
  if (device >= 0 && fstat(device, &facts) == 0 && S_ISCHR(facts.st_mode)) return device;
  if (device >= 0) close(device);
  // Without the device, or with a file in its place: the end of a pipe from which nothing comes.
  int ends[2];
  if (pipe(ends) != 0) return -1;
  close(ends[1]);
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  return ends[0];
}

bool csystem_open_standard(void) {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
    if (fcntl(number, F_GETFD) >= 0) continue;
    // Output that can't be written to is a failure, as a full disk is; a lost message is none.
    int opened = open_nothing(number == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    if (opened < 0) return false;
  }
  return true;
}

void csystem_keep_standard(void) {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) fcntl(number, F_SETFD, 0);
}

bool csystem_start(void) {
  bool is_open = csystem_open_standard();
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
  return is_open;
}

static void empty_mask(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

void csystem_reset_signals(void) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  empty_mask();
}

bool csystem_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

int csystem_become(const char *path, char *const *arguments) {
  csystem_keep_standard();
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  empty_mask();
  execv(path, arguments);
  int problem = errno;
  csystem_start();
  return problem;
}

bool csystem_is_inherited(int descriptor) {
  int flags = fcntl(descriptor, F_GETFD);
  return flags >= 0 && !(flags & FD_CLOEXEC);
}

long csystem_stack_size(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return LONG_MAX;
  return limit.rlim_cur > LONG_MAX ? LONG_MAX : (long)limit.rlim_cur;
}

bool csystem_limits_file_size(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

void csystem_alarm(long milliseconds) {
  const struct itimerval timer = {
    .it_value = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000},
  };
  setitimer(ITIMER_REAL, &timer, NULL);
}
