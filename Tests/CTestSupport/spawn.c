#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { ENDS = 6 };

/// The caller's end of each of the program's first three descriptors, then the program's.
typedef struct {
  int ends[ENDS];
  char terminal[128];
} wiring;

static int *mine(wiring *wires, int number) { return &wires->ends[number]; }

static int *theirs(wiring *wires, int number) { return &wires->ends[number + 3]; }

static void close_ends(wiring *wires, int from, int to) {
  for (int index = from; index < to; index++) {
    if (wires->ends[index] >= 0) close(wires->ends[index]);
    wires->ends[index] = -1;
  }
}

static int close_on_exec(int descriptor) {
  return fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0 ? errno : 0;
}

static int not_blocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ? errno : 0;
}

static int open_pipe(int *reading, int *writing) {
  int ends[2];
#if defined(__linux__)
  if (pipe2(ends, O_CLOEXEC) < 0) return errno;
#else
  if (pipe(ends) < 0) return errno;
#endif
  *reading = ends[0];
  *writing = ends[1];
  int problem = close_on_exec(ends[0]);
  return problem ? problem : close_on_exec(ends[1]);
}

/// Holds the program's side open as well, or the terminal would hang up before it has started.
static int open_terminal(wiring *wires, const ctest_program *program) {
  int descriptor = *mine(wires, 0) = posix_openpt(O_RDWR | O_NOCTTY);
  if (descriptor < 0 || grantpt(descriptor) < 0 || unlockpt(descriptor) < 0) return errno;
  int problem = close_on_exec(descriptor);
  if (problem) return problem;
  const char *name = ptsname(descriptor);
  if (!name || strlen(name) >= sizeof wires->terminal) return ENAMETOOLONG;
  strcpy(wires->terminal, name);
  int other = *theirs(wires, 0) = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (other < 0) return errno;
  struct winsize size = {.ws_row = program->rows, .ws_col = program->columns};
  if (ioctl(other, TIOCSWINSZ, &size) < 0) return errno;
  return not_blocking(descriptor);
}

static int wire(wiring *wires, const ctest_program *program) {
  int problem;
  if (program->columns) {
    problem = open_terminal(wires, program);
    if (problem || program->shows_output) return problem;
  } else {
    problem = open_pipe(theirs(wires, 0), mine(wires, 0));
    if (!problem) problem = not_blocking(*mine(wires, 0));
    if (!problem) problem = open_pipe(mine(wires, 2), theirs(wires, 2));
    if (!problem) problem = not_blocking(*mine(wires, 2));
    if (problem) return problem;
  }
  problem = open_pipe(mine(wires, 1), theirs(wires, 1));
  return problem ? problem : not_blocking(*mine(wires, 1));
}

static int add_actions(
    posix_spawn_file_actions_t *actions, wiring *wires, const ctest_program *program) {
  int problem = 0;
  int on_terminal = wires->terminal[0] != 0;
  // The leader of a new session gets the first terminal that it opens.
  if (on_terminal)
    problem = posix_spawn_file_actions_addopen(actions, 0, wires->terminal, O_RDWR, 0);
  for (int number = 0; number < 3 && !problem; number++) {
    int is_pipe = *theirs(wires, number) >= 0 && !(on_terminal && number == 0);
    if (is_pipe)
      problem = posix_spawn_file_actions_adddup2(actions, *theirs(wires, number), number);
    else if (number > 0)
      problem = posix_spawn_file_actions_adddup2(actions, 0, number);
  }
  if (!problem && program->folder)
    problem = posix_spawn_file_actions_addchdir_np(actions, program->folder);
  return problem;
}

static int set_attributes(posix_spawnattr_t *attributes, int on_terminal) {
  int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  flags |= on_terminal ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t signals;
  sigemptyset(&signals);
  int problem = posix_spawnattr_setsigmask(attributes, &signals);
  // What starts the tests may ignore signals, as a shell does in what it starts with "&".
  sigfillset(&signals);
  if (!problem) problem = posix_spawnattr_setsigdefault(attributes, &signals);
  return problem ? problem : posix_spawnattr_setflags(attributes, (short)flags);
}

static int spawn_wired(const ctest_program *program, wiring *wires, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  int problem = posix_spawn_file_actions_init(&actions);
  if (problem) return problem;
  posix_spawnattr_t attributes;
  problem = posix_spawnattr_init(&attributes);
  if (!problem) {
    problem = add_actions(&actions, wires, program);
    if (!problem) problem = set_attributes(&attributes, wires->terminal[0] != 0);
    if (!problem) {
      problem = posix_spawn(
          pid, program->path, &actions, &attributes, program->arguments, program->environment);
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

int ctest_spawn(const ctest_program *program, ctest_process *process) {
  wiring wires = {.ends = {-1, -1, -1, -1, -1, -1}};
  int problem = wire(&wires, program);
  if (!problem) problem = spawn_wired(program, &wires, &process->pid);
  close_ends(&wires, 3, ENDS);
  if (problem) {
    close_ends(&wires, 0, 3);
    return problem;
  }
  process->input = *mine(&wires, 0);
  process->output = *mine(&wires, 1);
  process->error_output = program->columns ? process->input : *mine(&wires, 2);
  return 0;
}
