#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <dirent.h>
#include <fcntl.h>
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

int csystem_process_usage(pid_t process, int64_t *used, int64_t *waited) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
  *used = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *tasks = opendir(path);
  if (!tasks) return -1;
  int found = 0;
  *waited = 0;
  for (struct dirent *task; (task = readdir(tasks));) {
    if (task->d_name[0] == '.') continue;
    int64_t more = waited_by(dirfd(tasks), task->d_name);
    if (more < 0) continue;
    *waited += more;
    found = 1;
  }
  closedir(tasks);
  return found ? 0 : -1;
}

#else

int csystem_process_usage(pid_t process, int64_t *used, int64_t *waited) {
  (void)process, (void)used, (void)waited;
  return -1;
}

#endif
