#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CJail.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

// A sanitizer takes terabytes of addresses for itself, so that no memory would be left to use.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif

static bool set_limit(int resource, unsigned long long value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return false;
  // What is stricter already stays so.
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = (rlim_t)value;
  return setrlimit(resource, &limit) == 0;
}

static bool set_limits(const cjail_limits *limits) {
  // A file that grows too large is an error to be told, not a reason to end.
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  bool is_set = set_limit(RLIMIT_CORE, 0);
  is_set = set_limit(RLIMIT_FSIZE, limits->file_size) && is_set;
  is_set = set_limit(RLIMIT_NOFILE, limits->descriptors) && is_set;
#if defined(__linux__) && !defined(IS_SANITIZED)
  is_set = set_limit(RLIMIT_DATA, limits->memory) && is_set;
  is_set = set_limit(RLIMIT_AS, limits->address_space) && is_set;
#endif
  return is_set;
}

#if defined(__linux__)

#include "landlock.h"

#include <linux/sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/// Refuses whatever the kernel knows to refuse, without an exception.
static int close_landlock(void) {
  long version = syscall(landlock_create_ruleset, NULL, 0, landlock_version_flag);
  if (version < 1) return 0;
  landlock_rules rules = {
      .handled_files = landlock_file_rights(version),
      .handled_net = landlock_tcp,
      .scoped = landlock_abstract_sockets | landlock_signals,
  };
  long ruleset = syscall(landlock_create_ruleset, &rules, landlock_rules_size(version), 0);
  if (ruleset < 0) return 0;
  long failed = syscall(landlock_restrict_self, ruleset, 0);
  close((int)ruleset);
  return failed ? 0 : (int)version;
}

/// What reading, computing, threads and answering need, whatever their arguments.
static const int allowed_calls[] = {
    // Descriptors that are open.
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(preadv), SCMP_SYS(write),
    SCMP_SYS(writev), SCMP_SYS(pwrite64), SCMP_SYS(pwritev), SCMP_SYS(lseek), SCMP_SYS(close),
    SCMP_SYS(close_range), SCMP_SYS(fstat), SCMP_SYS(ftruncate), SCMP_SYS(fsync),
    SCMP_SYS(fdatasync), SCMP_SYS(fadvise64), SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3),
    SCMP_SYS(recvmsg), SCMP_SYS(sendmsg), SCMP_SYS(recvfrom), SCMP_SYS(shutdown), SCMP_SYS(poll),
    SCMP_SYS(ppoll), SCMP_SYS(pipe2), SCMP_SYS(eventfd2),
    // Memory.
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
    // Threads of this process.
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler),
    SCMP_SYS(getcpu), SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(membarrier),
    // Time and signals that come.
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time),
    SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep), SCMP_SYS(setitimer), SCMP_SYS(getitimer),
    SCMP_SYS(alarm),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall),
    // Facts about this process, chance, and the end.
    SCMP_SYS(getrusage), SCMP_SYS(getrandom), SCMP_SYS(getuid), SCMP_SYS(geteuid),
    SCMP_SYS(getgid), SCMP_SYS(getegid), SCMP_SYS(uname), SCMP_SYS(sysinfo), SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};

static bool allow(scmp_filter_ctx filter, int call) {
  int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
  // EDOM: the call is not one of this processor's.
  return failed == 0 || failed == -EDOM;
}

/// Allows the calls of which some uses would be too much.
static bool allow_parts(scmp_filter_ctx filter, pid_t self) {
  struct scmp_arg_cmp not_executable = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  struct scmp_arg_cmp thread = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD);
  struct scmp_arg_cmp own_process = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)self);
  struct scmp_arg_cmp own_limits = SCMP_A0(SCMP_CMP_EQ, 0);
  struct scmp_arg_cmp no_new_limit = SCMP_A2(SCMP_CMP_EQ, 0);
  struct scmp_arg_cmp thread_name = SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME);
  // F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL and F_DUPFD_CLOEXEC.
  bool is_added = true;
  const int commands[] = {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC};
  for (size_t index = 0; index < sizeof commands / sizeof commands[0]; index++) {
    is_added = is_added &&
        seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
            SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)commands[index])) == 0;
  }
  return is_added &&
      seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, not_executable) == 0 &&
      seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, not_executable) == 0 &&
      seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, thread) == 0 &&
      // Its flags lie in memory, where a filter can't look; the C library then takes clone.
      seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
      // To abort is to signal oneself.
      seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, own_process) == 0 &&
      seccomp_rule_add(
          filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, own_limits, no_new_limit) == 0 &&
      seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, thread_name) == 0;
}

static bool close_filter(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return false;
  // A library may have started a thread already.
  bool is_closed = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0;
  for (size_t index = 0; index < sizeof allowed_calls / sizeof allowed_calls[0]; index++) {
    is_closed = is_closed && allow(filter, allowed_calls[index]);
  }
  is_closed = is_closed && allow_parts(filter, getpid()) && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return is_closed;
}

cjail_report cjail_close(const cjail_limits *limits) {
  cjail_report report = {0};
  report.has_limits = set_limits(limits);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  report.has_no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  // Neither of the others works without.
  if (!report.has_no_new_privileges) return report;
  report.landlock = close_landlock();
  report.has_filter = close_filter();
  return report;
}

bool cjail_end_with_parent(void) {
  pid_t parent = getppid();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return false;
  // It may have ended in between.
  return getppid() == parent && parent != 1;
}

#else

cjail_report cjail_close(const cjail_limits *limits) {
  cjail_report report = {0};
  report.has_limits = set_limits(limits);
  return report;
}

bool cjail_end_with_parent(void) { return false; }

#endif
