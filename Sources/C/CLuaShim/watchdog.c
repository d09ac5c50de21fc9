// Ensures that a call into Lua ends, at no cost for calls that end by themselves. A count hook on
// every call would cost more than the call. So one thread checks the running states every few
// milliseconds. If it finds the same call twice, it signals the state's thread, whose handler arms
// the count hook (lua_sethook may be called from a handler; lua.c does it). When the time is up the
// hook ends the call at the next instruction. A C function of Lua that executes no instructions (a
// quadratic garbage collection, a cycle of __call) is left by jumping out of the handler: the state
// is never used again, its memory is freed as a whole, and no lock can be held, because the handler
// does not jump while malloc or the host is at work.

#include "internal.h"

#include <errno.h>
#include <time.h>

static const int64_t tick_nanoseconds = 5000000;
// The time of a stopped process or a sleeping machine does not count as the rule's.
static const int64_t longest_tick = 4 * 5000000;

enum { IDLE_TICKS = 20, REMIND_TICKS = 10, OVERDUE_TICKS = 10 };

// A thread that waits for a processor gets this many times the time of a call, by the clock.
enum { PATIENCE = 4 };

static pthread_once_t started = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static shotlua *watched_states;
static bool is_asleep;
static bool is_watching;

static _Thread_local shotlua *volatile running;
static _Thread_local bool accepts_signal;

static void handle_signal(int signal_number) {
  (void)signal_number;
  shotlua *s = running;
  if (!s) return;
  int32_t stop = atomic_load_explicit(&s->stop, memory_order_relaxed);
  if (!stop) {
    if (s->hook_armed) return;
    s->hook_armed = 1;
    lua_sethook(s->L, shot_hook, LUA_MASKCOUNT, SHOT_HOOK_INTERVAL);
  } else if (s->shields == 0 && !atomic_load_explicit(&s->in_host, memory_order_relaxed) &&
             atomic_load_explicit(&s->overdue, memory_order_relaxed)) {
    shot_kill(s, (shotlua_error_kind)stop, (shot_place){0});
  } else {
    s->hook_armed = 1;
    lua_sethook(s->L, shot_hook, LUA_MASKCOUNT, 1);
  }
}

static int64_t monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Returns the processor time of a state's thread since the last check.
static int64_t time_used(shot_watched *watched, int64_t passed) {
#if defined(__linux__)
  clockid_t clock;
  struct timespec time;
  if (pthread_getcpuclockid(watched->thread, &clock) == 0 && clock_gettime(clock, &time) == 0) {
    int64_t before = watched->used_nanoseconds;
    watched->used_nanoseconds = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    int64_t used = watched->used_nanoseconds - before;
    if (used > passed) used = passed;
    return used > passed / PATIENCE ? used : passed / PATIENCE;
  }
#endif
  return passed;
}

// Checks a state, under the lock; signals its thread if necessary.
static void look_at(shotlua *s, int64_t passed) {
  shot_watched *watched = &s->watched;
  uint64_t serial = atomic_load_explicit(&s->serial, memory_order_relaxed);
  int64_t used = time_used(watched, passed);
  if (serial != watched->serial) {
    watched->serial = serial;
    watched->elapsed_nanoseconds = 0;
    watched->ticks = 0;
  } else {
    watched->ticks++;
    // The time for reading an asset's file is not the rule's time.
    if (!atomic_load_explicit(&s->in_host, memory_order_relaxed)) {
      watched->elapsed_nanoseconds += used;
    }
  }
  int32_t stop = atomic_load_explicit(&s->stop, memory_order_relaxed);
  if (stop) {
    if (watched->ticks >= OVERDUE_TICKS) {
      atomic_store_explicit(&s->overdue, true, memory_order_relaxed);
    }
    pthread_kill(watched->thread, SIGURG);
    return;
  }
  if (s->host.cancelled && shotlua_flag_is_raised(s->host.cancelled)) {
    stop = SHOTLUA_CANCELLED;
  } else if (watched->elapsed_nanoseconds >= s->budget->milliseconds * 1000000) {
    stop = SHOTLUA_OUT_OF_TIME;
  }
  if (stop) {
    watched->ticks = 0;
    atomic_store_explicit(&s->stop, stop, memory_order_relaxed);
    pthread_kill(watched->thread, SIGURG);
  } else if (watched->ticks > 0 && (watched->ticks == 1 || watched->ticks % REMIND_TICKS == 0)) {
    pthread_kill(watched->thread, SIGURG);
  }
}

static void *watch(void *unused) {
  pthread_mutex_lock(&lock);
  int64_t last = monotonic_nanoseconds();
  for (int idle = 0;;) {
    if (idle >= IDLE_TICKS) {
      is_asleep = true;
      while (!watched_states) pthread_cond_wait(&wake, &lock);
      is_asleep = false;
      idle = 0;
    }
    pthread_mutex_unlock(&lock);
    struct timespec pause = {.tv_nsec = tick_nanoseconds};
    nanosleep(&pause, NULL);
    pthread_mutex_lock(&lock);
    int64_t now = monotonic_nanoseconds();
    int64_t passed = now - last < longest_tick ? now - last : longest_tick;
    last = now;
    idle = watched_states ? 0 : idle + 1;
    for (shotlua *s = watched_states; s; s = s->watched.next) look_at(s, passed);
  }
  return unused;
}

static void start(void) {
  struct sigaction action = {.sa_handler = handle_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGURG, &action, NULL);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  is_watching = pthread_create(&thread, &attributes, watch, NULL) == 0;
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// Threads of libdispatch begin with blocked signals.
void shot_prepare_thread(void) {
  if (accepts_signal) return;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGURG);
  accepts_signal = pthread_sigmask(SIG_UNBLOCK, &set, NULL) == 0;
}

bool shot_watch(shotlua *s) {
  pthread_once(&started, start);
  if (!is_watching) return false;
  s->watched.thread = pthread_self();
  s->watched.serial = atomic_load_explicit(&s->serial, memory_order_relaxed);
  s->watched.used_nanoseconds = 0;
  s->watched.elapsed_nanoseconds = 0;
  s->watched.ticks = 0;
  s->watched.previous = NULL;
  pthread_mutex_lock(&lock);
  s->watched.next = watched_states;
  if (watched_states) watched_states->watched.previous = s;
  watched_states = s;
  if (is_asleep) pthread_cond_signal(&wake);
  pthread_mutex_unlock(&lock);
  running = s;
  return true;
}

void shot_unwatch(shotlua *s) {
  running = NULL;
  pthread_mutex_lock(&lock);
  if (s->watched.previous) s->watched.previous->watched.next = s->watched.next;
  else watched_states = s->watched.next;
  if (s->watched.next) s->watched.next->watched.previous = s->watched.previous;
  pthread_mutex_unlock(&lock);
}

void shotlua_raise_flag(int32_t *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }

bool shotlua_flag_is_raised(const int32_t *flag) {
  return __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}
