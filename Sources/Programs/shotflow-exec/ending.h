#pragma once

#include "group.h"

#include <stdio.h>

/// The means to end all that a process has started.
typedef struct {
  /// The list of this process's children; NULL where the system has none.
  FILE *children;
  /// The control group of these processes; NULL for none.
  const control_group *group;
  /// True if the kernel lets this process send signals to these processes alone.
  bool keeps_signals;
} ending;

/// Opens the list of children before the program starts, which then can't prevent it.
void ending_prepare(ending *means, const control_group *group);

/// Ends all children of this process and theirs, and waits for their end.
void ending_end(ending *means);
