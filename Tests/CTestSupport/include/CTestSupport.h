#pragma once

#include <sys/types.h>

/// A program to start, with its terminal, if any.
typedef struct {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// The working folder, or NULL for the caller's.
  const char *folder;
  /// The size of the terminal that is standard input and error; no columns mean pipes.
  unsigned short columns;
  unsigned short rows;
  /// True if standard output is the terminal too.
  int shows_output;
} ctest_program;

/// A started program: the caller's ends, which don't block and are closed on exec.
///
/// On a terminal `input` and `error_output` are the same descriptor, and `output` is -1 when the
/// terminal shows it.
typedef struct {
  pid_t pid;
  int input;
  int output;
  int error_output;
} ctest_process;

/// Starts a program as the leader of a group of its own, on a terminal of a session of its own.
///
/// Its signal mask is empty and all signals have their default action. Returns 0, or an errno.
int ctest_spawn(const ctest_program *program, ctest_process *process);

/// Opens a pseudo-terminal that controls nobody: the end that a person sits at, and a program's.
///
/// Both are closed on exec. Returns 0, or an errno.
int ctest_open_terminal(int *host, int *device);

/// Tries something that a closed-in process must not be able to do: `open`, `openat`, `stat`,
/// `readlink`, `unlink`, `socket`, `unix-socket`, `execve`, `fork`, `kill`, `ptrace`,
/// `process-memory`, `executable-memory`, `bpf`, `io-uring`, `userfaultfd`, `memfd`.
///
/// Returns 0 if it worked, -1 if there is no such attempt, else the errno.
int ctest_attempt(const char *name);

/// Tries to change a file, or something beside it, in one of many ways: `write`, `append`, `empty`,
/// `create`, `truncate`, `unlink`, `rename`, `link`, `symlink`, `mkdir`, `fifo`, `chmod`, `chown`,
/// `times`, `mode-by-descriptor`, `attribute`, `new-mode`, `new-attribute`, `new-flags`, `flags`; or
/// just to `read` it, or the attribute that `attribute` set, by `read-attribute`.
///
/// Returns 0 if it worked, -1 if there is no such attempt, else the errno.
int ctest_change(const char *name, const char *path);

/// Tries to reach a process outside of the program, or an address, in one of the ways of `reach.c`.
///
/// Returns 0 if it worked, -1 if there is no such attempt, else the errno.
int ctest_reach(const char *name);

/// Tries to control a file that is opened for reading, by the number of a request of ioctl(2).
///
/// Returns 0 if it worked, else the errno.
int ctest_control(unsigned long request, const char *path);

/// The same with an open descriptor.
int ctest_control_open(unsigned long request, int file);

/// Becomes another program, for which the system has no Landlock. Returns an errno.
int ctest_run_without_landlock(char *const *arguments);

/// Becomes another program, for which the system has no new namespaces of users and processes. Returns an
/// errno.
int ctest_run_without_namespaces(char *const *arguments);

/// Starts chains of processes, each of which goes on in a child, in a session or group of its own, and as
/// many processes that sleep. What is not killed ends after 75 s.
void ctest_start_chains(int count);

/// Tries to fill memory: `private` mappings, the `break`, memory that is made writable `later`, a `private-file`,
/// or what no limit of a process counts: `shared` mappings and a `memory-file`.
///
/// Returns 0 if it worked, -1 if there is no such way, else the errno.
int ctest_fill(const char *way, size_t size);

/// Makes folders, each in the one before, in the working folder. Returns 0, or an errno.
int ctest_make_chain(int depth);

/// Makes empty files in the working folder. Returns 0, or an errno.
int ctest_make_files(int count);

/// Sends a descriptor to this process through a socket pair, and reads a byte from what arrives.
///
/// Returns the byte, or -1.
int ctest_pass(const int ends[2], int file);

/// The sanitizer that this, and with it every test and program, was built with.
typedef enum {
  CTEST_NO_SANITIZER,
  CTEST_ADDRESS_SANITIZER,
  CTEST_THREAD_SANITIZER,
} ctest_sanitizer;

ctest_sanitizer ctest_built_with(void);
