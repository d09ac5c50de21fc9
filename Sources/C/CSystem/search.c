#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <string.h>

bool csystem_contains(const void *text, size_t text_count, const void *wanted,
                      size_t wanted_count) {
  if (wanted_count == 0) return true;
  if (text_count < wanted_count) return false;
  return memmem(text, text_count, wanted, wanted_count) != NULL;
}
