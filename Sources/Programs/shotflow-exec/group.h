#pragma once

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/// A control group for one program, which the kernel ends as a whole.
typedef struct {
  char folder[PATH_MAX];
  /// The folder, and where all processes in it are ended; open.
  int place, end;
} control_group;

/// Makes a group below this process' own; false where the user may not, or the kernel can't end one.
bool group_make(control_group *group);

/// Forks into the group, as fork(2) does. To move into one later takes milliseconds.
pid_t group_fork(const control_group *group);

/// Ends all processes in the group, also such as are being started.
void group_end(const control_group *group);

/// Removes the group, in which no process may be left.
void group_remove(control_group *group);
