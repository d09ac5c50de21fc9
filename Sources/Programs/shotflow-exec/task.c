#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "task.h"

#include <CSystem.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

void task_tell(char what, int error) {
  char line[32];
  int length = snprintf(line, sizeof line, "%c %d", what, error);
  if (write(report, line, (size_t)length) < 0) _exit(1);
}

bool task_end_with(pid_t parent, int number) {
#if defined(__linux__)
  if (prctl(PR_SET_PDEATHSIG, number, 0, 0, 0) != 0) return false;
#else
  (void)number;
#endif
  return getppid() == parent;
}

/// Waits for standard input; returns false if it ends without any.
static bool has_input(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  while (poll(&input, 1, -1) < 0 && errno == EINTR);
  return input.revents & POLLIN;
}

#if defined(__linux__)
/// Returns true if the program is a text that another program reads, which opens it by its
/// descriptor.
static bool is_script(void) {
  char start[2];
  return pread(program_file, start, 2, 0) == 2 && start[0] == '#' && start[1] == '!';
}

/// Opens the file again by its path, if that still leads to it: the system names a file that was
/// opened outside of this process's mounts by a path that may lead nowhere here. Returns true if it does.
static bool reopen(const char *path) {
  struct stat known, found;
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  bool is_same = fstat(program_file, &known) == 0 && fstat(file, &found) == 0 &&
      known.st_dev == found.st_dev && known.st_ino == found.st_ino && dup2(file, program_file) >= 0;
  close(file);
  return is_same;
}

/// Starts the open file.
static void start_open(char **arguments) {
  bool is_text = is_script();
  bool is_found = is_text && reopen(arguments[0]);
  if (!is_text) fcntl(program_file, F_SETFD, FD_CLOEXEC);
  // Without /proc no interpreter can open the descriptor.
  if (is_found && access("/dev/fd", F_OK) != 0) execv(arguments[0], arguments + 1);
  syscall(SYS_execveat, program_file, "", arguments + 1, environ, AT_EMPTY_PATH);
}
#else
static void start_open(char **arguments) {
  close(program_file);
  execv(arguments[0], arguments + 1);
}
#endif

/// Starts the program; returns only to report a failure.
static void start(char **arguments) {
  start_open(arguments);
  task_tell('x', errno);
}

/// Twice what systems give a program, in bytes.
static const rlim_t largest_stack = 16 << 20;

/// Lowers a limit, unless it is lower already.
static bool lower(int resource, rlim_t most) {
  struct rlimit bound;
  if (getrlimit(resource, &bound) != 0) return false;
  if (bound.rlim_max > most) bound.rlim_max = most;
  if (bound.rlim_cur > most) bound.rlim_cur = most;
  return setrlimit(resource, &bound) == 0;
}

void task_become_program(const task *task, pid_t parent) {
  if (!task_end_with(parent, SIGKILL)) _exit(1);
  // It gets no controlling terminal, so it can neither type on one nor read from it.
  setsid();
  csystem_reset_signals();
  csystem_keep_standard();
  fcntl(report, F_SETFD, FD_CLOEXEC);
  if (!lower(RLIMIT_NPROC, task->processes)) return task_tell('f', errno);
  // Its memory is not written to a core file.
  lower(RLIMIT_CORE, 0);
  if (!cjail_drop_capabilities(&task->rights)) return task_tell('x', errno);
  switch (cjail_close_program(&task->rights)) {
  case cjail_is_closed: break;
  case cjail_cannot_stop_writing: task_tell('w', 0); return;
  case cjail_cannot_stop_network: task_tell('n', 0); return;
  }
  if (task->waits_for_input) {
    close(report);
    if (!has_input()) _exit(0);
  }
  // Nothing but the program itself has to do with its memory. No other limit counts the stack.
  if (!lower(RLIMIT_STACK, largest_stack) || !lower(RLIMIT_DATA, task->memory))
    return task_tell('m', errno);
  start(task->words);
}
