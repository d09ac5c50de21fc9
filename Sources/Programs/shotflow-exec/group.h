#pragma once

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/// A control group for one program, which the kernel ends as a whole.
typedef struct {
  char folder[PATH_MAX];
  /// The descriptors of the folder, and of its file that ends all processes in it.
  int place, end;
} control_group;

/// Makes a group below this process's own; returns false if that, or ending it, is impossible.
bool group_make(control_group *group);

/// Forks into the group, as fork(2) does; moving into one later takes milliseconds.
pid_t group_fork(const control_group *group);

/// Ends all processes in the group, also those that are being started.
void group_end(const control_group *group);

/// Removes the group, which has to be empty.
void group_remove(control_group *group);
