#pragma once

// Indexes of write-ahead logs, which readers map, and which other programs may cut short meanwhile.

#include <stddef.h>
#include <sys/types.h>

/// Maps a file as mmap(2) does. If it is for reading only and is cut short, its pages behind the new
/// end have bytes of 0xFF alone, instead of ending this process.
void *index_map(void *place, size_t size, int access, int flags, int file, off_t offset);

/// Ends such a mapping, as munmap(2) does.
int index_unmap(void *place, size_t size);
