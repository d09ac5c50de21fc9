#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "keeper.h"

#include "ending.h"
#include "namespace.h"

#include <CSystem.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

/// Waits for a child's end or a signal to end it; returns true, and its `status`, if it ended.
static bool wait_for(pid_t child, const sigset_t *signals, int *status) {
  int number;
  while (sigwait(signals, &number) == 0 && number == SIGCHLD) {
    pid_t ended;
    while ((ended = waitpid(-1, status, WNOHANG)) > 0) {
      if (ended == child) return true;
    }
  }
  return false;
}

/// Makes this process the parent of its orphaned descendants.
static void adopt(void) {
#if defined(__linux__)
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

static const control_group *group_of(const keeper *keeper) {
  return keeper->way == by_group ? &keeper->group : NULL;
}

/// Lets the kernel end this process with the launcher; returns false if that has ended.
static bool end_with_launcher(ending_way way, int told) {
#if defined(__linux__)
  if (prctl(PR_SET_PDEATHSIG, way == by_namespace ? SIGKILL : SIGTERM, 0, 0, 0) != 0) return false;
#else
  (void)way;
#endif
  // Within a namespace the launcher has no number, so its end of the pipe is checked.
  struct pollfd reader = {.fd = told, .events = 0};
  return poll(&reader, 1, 0) >= 0 && !(reader.revents & (POLLERR | POLLHUP));
}

static int run(const task *task, const control_group *group) {
  const pid_t self = getpid();
  pid_t program = group ? group_fork(group) : fork();
  if (program == 0) {
    task_become_program(task, self);
    _exit(1);
  }
  int status = 1 << 8;
  if (program < 0) task_tell('f', errno);
  // Only the program keeps its input and output open, so that their ends are seen.
  for (int descriptor = 0; descriptor <= program_file; descriptor++) close(descriptor);
  csystem_open_standard();
  if (program < 0) return status;
  if (!wait_for(program, &task->signals, &status)) {
    status = SIGTERM;
    kill(program, SIGKILL);
  }
  // Its group, for systems that don't list children.
  kill(-program, SIGKILL);
  return status;
}

static void keep(keeper *keeper, const task *task, int told) {
  ending means = {0};
  if (keeper->way != by_namespace) {
    adopt();
    ending_prepare(&means, group_of(keeper));
    means.keeps_signals = keeper->way != by_list && cjail_keep_signals();
    if (keeper->way == by_signals && !means.keeps_signals) keeper->way = by_list;
  }
#if defined(__linux__)
  // No other process may inspect or change this one.
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
  char way = (char)keeper->way;
  if (!end_with_launcher(keeper->way, told) || write(told, &way, 1) != 1) return;
  if (task->is_trial) return;
  int status = run(task, group_of(keeper));
  if (keeper->way != by_namespace) {
    ending_end(&means);
    if (keeper->way == by_group) group_remove(&keeper->group);
  }
  // Without a launcher there is no reader.
  if (write(told, &status, sizeof status) < 0) return;
}

static bool open_pipe(int ends[2]) {
  if (pipe(ends) != 0) return false;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

/// Reads the way of ending that a keeper uses; returns false if the keeper can use none.
static bool read_way(keeper *keeper) {
  struct pollfd writer = {.fd = keeper->told, .events = POLLIN};
  while (poll(&writer, 1, -1) < 0 && errno == EINTR);
  char way;
  if (read(keeper->told, &way, 1) != 1) return false;
  keeper->way = (ending_way)way;
  return true;
}

static bool start_one(keeper *keeper, const task *task) {
  int ends[2];
  if (!open_pipe(ends)) return false;
  keeper->told = ends[0];
  keeper->process = keeper->way == by_namespace ? namespace_fork() : fork();
  if (keeper->process == 0) {
    close(ends[0]);
    keep(keeper, task, ends[1]);
    _exit(0);
  }
  int error = errno;
  close(ends[1]);
  if (keeper->process > 0 && read_way(keeper)) return true;
  close(ends[0]);
  if (keeper->process > 0) waitpid(keeper->process, NULL, 0);
  errno = error;
  return false;
}

bool keeper_start(keeper *keeper, const task *task, ending_way first) {
  adopt();
  for (int way = first; way <= by_list; way++) {
    keeper->way = (ending_way)way;
    if (way == by_group && !group_make(&keeper->group)) continue;
    if (way != by_namespace && !keeper->means.children)
      ending_prepare(&keeper->means, NULL);
    keeper->means.group = group_of(keeper);
    if (start_one(keeper, task)) return true;
    if (way == by_group) group_remove(&keeper->group);
  }
  return false;
}

int keeper_wait(keeper *keeper, const task *task) {
  int status, ended;
  bool is_asked = !wait_for(keeper->process, &task->signals, &ended);
  if (is_asked) {
    kill(keeper->process, keeper->way == by_namespace ? SIGKILL : SIGTERM);
    while (waitpid(keeper->process, NULL, 0) < 0 && errno == EINTR);
  }
  if (keeper->way != by_namespace) {
    // A killed keeper may have left processes.
    ending_end(&keeper->means);
    if (keeper->way == by_group) group_remove(&keeper->group);
  }
  if (read(keeper->told, &status, sizeof status) != sizeof status)
    status = is_asked ? SIGTERM : SIGKILL;
  close(keeper->told);
  return status;
}
