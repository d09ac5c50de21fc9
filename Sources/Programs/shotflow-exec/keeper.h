#pragma once

#include "ending.h"
#include "group.h"
#include "task.h"

/// The ways to end all that a program has started; the later ones are for systems that refuse the
/// earlier.
typedef enum {
  /// The kernel ends a PID namespace with its first process, which is the keeper.
  by_namespace,
  /// The kernel ends a control group.
  by_group,
  /// The keeper signals all that it may, which Landlock confines to the program.
  by_signals,
  /// The keeper kills all descendants that /proc lists, round by round.
  by_list,
} ending_way;

/// A process that starts a program and ends all that is left of it.
typedef struct {
  pid_t process;
  ending_way way;
  control_group group;
  /// The means to end what the keeper leaves if it is killed.
  ending means;
  /// The pipe from which the keeper's way of ending and the program's status are read.
  int told;
} keeper;

/// Starts a keeper with its program, in the first way from `first` on that the system permits;
/// returns false, and sets errno, if it permits none.
bool keeper_start(keeper *keeper, const task *task, ending_way first);

/// Waits for the keeper's end, or ends it on SIGTERM, and ends all that is left; returns the
/// program's status as waitpid(2) does.
int keeper_wait(keeper *keeper, const task *task);
