#pragma once

#include <CJail.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>

/// The descriptors that shotflow passes besides the program's own.
enum { report = 3, program_file = 4 };

/// A program to start, and its limits.
typedef struct {
  /// Its path, its name and its arguments.
  char **words;
  cjail_rights rights;
  /// The number of bytes that each of its processes may fill.
  rlim_t memory;
  /// The number of processes that its user may have while it starts one.
  rlim_t processes;
  bool waits_for_input;
  /// True if nothing is started, to see only if it could be.
  bool is_trial;
  sigset_t signals;
} task;

/// Reports a failed step, by a letter, and the system's error number.
void task_tell(char what, int error);

/// Requests a signal when the parent ends; false if it has ended already.
bool task_end_with(pid_t parent, int number);

/// Becomes the program; returns only to report a failure.
void task_become_program(const task *task, pid_t parent);
