#pragma once

/// Creates a new empty folder among the temporary files; returns NULL, and sets errno, after a
/// failure.
char *scratch_make(void);

/// Removes a folder with its contents at any depth, and follows no link. No other process may use
/// it.
void scratch_remove(const char *folder);
