// Starts a program for a rule, in a jail of what was granted, and ends it with all it started.
//
//     shotflow-exec PARENT RIGHTS MEMORY PATH NAME [WORD…]
//
// The program is the file that is open as descriptor 4; PATH, where it was, is for systems that can't
// start an open file. PARENT is the number of the process that starts it, RIGHTS is "-", or "w" (write), "n" (network) and
// "i" (it is not started before there is something for it to read, and never if there is nothing).
// MEMORY is how many MiB of it each of the program's processes may fill.
// Whether the program was started, or can be, is told on descriptor 3: nothing, or a letter for what
// failed and the number of the system's error. Ends as the program has ended. SIGTERM, or the end of
// the parent, ends both.

#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "scratch.h"

#include <CJail.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

enum { report = 3, program_file = 4, wrong_usage = 64 };

static void tell(char what, int error) {
  char line[32];
  int length = snprintf(line, sizeof line, "%c %d", what, error);
  if (write(report, line, (size_t)length) < 0) _exit(1);
}

/// Lets a signal come when the parent ends; false when it has ended already.
static bool end_with(pid_t parent, int number) {
#if defined(__linux__)
  if (prctl(PR_SET_PDEATHSIG, number, 0, 0, 0) != 0) return false;
#endif
  return getppid() == parent;
}

/// Waits for something to read; false when there will be nothing.
static bool has_input(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  while (poll(&input, 1, -1) < 0 && errno == EINTR);
  return input.revents & POLLIN;
}

/// Whether the program is a text that another program reads, which opens it by its descriptor.
static bool is_script(void) {
  char start[2];
  return pread(program_file, start, 2, 0) == 2 && start[0] == '#' && start[1] == '!';
}

/// Starts the open file; returns only to tell why it could not.
static void start(char **arguments) {
#if defined(__linux__)
  if (!is_script()) fcntl(program_file, F_SETFD, FD_CLOEXEC);
  syscall(SYS_execveat, program_file, "", arguments + 1, environ, AT_EMPTY_PATH);
#else
  close(program_file);
  execv(arguments[0], arguments + 1);
#endif
  tell('x', errno);
}

/// Becomes the program; returns only to tell why it could not.
static void become_program(
    char **arguments, const cjail_rights *rights, rlim_t memory, bool waits_for_input,
    const sigset_t *before, pid_t parent) {
  if (!end_with(parent, SIGKILL)) _exit(1);
  // No terminal is its own, so that none can be typed on or listened to by that way.
  setsid();
  sigprocmask(SIG_SETMASK, before, NULL);
  fcntl(report, F_SETFD, FD_CLOEXEC);
  // One that is set lower already stays.
  struct rlimit bound;
  if (getrlimit(RLIMIT_DATA, &bound) != 0) return tell('m', errno);
  if (bound.rlim_max > memory) bound.rlim_max = memory;
  if (bound.rlim_cur > memory) bound.rlim_cur = memory;
  if (setrlimit(RLIMIT_DATA, &bound) != 0) return tell('m', errno);
  // Nor is its memory left behind in a file.
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  switch (cjail_close_program(rights)) {
  case cjail_is_closed: break;
  case cjail_cannot_stop_writing: tell('w', 0); return;
  case cjail_cannot_stop_network: tell('n', 0); return;
  }
  if (waits_for_input) {
    close(report);
    if (!has_input()) _exit(0);
  }
  start(arguments);
}

/// Opens the list of this process' children; -1 where the system has none.
///
/// It is open before the program is there, so that nothing the program does can keep it from being read.
static int open_children(void) {
#if defined(__linux__)
  return open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
#else
  return -1;
#endif
}

/// Kills the children that there are, whoever started them; false where they are not listed.
static bool kill_children(pid_t program, int children) {
  kill(-program, SIGKILL);
  kill(program, SIGKILL);
  char list[4096];
  ssize_t length = children < 0 ? -1 : pread(children, list, sizeof list - 1, 0);
  if (length < 0) return false;
  list[length] = 0;
  // A number that is cut off has no space behind it; its turn comes in the next round.
  char *rest = list, *end;
  for (long child = strtol(rest, &end, 10); end != rest && *end == ' ';
       child = strtol(rest, &end, 10)) {
    kill((pid_t)child, SIGKILL);
    rest = end + 1;
  }
  return true;
}

/// Waits for the program's end, or ends it; returns its status as waitpid(2) has it.
static int wait_for(pid_t program, const sigset_t *signals) {
  int number, status;
  while (sigwait(signals, &number) == 0 && number == SIGCHLD) {
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended == program) return status;
    }
  }
  return SIGTERM;
}

/// Ends whatever is left of what the program started.
static void end_rest(pid_t program, int children) {
  bool are_all_killed;
  do are_all_killed = kill_children(program, children);
  while (waitpid(-1, NULL, are_all_killed ? 0 : WNOHANG) > 0);
}

/// Ends as the program has ended.
static int end_as(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(WTERMSIG(status), SIG_DFL);
  sigset_t all;
  sigemptyset(&all);
  raise(WTERMSIG(status));
  sigprocmask(SIG_SETMASK, &all, NULL);
  return 128 + WTERMSIG(status);
}

int main(int count, char **words) {
  struct stat facts;
  if (count < 6 || fstat(report, &facts) != 0 || !S_ISFIFO(facts.st_mode)) {
    fputs("shotflow-exec: is started by shotflow, to start a program for a rule\n", stderr);
    return wrong_usage;
  }
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGCHLD);
  sigprocmask(SIG_BLOCK, &signals, &before);
  if (!end_with((pid_t)atol(words[1]), SIGTERM)) return 1;
#if defined(__linux__)
  // What the program leaves behind becomes a child of this one.
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif

  cjail_rights rights = {
      .may_write = strchr(words[2], 'w') != NULL,
      .may_use_network = strchr(words[2], 'n') != NULL,
  };
  if (!rights.may_write) {
    rights.folder = scratch_make();
    if (!rights.folder || setenv("TMPDIR", rights.folder, 1) != 0) {
      tell('t', errno);
      return 1;
    }
  }
  rlim_t memory = (rlim_t)strtoull(words[3], NULL, 10) << 20;
  int children = open_children();
  pid_t self = getpid();
  pid_t program = fork();
  if (program == 0) {
    become_program(words + 4, &rights, memory, strchr(words[2], 'i') != NULL, &before, self);
    _exit(1);
  }
  if (program < 0) tell('f', errno);
  // What it reads and writes is the program's alone, so that its ends are ends.
  for (int descriptor = 0; descriptor <= program_file; descriptor++) close(descriptor);
  int status = 1 << 8;
  if (program > 0) {
    status = wait_for(program, &signals);
    end_rest(program, children);
  }
  if (rights.folder) scratch_remove(rights.folder);
  return end_as(status);
}
