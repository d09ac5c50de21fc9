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

// A sanitizer reserves terabytes of addresses, so these limits would leave no memory.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif

static bool set_limit(int resource, unsigned long long value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return false;
  // A stricter limit stays.
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = (rlim_t)value;
  return setrlimit(resource, &limit) == 0;
}

static bool set_limits(const cjail_limits *limits) {
  // A file that grows too large is an error to report, not a reason to end.
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

/// Refuses every access that the kernel's Landlock knows, without an exception.
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

#define REASON(text)
#define CALL(name) SCMP_SYS(name),
#define PART(name, what)
/// The calls for reading, computing, threads and answering, with any arguments.
static const int allowed_calls[] = {
#include "decoder-calls.def"
};

static bool allow(scmp_filter_ctx filter, int call) {
  int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
  // EDOM: this processor does not have the call.
  return failed == 0 || failed == -EDOM;
}

/// Allows calls with restricted arguments.
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
      // Its flags are in memory, which a filter can't read; the C library then uses clone.
      seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
      // abort() signals the process itself.
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
  report.has_limits = set_limits(limits) && cjail_drop_capabilities(NULL);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  report.has_no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  // Neither Landlock nor the filter works without it.
  if (!report.has_no_new_privileges) return report;
  report.landlock = close_landlock();
  report.has_filter = close_filter();
  return report;
}

bool cjail_end_with_parent(void) {
  pid_t parent = getppid();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return false;
  // The parent may have ended in between.
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
