#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

/// As many files as a webhook sends at once, and those of the program that starts its own.
enum { SPAWN_LIMIT = 32 };

/// Puts the descriptors in place, once none of them is in another's place.
static int add_descriptors(
    posix_spawn_file_actions_t *actions, const int *descriptors, size_t count) {
  int problem = 0;
  for (size_t index = 0; index < count && !problem; index++) {
    if (descriptors[index] < 0)
      problem =
          posix_spawn_file_actions_addopen(actions, (int)index, "/dev/null", O_RDWR, 0);
    else
      problem = posix_spawn_file_actions_adddup2(actions, descriptors[index], (int)index);
  }
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  // Descriptors that this program inherited are not always closed on exec.
  if (!problem) problem = posix_spawn_file_actions_addclosefrom_np(actions, (int)count);
#endif
  return problem;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t signals;
  sigemptyset(&signals);
  int problem = posix_spawnattr_setsigmask(attributes, &signals);
  sigfillset(&signals);
  if (!problem) problem = posix_spawnattr_setsigdefault(attributes, &signals);
  if (!problem) problem = posix_spawnattr_setpgroup(attributes, 0);
  return problem ? problem : posix_spawnattr_setflags(attributes, flags);
}

static int spawn_placed(
    const char *path, char *const *arguments, char *const *environment, const int *descriptors,
    size_t count, pid_t *process) {
  posix_spawn_file_actions_t actions;
  int problem = posix_spawn_file_actions_init(&actions);
  if (problem) return problem;
  posix_spawnattr_t attributes;
  problem = posix_spawnattr_init(&attributes);
  if (!problem) {
    problem = add_descriptors(&actions, descriptors, count);
    if (!problem) problem = set_attributes(&attributes);
    if (!problem)
      problem = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

int csystem_open_program(const char *path) {
  int flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  int program = open(path, O_RDONLY | flags);
#if defined(__linux__)
  // Some programs are executable and not readable.
  if (program < 0 && errno == EACCES) program = open(path, O_PATH | flags);
#endif
  return program;
}

int csystem_spawn(
    const char *path, char *const *arguments, char *const *environment, const int *descriptors,
    size_t descriptor_count, pid_t *process) {
  if (descriptor_count > SPAWN_LIMIT) return EINVAL;
  int placed[SPAWN_LIMIT], copies[SPAWN_LIMIT];
  size_t copy_count = 0;
  int problem = 0;
  for (size_t index = 0; index < descriptor_count && !problem; index++) {
    placed[index] = descriptors[index];
    if (placed[index] < 0 || placed[index] >= (int)descriptor_count) continue;
    // If this program was started without standard input, its own files may have low numbers.
    int copy = fcntl(placed[index], F_DUPFD_CLOEXEC, (int)descriptor_count);
    if (copy < 0)
      problem = errno;
    else
      placed[index] = copies[copy_count++] = copy;
  }
  if (!problem)
    problem = spawn_placed(path, arguments, environment, placed, descriptor_count, process);
  while (copy_count > 0) close(copies[--copy_count]);
  return problem;
}

int csystem_bound_process(pid_t process, uint64_t file_size, uint64_t seconds) {
#if defined(__linux__)
  const struct {
    int resource;
    uint64_t most;
  } bounds[] = {{RLIMIT_FSIZE, file_size}, {RLIMIT_CPU, seconds}, {RLIMIT_CORE, 0}};
  for (size_t index = 0; index < sizeof bounds / sizeof *bounds; index++) {
    struct rlimit limit = {.rlim_cur = bounds[index].most, .rlim_max = bounds[index].most};
    if (prlimit(process, bounds[index].resource, &limit, NULL) < 0) return errno;
  }
#else
  (void)process, (void)file_size, (void)seconds;
#endif
  return 0;
}
