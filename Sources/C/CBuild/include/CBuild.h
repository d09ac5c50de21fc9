#pragma once

/// Returns the commit that the program was built from, such as `abc1234`; empty if unknown.
const char *cbuild_commit(void);
