#pragma once

#include <CJail.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>

/// The descriptors that shotflow hands over besides the program's own.
enum { report = 3, program_file = 4 };

/// A program that is to be started, and its bounds.
typedef struct {
  /// Its path, its name and its words.
  char **words;
  cjail_rights rights;
  /// The number of bytes that each of its processes may fill.
  rlim_t memory;
  /// The number of processes that its user may have while it starts one.
  rlim_t processes;
  bool waits_for_input;
  /// True if nothing is started, to see only if it could be.
  bool is_trial;
  /// The signals that are waited for.
  sigset_t signals;
} task;

/// Reports what failed, by a letter, and the number of the system's error.
void task_tell(char what, int error);

/// Lets a signal come when the parent ends; false when it has ended already.
bool task_end_with(pid_t parent, int number);

/// Becomes the program; returns only to tell why it could not.
void task_become_program(const task *task, pid_t parent);
