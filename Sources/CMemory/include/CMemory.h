#pragma once

#include <stdbool.h>

// Memory of a process that is told how much it may have: linked into the decoder alone, because it
// stands in front of the C library's own functions.

/// Has large blocks given back as soon as they are free, so that each file finds what the first found.
void cmemory_keep_nothing(void);

/// Whether memory was refused since this was last asked that the process may have at all, by whichever
/// library asked; what a library says of its failure often is that the file is damaged. Always false
/// where the C library has no such functions.
bool cmemory_was_refused(void);
