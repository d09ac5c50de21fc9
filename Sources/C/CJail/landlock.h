#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock's interface (kernel documentation, userspace-api/landlock); headers may be older.
enum {
  landlock_create_ruleset = 444,
  landlock_add_rule = 445,
  landlock_restrict_self = 446,
  landlock_version_flag = 1,
  landlock_rule_below_path = 1,
};

typedef struct {
  uint64_t handled_files, handled_net, scoped;
} landlock_rules;

typedef struct {
  uint64_t allowed_files;
  int32_t parent;
} __attribute__((packed)) landlock_path;

/// Rights on files, by their bits.
enum {
  landlock_executing = 1 << 0,
  landlock_writing = 1 << 1,
  landlock_reading = 1 << 2,
  landlock_listing = 1 << 3,
  landlock_making_character_devices = 1 << 6,
  landlock_making_block_devices = 1 << 11,
  landlock_referring = 1 << 13,
  landlock_truncating = 1 << 14,
  landlock_controlling_devices = 1 << 15,
  /// Those that a file can have which is no folder.
  landlock_on_files = landlock_executing | landlock_writing | landlock_reading |
      landlock_truncating | landlock_controlling_devices,
};

/// The rights to bind and connect with TCP.
static const uint64_t landlock_tcp = 3;
/// The scopes: abstract sockets and signals of other processes.
static const uint64_t landlock_abstract_sockets = 1, landlock_signals = 2;
/// The first version that restricts signals.
enum { landlock_with_signals = 6 };

/// Returns the size of the rules that a version of Landlock knows, in bytes.
static inline size_t landlock_rules_size(long version) {
  if (version < 4) return offsetof(landlock_rules, handled_net);
  return version < 6 ? offsetof(landlock_rules, scoped) : sizeof(landlock_rules);
}

/// The rights on files that a version of Landlock knows: 13, 14 (refer), 15 (truncate), 16 (ioctl).
static inline uint64_t landlock_file_rights(long version) {
  int count = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
  return (1ULL << count) - 1;
}

/// Allows rights at an open path and below it, and closes it; false if the kernel refuses.
static inline bool landlock_allow(int ruleset, int place, uint64_t rights) {
  if (place < 0) return false;
  landlock_path rule = {.allowed_files = rights, .parent = place};
  long failed = syscall(landlock_add_rule, ruleset, landlock_rule_below_path, &rule, 0);
  close(place);
  return failed == 0;
}
