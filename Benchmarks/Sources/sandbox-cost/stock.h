#pragma once

#include "CLuaShim.h"

// A state of stock Lua, all libraries open, no budget, no allocator of its own: what an embedding
// that trusts its rules does. Assets are as they are in the sandbox: a fresh userdata for each call,
// whose fields are read on demand by the same reader and refused after the call.

typedef struct stock stock;

stock *stock_open(const char *function, const char *const *fields, size_t field_count);
void stock_close(stock *state);
bool stock_evaluate(stock *state, const shotlua_reader *reader, size_t count, bool *verdicts);
