#pragma once

#include "group.h"

#include <stdio.h>

/// The means to end all that a process has started.
typedef struct {
  /// The list of this process' children; NULL where the system has none.
  FILE *children;
  /// The group in which they are; NULL where they are in none.
  const control_group *group;
  /// True if signals reach them alone.
  bool keeps_signals;
} ending;

/// Opens what is needed for it, before the program is there, which then can't keep it from being opened.
void ending_prepare(ending *means, const control_group *group);

/// Ends all children of this process and theirs, and waits for that.
void ending_end(ending *means);
