#if defined(__linux__)
#define _GNU_SOURCE

#include "program_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

// These calls may be newer than the headers; they have the same number on all processors.
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif
#ifndef __NR_setxattrat
#define __NR_setxattrat 463
#endif
#ifndef __NR_removexattrat
#define __NR_removexattrat 466
#endif
#ifndef __NR_file_setattr
#define __NR_file_setattr 469
#endif
#ifndef __SNR_fchmodat2
#define __SNR_fchmodat2 __NR_fchmodat2
#endif
#ifndef __SNR_setxattrat
#define __SNR_setxattrat __NR_setxattrat
#endif
#ifndef __SNR_removexattrat
#define __SNR_removexattrat __NR_removexattrat
#endif
#ifndef __SNR_file_setattr
#define __SNR_file_setattr __NR_file_setattr
#endif

enum call_kind { always, with_write, with_network, never };

typedef struct {
  int number;
  enum call_kind kind;
} call;

#define REASON(text)
#define CALL(name) {SCMP_SYS(name), always},
#define PART(name, what)
#define WRITE(name) {SCMP_SYS(name), with_write},
#define NETWORK(name) {SCMP_SYS(name), with_network},
#define REFUSED(name) {SCMP_SYS(name), never},
#define FCNTL(name)
#define IOCTL(number, name)
#define IOCTL_WRITE(number, name)
#define IOCTL_NETWORK(number, name)
#define PRCTL(name)
static const call calls[] = {
#include "program-calls.def"
};

#undef CALL
#undef WRITE
#undef NETWORK
#undef REFUSED
#define CALL(name)
#define WRITE(name)
#define NETWORK(name)
#define REFUSED(name)

#undef FCNTL
#define FCNTL(name) name,
static const uint32_t descriptor_commands[] = {
#include "program-calls.def"
};
#undef FCNTL
#define FCNTL(name)

typedef struct {
  // A number, as no header has all of them.
  uint32_t number;
  enum call_kind kind;
} request;

#undef IOCTL
#undef IOCTL_WRITE
#undef IOCTL_NETWORK
#define IOCTL(number, name) {number, always},
#define IOCTL_WRITE(number, name) {number, with_write},
#define IOCTL_NETWORK(number, name) {number, with_network},
static const request device_requests[] = {
#include "program-calls.def"
};
#undef IOCTL
#undef IOCTL_WRITE
#undef IOCTL_NETWORK
#define IOCTL(number, name)
#define IOCTL_WRITE(number, name)
#define IOCTL_NETWORK(number, name)

#undef PRCTL
#define PRCTL(name) name,
static const uint32_t process_options[] = {
#include "program-calls.def"
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

/// Adds a rule, unless the processor lacks the call.
static bool add(
    scmp_filter_ctx filter, uint32_t action, int number, unsigned count,
    const struct scmp_arg_cmp *tests) {
  int failed = seccomp_rule_add_array(filter, action, number, count, tests);
  return failed == 0 || failed == -EDOM;
}

static bool allow_if(scmp_filter_ctx filter, int number, struct scmp_arg_cmp test) {
  return add(filter, SCMP_ACT_ALLOW, number, 1, &test);
}

/// Returns a test of the lower half of an argument; the kernel ignores the other half.
static struct scmp_arg_cmp is(unsigned argument, uint32_t value) {
  return SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, value);
}

static bool allow_values(
    scmp_filter_ctx filter, int number, unsigned argument, const uint32_t *values, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (!allow_if(filter, number, is(argument, values[index]))) return false;
  }
  return true;
}

static bool is_allowed_by(const cjail_rights *rights, enum call_kind kind) {
  return kind == always || (kind == with_write && rights->may_write) ||
      (kind == with_network && rights->may_use_network);
}

static bool add_listed(scmp_filter_ctx filter, const cjail_rights *rights) {
  for (size_t index = 0; index < COUNT(calls); index++) {
    enum call_kind kind = calls[index].kind;
    bool is_allowed = is_allowed_by(rights, kind);
    // All other calls fail by the filter's default.
    if (!is_allowed && kind != with_network) continue;
    uint32_t action = is_allowed ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EACCES);
    if (!add(filter, action, calls[index].number, 0, NULL)) return false;
  }
  return true;
}

static bool is_listed(int number) {
  for (size_t index = 0; index < COUNT(calls); index++) {
    if (calls[index].number == number) return true;
  }
  return number == SCMP_SYS(pidfd_send_signal);
}

/// Lets programs see that newer calls are missing, and take older ones. A filter of its own, as the
/// library knows no ranges and takes milliseconds for as many rules. Of two filters that refuse a
/// call the later one sets the error.
static bool filter_newer(void) {
  enum { first_of_all_processors = 424, newest_that_may_come = 600 };
  const struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_filter code[2 * COUNT(calls) + 16] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, seccomp_arch_native(), 1, 0),
      allow,
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first_of_all_processors, 1, 0),
      allow,
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, newest_that_may_come, 0, 1),
      allow,
  };
  unsigned short count = 8;
  for (unsigned number = first_of_all_processors; number < newest_that_may_come; number++) {
    if (!is_listed((int)number)) continue;
    code[count++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    code[count++] = allow;
  }
  code[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
  const struct sock_fprog program = {count, code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// Adds the rules for opening files; older versions of Landlock allow truncating one that is read.
static bool add_opening(scmp_filter_ctx filter, bool may_write) {
  const struct {
    int number;
    unsigned flags;
  } ways[] = {{SCMP_SYS(open), 1}, {SCMP_SYS(openat), 2}};
  const scmp_datum_t mask = O_ACCMODE | O_TRUNC;
  const scmp_datum_t modes[] = {O_RDONLY, O_WRONLY, O_RDWR, O_ACCMODE, O_WRONLY | O_TRUNC,
      O_RDWR | O_TRUNC};
  for (size_t way = 0; way < COUNT(ways); way++) {
    if (may_write) {
      if (!add(filter, SCMP_ACT_ALLOW, ways[way].number, 0, NULL)) return false;
      continue;
    }
    for (size_t mode = 0; mode < COUNT(modes); mode++) {
      struct scmp_arg_cmp test =
          SCMP_CMP(ways[way].flags, SCMP_CMP_MASKED_EQ, mask, modes[mode]);
      if (!allow_if(filter, ways[way].number, test)) return false;
    }
    struct scmp_arg_cmp emptying =
        SCMP_CMP(ways[way].flags, SCMP_CMP_MASKED_EQ, mask, O_RDONLY | O_TRUNC);
    if (!add(filter, SCMP_ACT_ERRNO(EACCES), ways[way].number, 1, &emptying)) return false;
  }
  return true;
}

/// Adds the rule for memory: a mapping that grows as a stack does counts as none that can be written.
static bool add_memory(scmp_filter_ctx filter) {
  return allow_if(filter, SCMP_SYS(mmap), SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_GROWSDOWN, 0));
}

static bool add_control(scmp_filter_ctx filter, const cjail_rights *rights) {
  for (size_t index = 0; index < COUNT(device_requests); index++) {
    const request *one = &device_requests[index];
    if (is_allowed_by(rights, one->kind) && !allow_if(filter, SCMP_SYS(ioctl), is(1, one->number)))
      return false;
  }
  return allow_values(
      filter, SCMP_SYS(fcntl), 1, descriptor_commands, COUNT(descriptor_commands));
}

/// Adds the rules for calls with a process number, 0 for the caller's: only its own is allowed.
static bool add_own(scmp_filter_ctx filter, uint32_t self) {
  const int first_argument[] = {
      SCMP_SYS(prlimit64), SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setscheduler),
      SCMP_SYS(sched_setparam), SCMP_SYS(sched_setattr),
  };
  const uint32_t own[] = {0, self};
  for (size_t index = 0; index < COUNT(first_argument); index++) {
    if (!allow_values(filter, first_argument[index], 0, own, COUNT(own))) return false;
  }
  const struct {
    int number;
    // The value of the first argument by which each call means a process.
    uint32_t process;
  } second_argument[] = {{SCMP_SYS(setpriority), PRIO_PROCESS}, {SCMP_SYS(ioprio_set), 1}};
  for (size_t index = 0; index < COUNT(second_argument); index++) {
    for (size_t who = 0; who < COUNT(own); who++) {
      const struct scmp_arg_cmp tests[] = {is(0, second_argument[index].process), is(1, own[who])};
      if (!add(filter, SCMP_ACT_ALLOW, second_argument[index].number, COUNT(tests), tests))
        return false;
    }
  }
  return true;
}

static bool add_signals(scmp_filter_ctx filter, bool keeps_signals, uint32_t self) {
  const int sending[] = {
      SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo),
      SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(pidfd_send_signal),
  };
  if (keeps_signals) {
    for (size_t index = 0; index < COUNT(sending); index++) {
      if (!add(filter, SCMP_ACT_ALLOW, sending[index], 0, NULL)) return false;
    }
    return true;
  }
  // The program begins a session, so that group 0 is its own.
  const uint32_t own[] = {0, self, -self};
  return allow_values(filter, SCMP_SYS(kill), 0, own, COUNT(own)) &&
      allow_values(filter, SCMP_SYS(tgkill), 0, &self, 1);
}

static bool add_processes(scmp_filter_ctx filter) {
  const scmp_datum_t namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
      CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  return allow_values(filter, SCMP_SYS(prctl), 0, process_options, COUNT(process_options)) &&
      allow_if(filter, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces, 0));
}

/// Adds the rules for socket pairs; a datagram socket could send to any address.
static bool add_sockets(scmp_filter_ctx filter, bool may_use_network) {
  if (may_use_network) {
    return add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socketpair), 0, NULL) &&
        add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendto), 0, NULL);
  }
  const scmp_datum_t type = ~(scmp_datum_t)(SOCK_CLOEXEC | SOCK_NONBLOCK) & 0xFFFFFFFF;
  const scmp_datum_t connected[] = {SOCK_STREAM, SOCK_SEQPACKET};
  for (size_t index = 0; index < COUNT(connected); index++) {
    const struct scmp_arg_cmp tests[] = {
        is(0, AF_UNIX), SCMP_A1(SCMP_CMP_MASKED_EQ, type, connected[index])};
    if (!add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socketpair), COUNT(tests), tests)) return false;
  }
  return allow_if(filter, SCMP_SYS(sendto), SCMP_A4(SCMP_CMP_EQ, 0));
}

static bool load(scmp_filter_ctx filter, bool is_made) {
  // A tree instead of a list: calls are found in a few steps.
  bool is_loaded =
      is_made && seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0 &&
      seccomp_load(filter) == 0;
  seccomp_release(filter);
  return is_loaded;
}

static bool filter_calls(const cjail_rights *rights, bool keeps_signals) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return false;
  uint32_t self = (uint32_t)getpid();
  return load(
      filter,
      add_listed(filter, rights) && add_opening(filter, rights->may_write) &&
          add_memory(filter) && add_control(filter, rights) && add_own(filter, self) &&
          add_signals(filter, keeps_signals, self) && add_processes(filter) &&
          add_sockets(filter, rights->may_use_network));
}

bool cjail_filter_program(const cjail_rights *rights, bool keeps_signals) {
  return filter_calls(rights, keeps_signals) && filter_newer();
}

#endif
