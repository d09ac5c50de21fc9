#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "ending.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/// The numbers of processes, in a growing array.
typedef struct {
  pid_t *numbers;
  size_t count, room;
} processes;

static void add(processes *all, pid_t number) {
  if (all->count == all->room) {
    size_t room = all->room ? 2 * all->room : 64;
    pid_t *numbers = realloc(all->numbers, room * sizeof *numbers);
    // The next round takes the rest.
    if (!numbers) return;
    all->numbers = numbers;
    all->room = room;
  }
  all->numbers[all->count++] = number;
}

static void add_listed(processes *all, FILE *list) {
  long number;
  while (fscanf(list, "%ld", &number) == 1) add(all, (pid_t)number);
}

/// Adds the children of all threads of a process.
static void add_children(processes *all, pid_t parent) {
  char path[300];
  snprintf(path, sizeof path, "/proc/%ld/task", (long)parent);
  DIR *threads = opendir(path);
  if (!threads) return;
  struct dirent *thread;
  while ((thread = readdir(threads))) {
    if (thread->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%ld/task/%s/children", (long)parent, thread->d_name);
    FILE *list = fopen(path, "re");
    if (!list) continue;
    add_listed(all, list);
    fclose(list);
  }
  closedir(threads);
}

static void kill_from(const processes *all, size_t first) {
  for (size_t index = first; index < all->count; index++) kill(all->numbers[index], SIGKILL);
}

/// Returns the newest of the processes, which the system lists last; 0 if there are none.
static pid_t newest(const processes *all) {
  return all->count ? all->numbers[all->count - 1] : 0;
}

/// Kills the children of this process; returns the newest.
static pid_t kill_children(processes *all, FILE *list) {
  all->count = 0;
  rewind(list);
  add_listed(all, list);
  kill_from(all, 0);
  return newest(all);
}

/// Kills all descendants of the processes, and adds them; returns the newest.
static pid_t kill_descendants(processes *all) {
  for (size_t index = 0; index < all->count; index++) {
    size_t known = all->count;
    add_children(all, all->numbers[index]);
    kill_from(all, known);
  }
  return newest(all);
}

void ending_prepare(ending *means, const control_group *group) {
  *means = (ending){.group = group};
#if defined(__linux__)
  means->children = fopen("/proc/thread-self/children", "re");
#endif
}

void ending_end(ending *means) {
  if (means->group) group_end(means->group);
  if (means->keeps_signals) kill(-1, SIGKILL);
  processes all = {0};
  pid_t last_child = 0, last_descendant = 0;
  while (true) {
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0);
    if (ended < 0 || !means->children) break;
    // Quick rounds catch what forks repeatedly: this process adopts a killed one's children.
    pid_t child = kill_children(&all, means->children);
    if (child != last_child) {
      last_child = child;
      continue;
    }
    pid_t descendant = kill_descendants(&all);
    // The others are ending.
    if (descendant == last_descendant) usleep(1000);
    last_descendant = descendant;
  }
  free(all.numbers);
}
