#pragma once

#include <sqlite3.h>

// Temporary files of SQLite, whose bytes are bounded: statements of strangers may fill them.

/// Returns the bytes that such a file needs in memory before the system's own.
int temporary_room(void);

/// Opens a temporary file by a file system that is made of `system`. Writing fails with SQLITE_FULL
/// where all of this process would take more than 512 MiB. Returns SQLITE_OK, or SQLite's error.
int temporary_open(
    sqlite3_vfs *vfs, sqlite3_vfs *system, sqlite3_file *file, int flags, int *opened);
