#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *scratch_make(void) {
  const char *place = getenv("TMPDIR");
  char *name = NULL;
  if (asprintf(&name, "%s/shotflow-exec-XXXXXX", place && place[0] == '/' ? place : "/tmp") < 0)
    return NULL;
  char *made = mkdtemp(name);
  // Without links, as permissions apply to the real path.
  char *folder = made ? realpath(made, NULL) : NULL;
  free(name);
  return folder;
}

static DIR *open_folder(int parent, const char *name) {
  // Gives the owner all rights; the name was examined before.
  fchmodat(parent, name, 0700, 0);
  int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return NULL;
  DIR *list = fdopendir(folder);
  if (!list) close(folder);
  return list;
}

/// Returns the next name in a folder; NULL at its end.
static const char *next_name(DIR *list) {
  struct dirent *entry;
  do entry = readdir(list);
  while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
  return entry ? entry->d_name : NULL;
}

static bool is_folder(int parent, const char *name) {
  struct stat facts;
  return fstatat(parent, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode);
}

/// Moves a folder into `top` under the next number that is free there; the program may have used any.
static void move_up(int parent, const char *name, int top, unsigned long *number) {
  char place[32];
  do snprintf(place, sizeof place, ".%lu", (*number)++);
  while (renameat(parent, name, top, place) != 0 &&
         (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR));
}

/// Removes the files of a folder in `top`, and moves its folders into `top` under numbers.
static void flatten(int top, const char *name, unsigned long *number) {
  DIR *list = open_folder(top, name);
  if (!list) return;
  const char *entry;
  while ((entry = next_name(list))) {
    if (!is_folder(dirfd(list), entry)) {
      unlinkat(dirfd(list), entry, 0);
      continue;
    }
    // A folder without write permission can't be moved.
    fchmodat(dirfd(list), entry, 0700, 0);
    move_up(dirfd(list), entry, top, number);
  }
  closedir(list);
}

void scratch_remove(const char *folder) {
  unsigned long number = 0;
  bool is_changing = true;
  // Each pass removes one level, so that any depth needs at most two open folders.
  while (is_changing) {
    is_changing = false;
    DIR *top = open_folder(AT_FDCWD, folder);
    if (!top) break;
    const char *name;
    while ((name = next_name(top))) {
      bool is_gone = true;
      if (is_folder(dirfd(top), name)) {
        flatten(dirfd(top), name, &number);
        is_gone = unlinkat(dirfd(top), name, AT_REMOVEDIR) == 0;
      } else {
        is_gone = unlinkat(dirfd(top), name, 0) == 0;
      }
      is_changing = is_changing || is_gone;
    }
    closedir(top);
  }
  rmdir(folder);
}
