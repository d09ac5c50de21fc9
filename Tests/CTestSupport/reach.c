#define _GNU_SOURCE

#include "CTestSupport.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// Nobody's, so that what takes the number of a user finds no process where it is let through.
enum { no_user = 4000000 };

static long set_priority(long parent) {
  return syscall(SYS_setpriority, PRIO_PROCESS, parent, getpriority(PRIO_PROCESS, (id_t)parent));
}
static long set_priority_of_group(long parent) {
  return syscall(SYS_setpriority, PRIO_PGRP, getpgid((pid_t)parent), 0);
}
static long set_priority_of_user(long parent) {
  (void)parent;
  return syscall(SYS_setpriority, PRIO_USER, no_user, 0);
}
static long get_limit(long parent) {
  return syscall(SYS_prlimit64, parent, RLIMIT_CPU, NULL, NULL);
}
static long set_affinity(long parent) {
  cpu_set_t processors;
  long size = syscall(SYS_sched_getaffinity, parent, sizeof processors, &processors);
  return size < 0 ? size : syscall(SYS_sched_setaffinity, parent, size, &processors);
}
static long set_scheduler(long parent) {
  struct sched_param none = {0};
  return syscall(SYS_sched_setscheduler, parent, SCHED_OTHER, &none);
}
static long set_scheduler_parameter(long parent) {
  struct sched_param none = {0};
  return syscall(SYS_sched_setparam, parent, &none);
}
static long set_scheduler_attributes(long parent) {
  uint64_t attributes[16] = {0};
  syscall(SYS_sched_getattr, parent, attributes, sizeof attributes, 0);
  return syscall(SYS_sched_setattr, parent, attributes, 0);
}
static long set_io_priority(long parent) {
  return syscall(SYS_ioprio_set, 1, parent, syscall(SYS_ioprio_get, 1, parent));
}
static long set_io_priority_of_user(long parent) {
  (void)parent;
  return syscall(SYS_ioprio_set, 3, no_user, 0);
}
static long send_signal(long parent) { return syscall(SYS_kill, parent, 0); }
static long send_signal_to_group(long parent) {
  pid_t group = getpgid((pid_t)parent);
  // A group outside of the PID namespace has no number here; 0 would be the caller's own.
  if (group == 0) errno = EPERM;
  return group == 0 ? -1 : syscall(SYS_kill, -group, 0);
}
static long send_signal_to_thread(long parent) { return syscall(SYS_tkill, parent, 0); }
static long send_signal_to_own_thread(long parent) {
  return syscall(SYS_tgkill, parent, parent, 0);
}
static long queue_signal(long parent) {
  siginfo_t information = {.si_code = SI_QUEUE};
  return syscall(SYS_rt_sigqueueinfo, parent, 0, &information);
}
static long queue_signal_to_thread(long parent) {
  siginfo_t information = {.si_code = SI_QUEUE};
  return syscall(SYS_rt_tgsigqueueinfo, parent, parent, 0, &information);
}
static long send_signal_by_descriptor(long parent) {
  long process = syscall(SYS_pidfd_open, parent, 0);
  return process < 0 ? process : syscall(SYS_pidfd_send_signal, process, 0, NULL, 0);
}
static long take_descriptor(long parent) {
  long process = syscall(SYS_pidfd_open, parent, 0);
  return process < 0 ? process : syscall(SYS_pidfd_getfd, process, 0, 0);
}
static long set_owner(long parent) { return fcntl(0, F_SETOWN, (int)parent); }
static long set_owner_by_kind(long parent) {
  struct f_owner_ex owner = {F_OWNER_PID, (pid_t)parent};
  return fcntl(0, F_SETOWN_EX, &owner);
}
static long set_owner_by_control(long parent) {
  int ends[2], owner = (int)parent;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  return ioctl(ends[0], 0x8901, &owner);
}
static long write_memory(long parent) {
  return syscall(SYS_process_vm_writev, parent, NULL, 0, NULL, 0, 0);
}
static long advise_memory(long parent) {
  long process = syscall(SYS_pidfd_open, parent, 0);
  return process < 0 ? process : syscall(SYS_process_madvise, process, NULL, 0, 20, 0);
}
static long move_memory(long parent) {
  return syscall(SYS_move_pages, parent, 0, NULL, NULL, NULL, 0);
}
static long migrate_memory(long parent) {
  unsigned long nodes = 1;
  return syscall(SYS_migrate_pages, parent, 2, &nodes, &nodes);
}
static long compare(long parent) { return syscall(SYS_kcmp, parent, getpid(), 1, 0, 0); }
static long find_robust_list(long parent) {
  void *list;
  size_t length;
  return syscall(SYS_get_robust_list, parent, &list, &length);
}
static long count_events(long parent) {
  struct perf_event_attr counted = {.type = PERF_TYPE_SOFTWARE, .size = sizeof counted};
  return syscall(SYS_perf_event_open, &counted, parent, -1, -1, 0);
}
static long share_core(long parent) { return prctl(62, 1, parent, 0, 0); }
static long let_trace(long parent) { return prctl(PR_SET_PTRACER, parent, 0, 0, 0); }
static long outlive_parent(long parent) {
  (void)parent;
  return prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
}
static long leave_namespace(long parent) {
  (void)parent;
  return syscall(SYS_unshare, CLONE_NEWUSER);
}
static long clone_namespace(long parent) {
  (void)parent;
  long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == 0) _exit(0);
  return child;
}
static long read_keys(long parent) {
  (void)parent;
  return syscall(SYS_keyctl, 0, -4, 0);
}
static long open_handle(long parent) {
  (void)parent;
  return syscall(SYS_open_by_handle_at, -1, NULL, 0);
}
static long share_memory(long parent) {
  (void)parent;
  int segment = shmget(IPC_PRIVATE, 4096, 0600);
  return segment < 0 ? segment : shmctl(segment, IPC_RMID, NULL);
}
static long make_semaphore(long parent) {
  (void)parent;
  int set = semget(IPC_PRIVATE, 1, 0600);
  return set < 0 ? set : semctl(set, 0, IPC_RMID);
}
static long make_messages(long parent) {
  (void)parent;
  int queue = msgget(IPC_PRIVATE, 0600);
  return queue < 0 ? queue : msgctl(queue, IPC_RMID, NULL);
}
static long make_message_queue(long parent) {
  (void)parent;
  int queue = (int)syscall(SYS_mq_open, "shotflow-probe", O_CREAT | O_RDWR, 0600, NULL);
  return queue < 0 ? queue : syscall(SYS_mq_unlink, "shotflow-probe");
}
static long pair_of_datagrams(long parent) {
  (void)parent;
  int ends[2];
  return socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends);
}
static long send_to_address(long parent) {
  (void)parent;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  struct sockaddr_un place = {.sun_family = AF_UNIX, .sun_path = "/dev/log"};
  return sendto(ends[0], "x", 1, MSG_NOSIGNAL, (struct sockaddr *)&place, sizeof place);
}
static long connect_pair(long parent) {
  (void)parent;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  struct sockaddr_un place = {.sun_family = AF_UNIX, .sun_path = "/dev/log"};
  return connect(ends[0], (struct sockaddr *)&place, sizeof place);
}
static long bind_pair(long parent) {
  (void)parent;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  return bind(ends[0], (struct sockaddr *)&place, sizeof(sa_family_t));
}
static long signal_child(long parent) {
  (void)parent;
  pid_t child = fork();
  if (child == 0) pause();
  return child < 0 ? child : kill(child, SIGKILL);
}
static long abort_itself(long parent) {
  (void)parent;
  return kill(getpid(), 0);
}

static const struct {
  const char *name;
  long (*reach)(long parent);
} ways[] = {
    {"limit-of-other", get_limit},
    {"priority", set_priority},
    {"priority-of-group", set_priority_of_group},
    {"priority-of-user", set_priority_of_user},
    {"affinity", set_affinity},
    {"scheduler", set_scheduler},
    {"scheduler-parameter", set_scheduler_parameter},
    {"scheduler-attributes", set_scheduler_attributes},
    {"io-priority", set_io_priority},
    {"io-priority-of-user", set_io_priority_of_user},
    {"signal", send_signal},
    {"signal-to-group", send_signal_to_group},
    {"signal-to-thread", send_signal_to_thread},
    {"signal-to-own-thread", send_signal_to_own_thread},
    {"queued-signal", queue_signal},
    {"queued-signal-to-thread", queue_signal_to_thread},
    {"signal-by-descriptor", send_signal_by_descriptor},
    {"descriptor", take_descriptor},
    {"owner", set_owner},
    {"owner-by-kind", set_owner_by_kind},
    {"owner-by-control", set_owner_by_control},
    {"memory", write_memory},
    {"advice", advise_memory},
    {"pages", move_memory},
    {"nodes", migrate_memory},
    {"comparison", compare},
    {"robust-list", find_robust_list},
    {"events", count_events},
    {"core", share_core},
    {"tracer", let_trace},
    {"parent-death", outlive_parent},
    {"namespace-of-its-own", leave_namespace},
    {"namespace-of-a-child", clone_namespace},
    {"keys", read_keys},
    {"handle", open_handle},
    {"shared-memory", share_memory},
    {"semaphore", make_semaphore},
    {"messages", make_messages},
    {"message-queue", make_message_queue},
    {"pair-of-datagrams", pair_of_datagrams},
    {"address-of-a-pair", send_to_address},
    {"connected-pair", connect_pair},
    {"bound-pair", bind_pair},
    {"signal-to-child", signal_child},
    {"signal-to-itself", abort_itself},
};

int ctest_reach(const char *name) {
  for (size_t index = 0; index < sizeof ways / sizeof *ways; index++) {
    if (strcmp(ways[index].name, name) != 0) continue;
    return ways[index].reach(getppid()) < 0 ? errno : 0;
  }
  return -1;
}

int ctest_control_open(unsigned long request, int file) {
  unsigned char answer[4096] = {0};
  return ioctl(file, request, answer) < 0 ? errno : 0;
}

int ctest_control(unsigned long request, const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int problem = ctest_control_open(request, file);
  close(file);
  return problem;
}

#else

int ctest_reach(const char *name) { (void)name; return -1; }
int ctest_control_open(unsigned long request, int file) {
  (void)request;
  (void)file;
  return -1;
}
int ctest_control(unsigned long request, const char *path) {
  (void)request;
  (void)path;
  return -1;
}

#endif
