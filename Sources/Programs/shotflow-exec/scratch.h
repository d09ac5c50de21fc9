#pragma once

/// Creates a new empty folder among the temporary files; returns NULL, and sets errno, if it can't.
char *scratch_make(void);

/// Removes a folder with its contents, following no link; no other process may use it.
void scratch_remove(const char *folder);
