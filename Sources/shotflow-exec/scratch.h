#pragma once

/// Makes an empty folder of its own among the temporary files; NULL, and errno, when it can't.
char *scratch_make(void);

/// Removes a folder with all that is in it, however deep, and follows no link. Nobody else may be
/// using it.
void scratch_remove(const char *folder);
