#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CJail.h"

#if defined(__linux__)

#include "landlock.h"
#include "program_filter.h"
#include "user_files.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const uint64_t reading = landlock_executing | landlock_reading | landlock_listing;
static const uint64_t devices = landlock_making_character_devices |
    landlock_making_block_devices | landlock_controlling_devices;

/// Allows changing files below one folder, and writing to the null device.
static bool allow_folder(int ruleset, const char *folder, uint64_t handled) {
  int place = open(folder, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  return landlock_allow(ruleset, place, handled & ~devices) &&
      cjail_allow_device(ruleset, "/dev/null", 3, handled & ~landlock_controlling_devices);
}

static bool allow_changes(int ruleset, const cjail_rights *rights, uint64_t handled) {
  if (!rights->may_write) return allow_folder(ruleset, rights->folder, handled);
  cjail_allow_user_files(ruleset, handled & ~devices);
  return true;
}

/// Lets Landlock refuse everything except the rights; returns its version, or 0 if it refuses
/// nothing. The program can't trace processes outside either, nor, from version 6 on, signal them.
static int close_landlock(const cjail_rights *rights) {
  long version = syscall(landlock_create_ruleset, NULL, 0, landlock_version_flag);
  if (rights->newest_landlock && version > rights->newest_landlock)
    version = rights->newest_landlock;
  if (version < 1) return 0;
  landlock_rules rules = {
      .handled_files = landlock_file_rights(version) & ~reading, .scoped = landlock_signals};
  if (!rights->may_use_network) {
    rules.handled_net = landlock_tcp;
    rules.scoped |= landlock_abstract_sockets;
  }
  long ruleset = syscall(landlock_create_ruleset, &rules, landlock_rules_size(version), 0);
  if (ruleset < 0) return 0;
  bool is_closed = allow_changes((int)ruleset, rights, rules.handled_files) &&
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
  // Every ruleset denies links and moves from folder to folder unless it allows them
  // (https://docs.kernel.org/userspace-api/landlock.html, "File reparenting").
  landlock_rules rules = {.handled_files = landlock_referring, .scoped = landlock_signals};
  long ruleset = syscall(landlock_create_ruleset, &rules, sizeof rules, 0);
  if (ruleset < 0) return false;
  int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  bool is_kept = landlock_allow((int)ruleset, root, landlock_referring) &&
      syscall(landlock_restrict_self, ruleset, 0) == 0;
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
