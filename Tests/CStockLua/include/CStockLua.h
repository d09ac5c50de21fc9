#pragma once

#include "CLuaShim.h"

// Runs a file of Lua's own test suite in a sandboxed state, with functions of stock Lua lent to it.
//
// Whatever is not lent is what rules get: the allocator, the budgets, the guard, and the sandbox's
// own functions in place of Lua's.

typedef struct {
  // The file's text, and the name that its messages carry.
  shotlua_text source;
  const char *name;
  // A second file that `require` gives by its name; no bytes when there is none.
  shotlua_text module;
  const char *module_name;
  // What rules don't get: names of globals, or of a library's functions such as "string.dump".
  const char *const *lent;
  size_t lent_count;
  shotlua_budget budget;
} stocklua_test;

// Writes what went wrong, at most `size` bytes with the NUL, and returns whether the file passed.
bool stocklua_run(const stocklua_test *test, char *problem, size_t size);
