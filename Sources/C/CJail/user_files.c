#if defined(__linux__)
#define _GNU_SOURCE

#include "user_files.h"

#include "landlock.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/// The kinds of file systems whose files the kernel makes up.
static const char *const kernel_systems[] = {
    "proc",     "sysfs",     "devtmpfs", "devpts",   "cgroup",   "cgroup2",     "debugfs",
    "tracefs",  "configfs",  "bpf",      "pstore",   "efivarfs", "binfmt_misc", "securityfs",
    "selinuxfs", "smackfs",  "fusectl",  "resctrl",  "nfsd",     "rpc_pipefs",
};

/// Paths without a slash at the end, in a growing array; the root is the empty path.
typedef struct {
  char **paths;
  size_t count;
} places;

static void add(places *all, const char *path) {
  char **paths = realloc(all->paths, (all->count + 1) * sizeof *paths);
  if (!paths) return;
  all->paths = paths;
  char *copy = strdup(path);
  if (copy) all->paths[all->count++] = copy;
}

static void release(places *all) {
  for (size_t index = 0; index < all->count; index++) free(all->paths[index]);
  free(all->paths);
}

static bool is_kernel_system(const char *kind) {
  for (size_t index = 0; index < sizeof kernel_systems / sizeof *kernel_systems; index++) {
    size_t length = strlen(kernel_systems[index]);
    if (strncmp(kind, kernel_systems[index], length) == 0 && kind[length] == ' ') return true;
  }
  return false;
}

/// Replaces the octal numbers that the list of mounts has for spaces and line ends.
static void decode(char *text) {
  char *end = text;
  for (; *text; text++) {
    unsigned byte;
    if (*text == '\\' && sscanf(text + 1, "%3o", &byte) == 1) {
      *end++ = (char)byte;
      text += 3;
    } else {
      *end++ = *text;
    }
  }
  *end = 0;
}

/// Adds the places where file systems of the kernel are mounted.
static void add_mounts(places *all) {
  FILE *mounts = fopen("/proc/self/mountinfo", "re");
  if (!mounts) return;
  char *line = NULL, *place = NULL;
  size_t size = 0;
  while (getline(&line, &size, mounts) > 0) {
    const char *kind = strstr(line, " - ");
    if (!kind || !is_kernel_system(kind + 3) || sscanf(line, "%*s %*s %*s %*s %ms", &place) != 1)
      continue;
    decode(place);
    add(all, place);
    free(place);
  }
  free(line);
  fclose(mounts);
}

/// Allows the rights that the kind of a file can have; links are followed, not written to.
static void allow(int ruleset, const char *path, uint64_t rights) {
  int place = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  struct stat facts;
  if (place < 0) return;
  if (fstat(place, &facts) != 0 || S_ISLNK(facts.st_mode)) {
    close(place);
    return;
  }
  landlock_allow(ruleset, place, S_ISDIR(facts.st_mode) ? rights : rights & landlock_on_files);
}

static bool is_below(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/// Allows rights in a folder but not in closed places; where there are some below it, in each of
/// its other entries.
static void allow_outside(
    int ruleset, const char *folder, const places *closed, uint64_t rights) {
  bool is_above = false;
  for (size_t index = 0; index < closed->count; index++) {
    if (strcmp(closed->paths[index], folder) == 0) return;
    is_above = is_above || is_below(closed->paths[index], folder);
  }
  if (!is_above) {
    allow(ruleset, folder, rights);
    return;
  }
  DIR *list = opendir(*folder ? folder : "/");
  if (!list) return;
  struct dirent *entry;
  while ((entry = readdir(list))) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char *path;
    if (asprintf(&path, "%s/%s", folder, entry->d_name) < 0) continue;
    allow_outside(ruleset, path, closed, rights);
    free(path);
  }
  closedir(list);
}

bool cjail_allow_device(int ruleset, const char *path, unsigned number, uint64_t rights) {
  int device = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  struct stat facts;
  if (device >= 0 && fstat(device, &facts) == 0 && S_ISCHR(facts.st_mode) &&
      facts.st_rdev == makedev(1, number))
    return landlock_allow(ruleset, device, rights & landlock_on_files);
  if (device >= 0) close(device);
  return false;
}

void cjail_allow_user_files(int ruleset, uint64_t rights) {
  places closed = {0};
  add(&closed, "/proc");
  add(&closed, "/sys");
  add(&closed, "/dev");
  add_mounts(&closed);
  allow_outside(ruleset, "", &closed, rights);
  release(&closed);
  allow(ruleset, "/dev/shm", rights);
  allow(ruleset, "/dev/mqueue", rights);
  static const struct {
    const char *path;
    unsigned number;
  } devices[] = {
      {"/dev/null", 3}, {"/dev/zero", 5}, {"/dev/full", 7}, {"/dev/random", 8}, {"/dev/urandom", 9},
  };
  for (size_t index = 0; index < sizeof devices / sizeof *devices; index++)
    cjail_allow_device(ruleset, devices[index].path, devices[index].number, rights);
}

#endif
