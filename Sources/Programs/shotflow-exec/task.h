#pragma once

#include <CJail.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>

/// The descriptors for a report of a failure, and of the program's open file.
enum { report = 3, program_file = 4 };

/// A program to start, and its limits.
typedef struct {
  /// The program's path, its name and its arguments, then NULL.
  char **words;
  cjail_rights rights;
  /// The number of bytes of private memory that each process of the program may fill.
  rlim_t memory;
  /// The number of processes that the user may have when the program starts another.
  rlim_t processes;
  bool waits_for_input;
  /// True to find out only the way of ending, without starting a program.
  bool is_trial;
  sigset_t signals;
} task;

/// Writes the letter of a failed step and the system's error number to `report`, such as `x 2`.
void task_tell(char what, int error);

/// Requests a signal when the parent ends; returns false if it has ended already.
bool task_end_with(pid_t parent, int number);

/// Becomes the program; returns only to report a failure.
void task_become_program(const task *task, pid_t parent);
