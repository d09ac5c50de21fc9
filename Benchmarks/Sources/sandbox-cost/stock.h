#pragma once

#include "CLuaShim.h"

// A state of stock Lua, all libraries open, no budget, no allocator of its own: what an embedding
// that trusts its rules does. Assets are as they are in the sandbox: a fresh userdata for each call,
// whose fields are read on demand by the same reader and refused after the call.

typedef struct stock stock;

// What a state does besides: the least that one of the sandbox's promises needs.
typedef enum {
  STOCK_ALONE,
  // `pairs` looks at every key before the first one is given, to give them in an order of its own.
  STOCK_LOOKS_AT_KEYS,
  // A count hook, which does nothing, is due every thousand instructions.
  STOCK_COUNTS,
} stock_promise;

stock *stock_open(const char *function, stock_promise promise, const char *const *fields,
                  size_t field_count);
void stock_close(stock *state);
bool stock_evaluate(stock *state, const shotlua_reader *reader, size_t count, bool *verdicts);
