#pragma once

#include "group.h"

#include <stdio.h>

/// The means to end all that a process has started.
typedef struct {
  /// The list of this process's children; NULL where the system has none.
  FILE *children;
  /// The group that they are in; NULL for none.
  const control_group *group;
  /// True if signals reach them alone.
  bool keeps_signals;
} ending;

/// Opens the means before the program starts, which then can't prevent it.
void ending_prepare(ending *means, const control_group *group);

/// Ends all children of this process and theirs, and waits for their end.
void ending_end(ending *means);
