// Starts a program for a rule, in a jail with the granted rights, and ends it with all it started.
//
//     shotflow-exec PARENT RIGHTS MEMORY PATH NAME [WORD…]
//     shotflow-exec ending
//
// The program is the file that is open as descriptor 4; PATH is for systems that can't start an
// open file. PARENT is the number of the process that starts it. RIGHTS is "-", or "w" (write), "n"
// (network) and "i" (start it only once there is input, and never without any). MEMORY is the limit
// in MiB of each of the program's processes. Descriptor 3 reports whether the program was started,
// or can be: nothing, or a letter for the failed step and the system's error number. Ends as the
// program ends; SIGTERM, or the end of the parent, ends both.
//
// This process starts a keeper, which starts the program and ends all that is left of it. RIGHTS may
// also name the first way to try, instead of a namespace: "g" (group), "s" (signals), "l" (list).
// With "ending" it only prints the way that this system allows.

#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "keeper.h"
#include "scratch.h"

#include <CSystem.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { wrong_usage = 64, unavailable = 69, most_processes = 4096 };

/// Returns the number of processes that the user may have while the program starts one: all that
/// there are, and 4,096 more; no limit if the number is unknown.
static rlim_t bound_processes(void) {
  unsigned long long all;
  FILE *load = fopen("/proc/loadavg", "r");
  bool is_known = load && fscanf(load, "%*s %*s %*s %*u/%llu", &all) == 1;
  if (load) fclose(load);
  return is_known ? (rlim_t)all + most_processes : RLIM_INFINITY;
}

/// Lets the kernel end the program, which inherits this, before any other when memory runs out: its
/// limit is for private memory that can be written, not for what it shares or fills as files.
static void end_first(void) {
#if defined(__linux__)
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  if (write(file, "1000", 4) < 0) perror("shotflow-exec: can't let the program end first");
  close(file);
#endif
}

static int end_as(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(WTERMSIG(status), SIG_DFL);
  sigset_t all;
  sigemptyset(&all);
  raise(WTERMSIG(status));
  sigprocmask(SIG_SETMASK, &all, NULL);
  return 128 + WTERMSIG(status);
}

/// Blocks the signals that this process and its keeper wait for: a child's end, and those that
/// would end them and leave behind what the program has started; not those of their own errors.
static void block_signals(task *task) {
  const int others[] = {
      SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPIPE, SIGXFSZ, SIGTSTP,
      SIGTTIN, SIGTTOU, SIGCONT, SIGWINCH, SIGURG,
  };
  sigfillset(&task->signals);
  for (size_t index = 0; index < sizeof others / sizeof *others; index++)
    sigdelset(&task->signals, others[index]);
  sigprocmask(SIG_BLOCK, &task->signals, NULL);
}

static ending_way first_way(const char *rights) {
  return strchr(rights, 'l') ? by_list
      : strchr(rights, 's')  ? by_signals
      : strchr(rights, 'g')  ? by_group
                             : by_namespace;
}

/// Prints the way of ending that this system permits, such as `namespace`; returns the exit status.
static int tell_way(void) {
  static const char *const names[] = {"namespace", "group", "signals", "list"};
  task trial = {.is_trial = true};
  block_signals(&trial);
  keeper keeper = {0};
  if (!keeper_start(&keeper, &trial, by_namespace)) return 1;
  keeper_wait(&keeper, &trial);
  return puts(names[keeper.way]) < 0;
}

int main(int count, char **words) {
  if (!csystem_start()) return unavailable;
  if (count == 2 && strcmp(words[1], "ending") == 0) return tell_way();
  struct stat facts;
  if (count < 6 || fstat(report, &facts) != 0 || !S_ISFIFO(facts.st_mode) ||
      fcntl(program_file, F_GETFD) < 0) {
    fputs("shotflow-exec: is started by shotflow, to start a program for a rule\n", stderr);
    return wrong_usage;
  }
  task task = {
      .words = words + 4,
      .rights = {
          .may_write = strchr(words[2], 'w') != NULL,
          .may_use_network = strchr(words[2], 'n') != NULL,
      },
      .memory = (rlim_t)strtoull(words[3], NULL, 10) << 20,
      .processes = bound_processes(),
      .waits_for_input = strchr(words[2], 'i') != NULL,
  };
  block_signals(&task);
  end_first();
  if (!task_end_with((pid_t)atol(words[1]), SIGTERM)) return 1;
  if (!task.rights.may_write) {
    task.rights.folder = scratch_make();
    if (!task.rights.folder || setenv("TMPDIR", task.rights.folder, 1) != 0) {
      task_tell('t', errno);
      return 1;
    }
  }
  keeper keeper = {0};
  bool is_started = keeper_start(&keeper, &task, first_way(words[2]));
  if (!is_started) task_tell('f', errno);
  // Only the program keeps its input and output open, so that their ends are seen.
  for (int descriptor = 0; descriptor <= program_file; descriptor++) close(descriptor);
  csystem_open_standard();
  int status = is_started ? keeper_wait(&keeper, &task) : 1 << 8;
  if (task.rights.folder) scratch_remove(task.rights.folder);
  return end_as(status);
}
