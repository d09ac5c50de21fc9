#pragma once

#include <stdbool.h>

// Memory of a process with a limit. The library is linked into the decoder only, because it
// replaces the C library's own functions.

/// Makes the allocator return large blocks to the system as soon as they are free, so that the
/// limit leaves each file as much memory as the first.
void cmemory_keep_nothing(void);

/// Returns true if an allocation that is within the process's limit failed since the last call, in
/// whichever library; libraries often report such a failure as a damaged file. Always false where
/// the C library has no such functions.
bool cmemory_was_refused(void);
