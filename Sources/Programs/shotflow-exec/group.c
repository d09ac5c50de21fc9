#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "group.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#endif

static int open_in(const char *folder, const char *name) {
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/%s", folder, name);
  return length < (int)sizeof path ? open(path, O_WRONLY | O_CLOEXEC) : -1;
}

/// Returns this process's group in the second hierarchy, with a slash in front; NULL for none.
static char *find_own(void) {
  FILE *list = fopen("/proc/self/cgroup", "re");
  if (!list) return NULL;
  char *line = NULL, *found = NULL;
  size_t size = 0;
  while (!found && getline(&line, &size, list) > 0) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "0::/", 4) == 0) found = strdup(line + 3);
  }
  free(line);
  fclose(list);
  return found;
}

static bool make_below(control_group *group, const char *place, const char *own) {
  char parent[PATH_MAX];
  int length = snprintf(parent, sizeof parent, "%s%s", place, strcmp(own, "/") == 0 ? "" : own);
  if (length >= (int)sizeof parent) return false;
  // A process that may not move others out of the parent can't move them in here.
  int movable = open_in(parent, "cgroup.procs");
  if (movable < 0) return false;
  close(movable);
  length = snprintf(
      group->folder, sizeof group->folder, "%s/shotflow-exec-%ld", parent, (long)getpid());
  if (length >= (int)sizeof group->folder) return false;
  // One that a killed process of the same number has left is empty, or stays.
  rmdir(group->folder);
  if (mkdir(group->folder, 0700) != 0) return false;
  group->place = open(group->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  group->end = open_in(group->folder, "cgroup.kill");
  if (group->place >= 0 && group->end >= 0) return true;
  group_remove(group);
  return false;
}

/// Returns true if the system has the call that starts a process in a group, and allows it.
static bool can_fork_into(void) {
#if defined(__linux__)
  return syscall(SYS_clone3, NULL, 0) < 0 && errno == EINVAL;
#else
  return false;
#endif
}

bool group_make(control_group *group) {
  char *own = can_fork_into() ? find_own() : NULL;
  bool is_made = own &&
      (make_below(group, "/sys/fs/cgroup", own) ||
       make_below(group, "/sys/fs/cgroup/unified", own));
  free(own);
  return is_made;
}

#if defined(__linux__)
pid_t group_fork(const control_group *group) {
  struct clone_args arguments = {
      .flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD, .cgroup = (uint64_t)group->place};
  return (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
}
#else
pid_t group_fork(const control_group *group) {
  (void)group;
  return fork();
}
#endif

void group_end(const control_group *group) {
  while (write(group->end, "1", 1) < 0 && errno == EINTR);
}

void group_remove(control_group *group) {
  if (group->place >= 0) close(group->place);
  if (group->end >= 0) close(group->end);
  group->place = group->end = -1;
  rmdir(group->folder);
}
