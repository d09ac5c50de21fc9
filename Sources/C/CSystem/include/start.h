#pragma once

#include <stdbool.h>

// The descriptors and signals that a program starts with, and passes to one in its place.

/// Opens those of the descriptors 0, 1 and 2 that are closed, so that no file takes their place;
/// false if one can't be. They are closed on exec: 0 reads as empty, writing to 1 fails with EBADF,
/// and what is written to 2 is lost.
bool csystem_open_standard(void);

/// Keeps the descriptors 0, 1 and 2 open on exec, also those that ``csystem_open_standard`` opened.
void csystem_keep_standard(void);

/// Makes sure of the standard descriptors and signals; the first call of every program.
///
/// Calls ``csystem_open_standard``. Empties the signal mask but for SIGUSR1, which is kept until
/// the program takes it. Ignores SIGPIPE and SIGXFSZ, so that the write fails with EPIPE or EFBIG
/// instead. Gives SIGCHLD its default action, without which the statuses of children are lost.
/// Other ignored signals stay so. Returns false when a descriptor can't be opened.
bool csystem_start(void);

/// Gives signals their default action and empties the mask, as for a program that a shell starts.
void csystem_reset_signals(void);

/// True if the signal is ignored.
bool csystem_is_ignored(int signal);

/// Executes another program in the place of this one, with its standard descriptors, an empty
/// signal mask, and the signals that ``csystem_start`` ignores at their default action. Returns
/// only when that fails, with an errno.
int csystem_become(const char *path, char *const *arguments);

/// True if the descriptor is open and was so before this process was executed: what the process has
/// opened itself, and what ``csystem_start`` has, is closed on exec.
bool csystem_is_inherited(int descriptor);

/// The bytes that the stack may grow to (RLIMIT_STACK); LONG_MAX without a limit.
long csystem_stack_size(void);

/// True if RLIMIT_FSIZE limits the files that the process writes.
bool csystem_limits_file_size(void);

/// Sends the process SIGALRM once after so many milliseconds; 0 sends none.
void csystem_alarm(long milliseconds);
