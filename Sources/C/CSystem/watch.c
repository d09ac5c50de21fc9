#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>

#if defined(__linux__)

#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

csystem_writers csystem_has_writers(int file) {
  // A process that opens the file for writing while the lease is held has to wait, and the holder
  // gets a signal: SIGURG, whose default action is to do nothing.
  if (fcntl(file, F_SETSIG, SIGURG) != 0 || fcntl(file, F_SETLEASE, F_RDLCK) != 0) {
    return errno == EAGAIN ? CSYSTEM_WRITERS_SOME : CSYSTEM_WRITERS_UNKNOWN;
  }
  fcntl(file, F_SETLEASE, F_UNLCK);
  return CSYSTEM_WRITERS_NONE;
}

int csystem_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int csystem_either(int one, int other) {
  int made = epoll_create1(EPOLL_CLOEXEC);
  if (made < 0) return -1;
  struct epoll_event readable = {.events = EPOLLIN};
  if (epoll_ctl(made, EPOLL_CTL_ADD, one, &readable) == 0 &&
      epoll_ctl(made, EPOLL_CTL_ADD, other, &readable) == 0)
    return made;
  int error = errno;
  close(made);
  errno = error;
  return -1;
}

void csystem_await_renames(int folder) {
  int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (again < 0) return;
  char entries[1024];
  (void)syscall(SYS_getdents64, again, entries, sizeof entries);
  close(again);
}

uint64_t csystem_mount(int file) {
  struct statx facts;
  if (statx(file, "", AT_EMPTY_PATH, STATX_MNT_ID, &facts) != 0) return 0;
  return facts.stx_mask & STATX_MNT_ID ? facts.stx_mnt_id : 0;
}

#else

int csystem_bell(void) {
  errno = ENOSYS;
  return -1;
}

int csystem_either(int one, int other) {
  (void)one, (void)other;
  errno = ENOSYS;
  return -1;
}

void csystem_await_renames(int folder) { (void)folder; }

uint64_t csystem_mount(int file) {
  (void)file;
  return 0;
}

csystem_writers csystem_has_writers(int file) {
  (void)file;
  return CSYSTEM_WRITERS_UNKNOWN;
}

#endif
