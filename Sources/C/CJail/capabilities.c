#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CJail.h"

#if defined(__linux__)

#include <errno.h>
#include <linux/capability.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t only(int capability) { return 1ULL << capability; }

/// The capabilities that a program keeps: root's access to the files of others.
static uint64_t kept_capabilities(const cjail_rights *rights) {
  if (!rights || geteuid() != 0) return 0;
  uint64_t kept = only(CAP_DAC_READ_SEARCH);
  if (rights->may_write)
    kept |= only(CAP_DAC_OVERRIDE) | only(CAP_CHOWN) | only(CAP_FOWNER) | only(CAP_FSETID);
  return kept;
}

bool cjail_drop_capabilities(const cjail_rights *rights) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct held[2];
  if (syscall(SYS_capget, &header, held) != 0) return false;
  // Most users have none.
  if ((held[0].permitted | held[1].permitted) == 0) return true;
  uint64_t kept = kept_capabilities(rights);
  bool may_bound = held[0].effective & only(CAP_SETPCAP);
  for (int number = 0; may_bound && prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; number++) {
    if (!(kept & only(number)) && prctl(PR_CAPBSET_DROP, number, 0, 0, 0) != 0) return false;
  }
  for (int half = 0; half < 2; half++) {
    held[half].permitted &= (uint32_t)(kept >> (32 * half));
    held[half].effective = held[half].permitted;
    held[half].inheritable = 0;
  }
  return syscall(SYS_capset, &header, held) == 0;
}

#else

bool cjail_drop_capabilities(const cjail_rights *rights) {
  (void)rights;
  return true;
}

#endif
