#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "namespace.h"

#if defined(__linux__)

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { first_number = 300, most_numbers = 4096 };

// The interface of mount_setattr(2), from Linux 5.12 on; headers may be older.
enum { mount_setattr_number = 442, with_mounts_below = 0x8000, read_only = 1 };

typedef struct {
  uint64_t set, cleared, propagation, user_namespace;
} mount_attributes;

static bool put(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t written = write(file, text, strlen(text));
  close(file);
  return written == (ssize_t)strlen(text);
}

static bool put_number(const char *path, unsigned long number) {
  char text[32];
  snprintf(text, sizeof text, "%lu", number);
  return put(path, text);
}

/// Writes a map of a user or group to itself, which needs no right; returns false if it fails.
static bool keep_number(const char *path, unsigned long number) {
  char text[80];
  snprintf(text, sizeof text, "%lu %lu 1", number, number);
  return put(path, text);
}

static bool stay_user(uid_t user, gid_t group) {
  return put("/proc/self/setgroups", "deny") && keep_number("/proc/self/uid_map", user) &&
      keep_number("/proc/self/gid_map", group);
}

/// Makes process numbers begin where other namespaces have few, as programs name files after them.
static void count_from(pid_t launcher) {
  put_number(
      "/proc/sys/kernel/ns_last_pid", first_number + (unsigned long)launcher % most_numbers);
}

/// Limits the number of processes, which no other limit does for root.
static void bound_count(void) {
  struct utsname system;
  int major, minor;
  // Before Linux 6.14 this number is the whole system's.
  if (uname(&system) == 0 && sscanf(system.release, "%d.%d", &major, &minor) == 2 &&
      (major > 6 || (major == 6 && minor >= 14)))
    put_number("/proc/sys/kernel/pid_max", first_number + most_numbers);
}

/// Returns true if a mount hides a part of /proc, as in a container; a new /proc would show it.
static bool is_proc_covered(void) {
  FILE *mounts = fopen("/proc/self/mountinfo", "re");
  if (!mounts) return true;
  char *line = NULL, place[16];
  size_t size = 0;
  bool is_covered = false;
  while (!is_covered && getline(&line, &size, mounts) > 0) {
    is_covered = sscanf(line, "%*s %*s %*s %*s %15s", place) == 1 &&
        strncmp(place, "/proc/", 6) == 0 && strncmp(place, "/proc/sys/fs/b", 14) != 0;
  }
  free(line);
  fclose(mounts);
  return is_covered;
}

/// Makes /proc show only the processes of this namespace, by their numbers in it; returns false where
/// the system refuses. A program there would find neither itself nor its own descriptors.
static bool mount_proc(bool is_root) {
  // Mounts in a user namespace don't propagate, and the kernel requires an uncovered /proc there.
  // Below another root directory / is no mount, but /proc is one.
  if (is_root && (is_proc_covered() || mount(NULL, "/proc", NULL, MS_REC | MS_SLAVE, NULL) != 0))
    return false;
  return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;
}

/// Refuses changes of the files in /proc, /sys and /dev: also of modes, owners and times, which
/// Landlock lets pass. Devices can still be written to, and shared memory in /dev changed.
static void protect_kernel_files(void) {
  static const struct {
    const char *path;
    unsigned flags;
  } places[] = {
      {"/proc", with_mounts_below}, {"/sys", with_mounts_below}, {"/dev", 0}, {"/dev/pts", 0},
  };
  mount_attributes change = {.set = read_only};
  for (size_t index = 0; index < sizeof places / sizeof *places; index++)
    syscall(
        mount_setattr_number, AT_FDCWD, places[index].path, places[index].flags, &change,
        sizeof change);
}

pid_t namespace_fork(void) {
  const uid_t user = geteuid();
  const gid_t group = getegid();
  const pid_t launcher = getpid();
  // Root needs no user namespace, in which it would lose its rights on the files of others.
  const bool is_root = user == 0;
  unsigned long kinds = CLONE_NEWPID | CLONE_NEWNS | (is_root ? 0 : CLONE_NEWUSER);
  pid_t child = (pid_t)syscall(SYS_clone, kinds | SIGCHLD, NULL, NULL, NULL, NULL);
  if (child != 0) return child;
  if (!is_root && !stay_user(user, group)) _exit(1);
  count_from(launcher);
  if (is_root) bound_count();
  if (!mount_proc(is_root)) _exit(1);
  protect_kernel_files();
  return 0;
}

#else

pid_t namespace_fork(void) { return -1; }

#endif
