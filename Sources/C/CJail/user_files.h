#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Allows rights on the files of users: everywhere but in what the kernel makes up (/proc, /sys and
/// its like wherever they are mounted) and in /dev, of which only shared memory, queues, and devices
/// without an effect are allowed. A place for which a rule fails stays closed.
void cjail_allow_user_files(int ruleset, uint64_t rights);

/// Allows writing to a device of the memory driver (null, zero …), but to no other file in its place.
bool cjail_allow_device(int ruleset, const char *path, unsigned number, uint64_t rights);
