#include <pthread.h>
#include <stdlib.h>

#include "file_list.h"

struct task {
  void (*work)(void *context);
  void *context;
};

static void *run(void *argument) {
  const struct task *task = argument;
  task->work(task->context);
  return NULL;
}

void in_threads(int count, void (*work)(void *context), void *context) {
  struct task task = {work, context};
  pthread_t *threads = calloc((size_t)count, sizeof *threads);
  if (threads == NULL) exit(1);
  for (int index = 1; index < count; index++) {
    if (pthread_create(&threads[index], NULL, run, &task) != 0) exit(1);
  }
  work(context);
  for (int index = 1; index < count; index++) pthread_join(threads[index], NULL);
  free(threads);
}
