#pragma once

#include <stdbool.h>

// A process's limited memory. Linked into the decoder only, as it replaces C library functions.

/// Makes the allocator return large blocks to the system as soon as they are free, so that the
/// limit leaves each file as much memory as the first.
void cmemory_keep_nothing(void);

/// True if an allocation within the process's limit failed since the last call, in any library:
/// many report that as a damaged file. Always false without the GNU C library's functions.
bool cmemory_was_refused(void);
