#pragma once

// The files of the page, in Sources/Programs/Page/Web, as parts of the program. As a literal array of
// Swift, each byte would be an expression, which takes as long to compile as a thousand lines.

/// A file of the page: its name and its text, in UTF-8 without a zero.
struct cpage_file {
    const char *name;
    const char *text;
};

/// All files; the last one has no name.
const struct cpage_file *cpage_files(void);
