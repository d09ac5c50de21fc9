#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

struct csystem_thread {
  pthread_t thread;
  void (*run)(void *);
  void *context;
};

static void *run_thread(void *argument) {
  csystem_thread *thread = argument;
  thread->run(thread->context);
  return NULL;
}

csystem_thread *csystem_thread_start(size_t stack_size, void (*run)(void *), void *context) {
  csystem_thread *thread = malloc(sizeof *thread);
  if (!thread) return NULL;
  thread->run = run;
  thread->context = context;

  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_size);
  int refused = pthread_create(&thread->thread, &attributes, run_thread, thread);
  pthread_attr_destroy(&attributes);
  if (refused) {
    free(thread);
    return NULL;
  }
  return thread;
}

void csystem_thread_join(csystem_thread *thread) {
  pthread_join(thread->thread, NULL);
  free(thread);
}

long csystem_blocks_read(void) {
  struct rusage usage;
#if defined(RUSAGE_THREAD)
  int who = RUSAGE_THREAD;
#else
  int who = RUSAGE_SELF;
#endif
  return getrusage(who, &usage) == 0 ? usage.ru_inblock : 0;
}
