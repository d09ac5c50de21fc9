#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CJail.h"

#if defined(__linux__)

#include "landlock.h"
#include "program_filter.h"

#include <errno.h>
#include <fcntl.h>
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

/// Allows rights below an open path, and closes it.
static bool allow_at(int ruleset, int place, uint64_t rights) {
  if (place < 0) return false;
  landlock_path rule = {.allowed_files = rights, .parent = place};
  long failed = syscall(landlock_add_rule, ruleset, landlock_rule_below_path, &rule, 0);
  close(place);
  return failed == 0;
}

/// Opens the null device, but no other file in its place.
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

/// Lets Landlock refuse everything except the rights; returns its version, or 0 if it refuses
/// nothing. The program can't trace processes outside either, nor, from version 6 on, signal them.
static int close_landlock(const cjail_rights *rights) {
  long version = syscall(landlock_create_ruleset, NULL, 0, landlock_version_flag);
  if (rights->newest_landlock && version > rights->newest_landlock)
    version = rights->newest_landlock;
  if (version < 1) return 0;
  // A ruleset has to refuse something; a program of a rule never makes devices.
  landlock_rules rules = {.handled_files = right_to_make_block_device, .scoped = landlock_signals};
  if (!rights->may_write) rules.handled_files = landlock_file_rights(version) & ~reading;
  if (!rights->may_use_network) {
    rules.handled_net = landlock_tcp;
    rules.scoped |= landlock_abstract_sockets;
  }
  long ruleset = syscall(landlock_create_ruleset, &rules, landlock_rules_size(version), 0);
  if (ruleset < 0) return 0;
  bool is_closed =
      (rights->may_write || allow_writing((int)ruleset, rights->folder, rules.handled_files)) &&
      syscall(landlock_restrict_self, ruleset, 0) == 0;
  close((int)ruleset);
  return is_closed ? (int)version : 0;
}

cjail_outcome cjail_close_program(const cjail_rights *rights) {
  bool has_no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  int landlock = has_no_new_privileges ? close_landlock(rights) : 0;
  if (!rights->may_write && landlock == 0) return cjail_cannot_stop_writing;
  bool has_filter = has_no_new_privileges &&
      cjail_filter_program(rights, landlock >= landlock_with_signals);
  if (has_filter) return cjail_is_closed;
  if (!rights->may_write) return cjail_cannot_stop_writing;
  return rights->may_use_network ? cjail_is_closed : cjail_cannot_stop_network;
}

bool cjail_keep_signals(void) {
  long version = syscall(landlock_create_ruleset, NULL, 0, landlock_version_flag);
  if (version < landlock_with_signals || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  landlock_rules rules = {.scoped = landlock_signals};
  long ruleset = syscall(landlock_create_ruleset, &rules, sizeof rules, 0);
  if (ruleset < 0) return false;
  bool is_kept = syscall(landlock_restrict_self, ruleset, 0) == 0;
  close((int)ruleset);
  return is_kept;
}

#else

bool cjail_keep_signals(void) { return false; }

cjail_outcome cjail_close_program(const cjail_rights *rights) {
  if (!rights->may_write) return cjail_cannot_stop_writing;
  return rights->may_use_network ? cjail_is_closed : cjail_cannot_stop_network;
}

#endif
