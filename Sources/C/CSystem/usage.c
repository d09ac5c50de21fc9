#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)

/// Returns proc_pid_schedstat's second number: nanoseconds on a run queue; -1 if none exists.
static int64_t waited_by(int tasks, const char *name) {
  char path[64], text[128];
  if (snprintf(path, sizeof path, "%s/schedstat", name) >= (int)sizeof path) return -1;
  int file = openat(tasks, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return -1;
  text[count] = 0;
  long long ran, waited;
  return sscanf(text, "%lld %lld", &ran, &waited) == 2 ? waited : -1;
}

static bool add_usage(pid_t process, int generations, int64_t *used, int64_t *waited);

/// Adds what the children of a task, and theirs, used; nothing where the system does not list them.
static void add_children(
    int tasks, const char *name, int generations, int64_t *used, int64_t *waited) {
  char path[64];
  if (snprintf(path, sizeof path, "%s/children", name) >= (int)sizeof path) return;
  int file = openat(tasks, path, O_RDONLY | O_CLOEXEC);
  FILE *list = file < 0 ? NULL : fdopen(file, "r");
  if (!list) {
    if (file >= 0) close(file);
    return;
  }
  long child;
  while (fscanf(list, "%ld", &child) == 1) add_usage((pid_t)child, generations, used, waited);
  fclose(list);
}

/// Adds what a process used, and its descendants of some generations; returns false if the system
/// does not report that of the process itself.
static bool add_usage(pid_t process, int generations, int64_t *used, int64_t *waited) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return false;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *tasks = opendir(path);
  if (!tasks) return false;
  *used += (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
  bool is_found = false;
  for (struct dirent *task; (task = readdir(tasks));) {
    if (task->d_name[0] == '.') continue;
    int64_t more = waited_by(dirfd(tasks), task->d_name);
    if (more < 0) continue;
    *waited += more;
    is_found = true;
    if (generations > 0)
      add_children(dirfd(tasks), task->d_name, generations - 1, used, waited);
  }
  closedir(tasks);
  return is_found;
}

int csystem_process_usage(pid_t process, int generations, int64_t *used, int64_t *waited) {
  *used = *waited = 0;
  return add_usage(process, generations, used, waited) ? 0 : -1;
}

#else

int csystem_process_usage(pid_t process, int generations, int64_t *used, int64_t *waited) {
  (void)process, (void)generations, (void)used, (void)waited;
  return -1;
}

#endif
