#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CJail.h"

#if defined(__linux__)

#include "landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum {
  // Landlock's rights on files, by their bits.
  right_to_execute = 1 << 0,
  right_to_write = 1 << 1,
  right_to_read = 1 << 2,
  right_to_list = 1 << 3,
  right_to_make_character_device = 1 << 6,
  right_to_make_block_device = 1 << 11,
  right_to_truncate = 1 << 14,
  right_to_control_devices = 1 << 15,
};

static const uint64_t reading = right_to_execute | right_to_read | right_to_list;

/// Allows rights at an open path, which is closed.
static bool allow_at(int ruleset, int place, uint64_t rights) {
  if (place < 0) return false;
  landlock_path rule = {.allowed_files = rights, .parent = place};
  long failed = syscall(landlock_add_rule, ruleset, landlock_rule_below_path, &rule, 0);
  close(place);
  return failed == 0;
}

/// The null device, and no file that stands in its place.
static int open_null(void) {
  int device = open("/dev/null", O_PATH | O_NOFOLLOW | O_CLOEXEC);
  struct stat facts;
  if (device >= 0 && fstat(device, &facts) == 0 && S_ISCHR(facts.st_mode) &&
      facts.st_rdev == makedev(1, 3))
    return device;
  if (device >= 0) close(device);
  return -1;
}

static bool allow_writing(int ruleset, const char *folder, uint64_t handled) {
  uint64_t devices =
      right_to_make_character_device | right_to_make_block_device | right_to_control_devices;
  int place = open(folder, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  return allow_at(ruleset, place, handled & ~devices) &&
      allow_at(ruleset, open_null(), handled & (right_to_write | right_to_truncate));
}

/// Lets Landlock refuse what is not among the rights; false where it can't keep from writing.
///
/// Also keeps other processes from being traced, which only a process of the same jail may be.
static bool close_landlock(const cjail_rights *rights) {
  long version = syscall(landlock_create_ruleset, NULL, 0, landlock_version_flag);
  // The list of system calls is what refuses sockets; Landlock is asked where it can do that, too.
  if (version < 1 || (version < 4 && rights->may_write)) return rights->may_write;
  landlock_rules rules = {.scoped = landlock_signals};
  if (!rights->may_write) rules.handled_files = landlock_file_rights(version) & ~reading;
  if (!rights->may_use_network) {
    rules.handled_net = landlock_tcp;
    rules.scoped |= landlock_abstract_sockets;
  }
  long ruleset = syscall(landlock_create_ruleset, &rules, landlock_rules_size(version), 0);
  if (ruleset < 0) return rights->may_write;
  bool is_closed =
      (rights->may_write || allow_writing((int)ruleset, rights->folder, rules.handled_files)) &&
      syscall(landlock_restrict_self, ruleset, 0) == 0;
  close((int)ruleset);
  return is_closed || rights->may_write;
}

// Calls that are newer than the headers may be.
enum {
  call_fchmodat2 = 452,
  call_setxattrat = 463,
  call_removexattrat = 466,
  call_file_setattr = 469,
};

/// Calls that change what is told of a file without opening it for writing: Landlock lets them pass.
static const int changes[] = {
    SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), call_fchmodat2, SCMP_SYS(chown),
    SCMP_SYS(fchown), SCMP_SYS(lchown), SCMP_SYS(fchownat), SCMP_SYS(setxattr),
    SCMP_SYS(lsetxattr), SCMP_SYS(fsetxattr), SCMP_SYS(removexattr), SCMP_SYS(lremovexattr),
    SCMP_SYS(fremovexattr), SCMP_SYS(utime), SCMP_SYS(utimes), SCMP_SYS(futimesat),
    SCMP_SYS(utimensat), call_setxattrat, call_removexattrat, call_file_setattr,
    // Older versions of Landlock don't know it.
    SCMP_SYS(truncate),
};

/// Calls that reach into other processes, or do what no list of calls sees.
static const int ways_around[] = {
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
    SCMP_SYS(pidfd_getfd), SCMP_SYS(io_uring_setup),
};

static bool refuse(scmp_filter_ctx filter, int call, int error) {
  int failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO((uint16_t)error), call, 0);
  // EDOM: the call is not one of this processor's.
  return failed == 0 || failed == -EDOM;
}

static bool refuse_all(scmp_filter_ctx filter, const int *calls, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (!refuse(filter, calls[index], EPERM)) return false;
  }
  return true;
}

/// Refuses to empty a file that is opened for reading, which older versions of Landlock don't see.
static bool refuse_emptying(scmp_filter_ctx filter) {
  const scmp_datum_t mask = O_ACCMODE | O_TRUNC;
  const scmp_datum_t modes[] = {O_RDONLY | O_TRUNC, O_ACCMODE | O_TRUNC};
  for (size_t index = 0; index < sizeof modes / sizeof *modes; index++) {
    int failed = seccomp_rule_add(
        filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(open), 1,
        SCMP_A1(SCMP_CMP_MASKED_EQ, mask, modes[index]));
    if (failed && failed != -EDOM) return false;
    if (seccomp_rule_add(
            filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(openat), 1,
            SCMP_A2(SCMP_CMP_MASKED_EQ, mask, modes[index])))
      return false;
  }
  // Its flags lie in memory, where a filter can't look; programs then take openat.
  return refuse(filter, SCMP_SYS(openat2), ENOSYS);
}

/// Flags of files can be set through a descriptor that is open for reading.
static bool refuse_flags(scmp_filter_ctx filter) {
  const scmp_datum_t requests[] = {0x40086602, 0x40046602, 0x401C5820};
  for (size_t index = 0; index < sizeof requests / sizeof *requests; index++) {
    if (seccomp_rule_add(
            filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
            SCMP_A1(SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, requests[index])))
      return false;
  }
  return true;
}

static bool close_filter(const cjail_rights *rights) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter) return false;
  bool is_closed = refuse_all(filter, ways_around, sizeof ways_around / sizeof *ways_around);
  if (!rights->may_use_network) is_closed = is_closed && refuse(filter, SCMP_SYS(socket), EACCES);
  if (!rights->may_write) {
    is_closed = is_closed && refuse_all(filter, changes, sizeof changes / sizeof *changes) &&
        refuse_emptying(filter) && refuse_flags(filter);
  }
  is_closed = is_closed && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return is_closed;
}

cjail_outcome cjail_close_program(const cjail_rights *rights) {
  const cjail_outcome failure =
      rights->may_write ? cjail_cannot_stop_network : cjail_cannot_stop_writing;
  bool has_no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  if (rights->may_write && rights->may_use_network) return cjail_is_closed;
  if (!has_no_new_privileges || !close_landlock(rights)) return failure;
  return close_filter(rights) ? cjail_is_closed : failure;
}

#else

cjail_outcome cjail_close_program(const cjail_rights *rights) {
  if (!rights->may_write) return cjail_cannot_stop_writing;
  return rights->may_use_network ? cjail_is_closed : cjail_cannot_stop_network;
}

#endif
