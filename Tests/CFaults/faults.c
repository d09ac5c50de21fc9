// A library to be loaded in front of the C library (LD_PRELOAD), which makes system calls fail, one
// at a time. Linux only. Tests build it when they need it (FaultLibrary).
//
// Variables of the environment tell it what to do:
//
//   SHOTFLOW_FAULT=CALL:N:KIND    the Nth call of that name fails; `N+` means it and all behind it;
//                                 `own-sync` and `own-lock` are those calls without SQLite's; with
//                                 KIND@PATH only while that file is there
//   SHOTFLOW_FAULT_COUNTS=PATH    at the end of each process, how often each was called there: a line
//                                 `CALL COUNT` each, behind what is in the file
//   SHOTFLOW_FILE_SYSTEM=NUMBER   what statfs(2) tells of every file: f_type, in hexadecimal
//   SHOTFLOW_CLOCK=SECONDS[:N]    how far the clock of the world is off; with N, from its Nth
//                                 reading on; with @PATH in its place, while a file is there
//   SHOTFLOW_SLEEP=SECONDS@PATH   the same for the clock of the world and that of the time since the
//                                 start, as before or after the computer slept
//   SHOTFLOW_NO_UNNAMED_FILES=1   files can't be made without a name (O_TMPFILE)
//
// Calls: see `names`. Kinds: the names of errors, such as ENOSPC; `short`, for which only the first
// byte is read or written; and `die`, for which the process is killed in the call's place.

#if defined(__linux__)

#define _GNU_SOURCE

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <sys/uio.h>
#include <unistd.h>

enum call {
  CALL_OPEN, CALL_READ, CALL_PREAD, CALL_WRITE, CALL_PWRITE, CALL_SYNC, CALL_RENAME, CALL_LINK,
  CALL_UNLINK, CALL_STAT, CALL_MMAP, CALL_TRUNCATE, CALL_MKDIR, CALL_COPY, CALL_LIST, CALL_MEMFD,
  CALL_THREAD, CALL_SPAWN, CALL_SOCKETPAIR, CALL_SEND, CALL_RECEIVE, CALL_LOCK, CALL_OWN_SYNC,
  CALL_OWN_LOCK, CALL_COUNT,
};

static const char *const names[CALL_COUNT] = {
    "open", "read", "pread", "write", "pwrite", "sync", "rename", "link", "unlink", "stat", "mmap",
    "truncate", "mkdir", "copy", "list", "memfd", "thread", "spawn", "socketpair", "send", "receive",
    "lock", "own-sync", "own-lock",
};

static const struct {
  const char *name;
  int number;
} kinds[] = {
    {"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EIO", EIO},
    {"EINTR", EINTR},   {"EAGAIN", EAGAIN}, {"ENOMEM", ENOMEM}, {"EACCES", EACCES}, {"ENOENT", ENOENT},
    {"EROFS", EROFS},   {"EXDEV", EXDEV},   {"ESTALE", ESTALE}, {"ENOLCK", ENOLCK}, {"EOPNOTSUPP", EOPNOTSUPP},
};

enum { KIND_NONE = 0, KIND_SHORT = -1, KIND_DIE = -2 };

static atomic_long counts[CALL_COUNT];
static int faulty_call = -1;
static long faulty_number;
static int stays_faulty;
static int kind;
static const char *faulty_place;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("SHOTFLOW_FAULT");
  if (!text) return;
  const char *colon = strchr(text, ':');
  if (!colon) return;
  for (int index = 0; index < CALL_COUNT; index++)
    if (strlen(names[index]) == (size_t)(colon - text) && !strncmp(names[index], text, colon - text))
      faulty_call = index;
  char *end;
  faulty_number = strtol(colon + 1, &end, 10);
  if (*end == '+') stays_faulty = 1, end++;
  if (*end++ != ':') return;
  size_t length = strcspn(end, "@");
  if (end[length] == '@') faulty_place = end + length + 1;
  if (!strncmp(end, "short", length)) kind = KIND_SHORT;
  if (!strncmp(end, "die", length)) kind = KIND_DIE;
  for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++)
    if (strlen(kinds[index].name) == length && !strncmp(end, kinds[index].name, length))
      kind = kinds[index].number;
}

/// Returns true if a file is there.
static int is_there(const char *path) {
  int error = errno;
  int found = syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
  errno = error;
  return found;
}

__attribute__((destructor)) static void finish(void) {
  const char *path = getenv("SHOTFLOW_FAULT_COUNTS");
  if (!path) return;
  // One write at the end, so that lines of processes that end at once don't mix.
  FILE *file = fopen(path, "a");
  if (!file) return;
  for (int index = 0; index < CALL_COUNT; index++)
    fprintf(file, "%s %ld\n", names[index], atomic_load(&counts[index]));
  fclose(file);
}

/// Counts a call; what is to go wrong with it. The process may end here.
static int fault(enum call call) {
  long number = atomic_fetch_add(&counts[call], 1) + 1;
  if ((int)call != faulty_call) return KIND_NONE;
  if (number != faulty_number && !(stays_faulty && number > faulty_number)) return KIND_NONE;
  if (faulty_place && !is_there(faulty_place)) return KIND_NONE;
  if (kind == KIND_DIE) kill(getpid(), SIGKILL);
  return kind;
}

/// The C library's function of that name.
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define FAIL_IF_FAULTY(call)                                                                          \
  int found = fault(call);                                                                            \
  if (found > 0) {                                                                                    \
    errno = found;                                                                                    \
    return -1;                                                                                        \
  }

/// A call that gives -1 and errno.
#define PLAIN(call, name, parameters, arguments)                                                      \
  int name parameters {                                                                               \
    FAIL_IF_FAULTY(call)                                                                              \
    return REAL(name) arguments;                                                                      \
  }

/// A call that counts once more when it is not SQLite that calls.
#define OWNED(call, own, name, parameters, arguments)                                                 \
  int name parameters {                                                                               \
    FAIL_IF_FAULTY(call)                                                                              \
    if (!is_of_sqlite(__builtin_return_address(0)) && (found = fault(own)) > 0) {                     \
      errno = found;                                                                                  \
      return -1;                                                                                      \
    }                                                                                                 \
    return REAL(name) arguments;                                                                      \
  }

/// Returns true if code belongs to the library of SQLite.
static int is_of_sqlite(const void *code) {
  Dl_info facts;
  return dladdr(code, &facts) && facts.dli_fname && strstr(facts.dli_fname, "libsqlite3");
}

/// A call that may give less than it was asked for.
#define SHORTENED(call, name, result, parameters, arguments)                                          \
  result name parameters {                                                                            \
    FAIL_IF_FAULTY(call)                                                                              \
    if (found == KIND_SHORT && count > 1) count = 1;                                                  \
    return REAL(name) arguments;                                                                      \
  }

/// A call whose last argument is there only when a file may be made.
#define OPENING(name, parameters, ...)                                                                \
  int name parameters {                                                                               \
    mode_t mode = 0;                                                                                  \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                              \
      va_list rest;                                                                                   \
      va_start(rest, flags);                                                                          \
      mode = va_arg(rest, mode_t);                                                                    \
      va_end(rest);                                                                                   \
    }                                                                                                 \
    if (lacks_unnamed_files(flags)) {                                                                 \
      errno = EOPNOTSUPP;                                                                             \
      return -1;                                                                                      \
    }                                                                                                 \
    if (!is_of_kernel(path)) {                                                                        \
      FAIL_IF_FAULTY(CALL_OPEN)                                                                       \
    }                                                                                                 \
    return REAL(name)(__VA_ARGS__, mode);                                                             \
  }

/// Returns true for files that the kernel generates. libdispatch ends the process if it can't open
/// them.
static int is_of_kernel(const char *path) { return !strncmp(path, "/proc/", 6); }

static int lacks_unnamed_files(int flags) {
  return (flags & O_TMPFILE) == O_TMPFILE && getenv("SHOTFLOW_NO_UNNAMED_FILES");
}

OPENING(open, (const char *path, int flags, ...), path, flags)
OPENING(open64, (const char *path, int flags, ...), path, flags)
OPENING(openat, (int directory, const char *path, int flags, ...), directory, path, flags)
OPENING(openat64, (int directory, const char *path, int flags, ...), directory, path, flags)

SHORTENED(CALL_READ, read, ssize_t, (int file, void *bytes, size_t count), (file, bytes, count))
SHORTENED(CALL_PREAD, pread, ssize_t, (int file, void *bytes, size_t count, off_t offset),
          (file, bytes, count, offset))
SHORTENED(CALL_PREAD, pread64, ssize_t, (int file, void *bytes, size_t count, off64_t offset),
          (file, bytes, count, offset))
SHORTENED(CALL_WRITE, write, ssize_t, (int file, const void *bytes, size_t count),
          (file, bytes, count))
SHORTENED(CALL_PWRITE, pwrite, ssize_t, (int file, const void *bytes, size_t count, off_t offset),
          (file, bytes, count, offset))
SHORTENED(CALL_PWRITE, pwrite64, ssize_t,
          (int file, const void *bytes, size_t count, off64_t offset), (file, bytes, count, offset))
SHORTENED(CALL_COPY, copy_file_range, ssize_t,
          (int input, off64_t *from, int output, off64_t *to, size_t count, unsigned flags),
          (input, from, output, to, count, flags))

OWNED(CALL_SYNC, CALL_OWN_SYNC, fsync, (int file), (file))
OWNED(CALL_SYNC, CALL_OWN_SYNC, fdatasync, (int file), (file))
PLAIN(CALL_RENAME, rename, (const char *from, const char *to), (from, to))
PLAIN(CALL_RENAME, renameat, (int one, const char *from, int other, const char *to),
      (one, from, other, to))
PLAIN(CALL_RENAME, renameat2, (int one, const char *from, int other, const char *to, unsigned flags),
      (one, from, other, to, flags))
PLAIN(CALL_LINK, link, (const char *from, const char *to), (from, to))
PLAIN(CALL_LINK, linkat, (int one, const char *from, int other, const char *to, int flags),
      (one, from, other, to, flags))
PLAIN(CALL_UNLINK, unlink, (const char *path), (path))
PLAIN(CALL_UNLINK, unlinkat, (int directory, const char *path, int flags), (directory, path, flags))
PLAIN(CALL_STAT, stat, (const char *path, struct stat *status), (path, status))
PLAIN(CALL_STAT, stat64, (const char *path, struct stat64 *status), (path, status))
PLAIN(CALL_STAT, lstat, (const char *path, struct stat *status), (path, status))
PLAIN(CALL_STAT, lstat64, (const char *path, struct stat64 *status), (path, status))
PLAIN(CALL_STAT, fstat, (int file, struct stat *status), (file, status))
PLAIN(CALL_STAT, fstat64, (int file, struct stat64 *status), (file, status))
PLAIN(CALL_STAT, fstatat, (int directory, const char *path, struct stat *status, int flags),
      (directory, path, status, flags))
PLAIN(CALL_STAT, fstatat64, (int directory, const char *path, struct stat64 *status, int flags),
      (directory, path, status, flags))
PLAIN(CALL_TRUNCATE, ftruncate, (int file, off_t count), (file, count))
PLAIN(CALL_TRUNCATE, ftruncate64, (int file, off64_t count), (file, count))
PLAIN(CALL_MKDIR, mkdir, (const char *path, mode_t mode), (path, mode))
PLAIN(CALL_MKDIR, mkdirat, (int directory, const char *path, mode_t mode), (directory, path, mode))
PLAIN(CALL_MEMFD, memfd_create, (const char *name, unsigned flags), (name, flags))
PLAIN(CALL_SOCKETPAIR, socketpair, (int domain, int type, int protocol, int ends[2]),
      (domain, type, protocol, ends))
OWNED(CALL_LOCK, CALL_OWN_LOCK, flock, (int file, int operation), (file, operation))

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  FAIL_IF_FAULTY(CALL_SEND)
  return REAL(sendmsg)(socket, message, flags);
}

ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
  FAIL_IF_FAULTY(CALL_RECEIVE)
  return REAL(recvmsg)(socket, message, flags);
}

#define MAPPING(name, offset_type)                                                                    \
  void *name(void *place, size_t count, int protection, int flags, int file, offset_type offset) {   \
    int found = fault(CALL_MMAP);                                                                     \
    if (found > 0) {                                                                                  \
      errno = found;                                                                                  \
      return MAP_FAILED;                                                                              \
    }                                                                                                 \
    return REAL(name)(place, count, protection, flags, file, offset);                                 \
  }

MAPPING(mmap, off_t)
MAPPING(mmap64, off64_t)

/// Only locks of files (F_SETLK and the like) count.
#define CONTROLLING(name)                                                                             \
  int name(int file, int command, ...) {                                                              \
    va_list rest;                                                                                     \
    va_start(rest, command);                                                                          \
    void *argument = va_arg(rest, void *);                                                            \
    va_end(rest);                                                                                     \
    if (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK) {                        \
      FAIL_IF_FAULTY(CALL_LOCK)                                                                       \
    }                                                                                                 \
    return REAL(name)(file, command, argument);                                                       \
  }

CONTROLLING(fcntl)
CONTROLLING(fcntl64)

long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long word[6];
  for (int index = 0; index < 6; index++) word[index] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_getdents64) {
    FAIL_IF_FAULTY(CALL_LIST)
  }
  return REAL(syscall)(number, word[0], word[1], word[2], word[3], word[4], word[5]);
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *context) {
  int found = fault(CALL_THREAD);
  if (found > 0) return found;
  return REAL(pthread_create)(thread, attributes, run, context);
}

int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  int found = fault(CALL_SPAWN);
  if (found > 0) return found;
  return REAL(posix_spawn)(process, path, actions, attributes, arguments, environment);
}

int statfs(const char *path, struct statfs *facts) {
  int result = REAL(statfs)(path, facts);
  const char *type = getenv("SHOTFLOW_FILE_SYSTEM");
  if (result == 0 && type) facts->f_type = strtol(type, NULL, 16);
  return result;
}

/// Returns the seconds that a variable gives: none while the file behind `@` is missing.
static long offset(const char *variable, char **end) {
  const char *text = getenv(variable);
  if (!text) return 0;
  long seconds = strtol(text, end, 10);
  return **end != '@' || is_there(*end + 1) ? seconds : 0;
}

/// Returns the time that the computer seems to have slept.
static long slept(void) {
  char *end;
  return offset("SHOTFLOW_SLEEP", &end);
}

/// Returns the present offset of the clock.
static long clock_offset(void) {
  static atomic_long readings;
  char *end = "";
  long seconds = offset("SHOTFLOW_CLOCK", &end);
  if (*end == ':' && atomic_fetch_add(&readings, 1) + 1 < strtol(end + 1, NULL, 10)) seconds = 0;
  return seconds + slept();
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = REAL(clock_gettime)(clock, now);
  if (result != 0) return result;
  if (clock == CLOCK_REALTIME) now->tv_sec += clock_offset();
  if (clock == CLOCK_BOOTTIME) now->tv_sec += slept();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int result = REAL(gettimeofday)(now, zone);
  if (result == 0) now->tv_sec += clock_offset();
  return result;
}

time_t time(time_t *place) {
  time_t now = REAL(time)(NULL) + clock_offset();
  if (place) *place = now;
  return now;
}

#endif
