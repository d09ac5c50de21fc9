// The least that a rule's function costs which fails for every asset: stock Lua calls it for so many
// assets in threads with a state each, notes which call failed, and counts those whose message is the
// one before.
//
//     lua-failures passes COUNT THREADS    the function returns
//     lua-failures fails COUNT THREADS     it calls `error` of stock Lua
//     lua-failures throws COUNT THREADS    it calls an `error` that makes no message, but only throws

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_list.h"

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>
#else
#include <lauxlib.h>
#include <lualib.h>
#endif

// As many assets as a batch of shotflow has.
enum { BATCH = 256, LONGEST = 200 };

struct work {
  const char *kind;
  long batches;
  atomic_long next;
  atomic_long failures;
  atomic_long messages;
};

struct batch {
  int place;
  bool has_failed[BATCH];
};

static int throw(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  return lua_error(L);
}

// Calls the function for the rest of the batch. Upvalues: the function and its asset.
static int call_rest(lua_State *L) {
  struct batch *batch = *(struct batch **)lua_getextraspace(L);
  for (; batch->place < BATCH; batch->place++) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushinteger(L, 1000 + batch->place);
    lua_setfield(L, -2, "pixelWidth");
    lua_call(L, 1, 1);
    batch->has_failed[batch->place] = false;
    lua_pop(L, 1);
  }
  return 0;
}

static lua_State *open_state(const char *kind) {
  static const char source[] =
      "local bound = ...\n"
      "return function(asset)\n"
      "  if asset.pixelWidth >= bound then error(\"too wide\") end\n"
      "  return false\n"
      "end\n";
  lua_State *L = luaL_newstate();
  if (L == NULL) exit(1);
  luaL_openlibs(L);
  if (strcmp(kind, "throws") == 0) {
    lua_pushliteral(L, "rule.lua:3: too wide");
    lua_pushcclosure(L, throw, 1);
    lua_setglobal(L, "error");
  }
  if (luaL_loadstring(L, source) != LUA_OK) exit(1);
  lua_pushinteger(L, strcmp(kind, "passes") == 0 ? 1000000 : 0);
  lua_call(L, 1, 1);
  lua_newtable(L);
  lua_pushcclosure(L, call_rest, 2);
  return L;
}

static void call_batches(void *context) {
  struct work *work = context;
  struct batch batch;
  char last[LONGEST] = "";
  lua_State *L = open_state(work->kind);
  *(struct batch **)lua_getextraspace(L) = &batch;
  while (atomic_fetch_add(&work->next, 1) < work->batches) {
    for (batch.place = 0; batch.place < BATCH; batch.place++) {
      lua_pushvalue(L, 1);
      if (lua_pcall(L, 0, 0, 0) == LUA_OK) break;
      size_t length = 0;
      const char *message = lua_tolstring(L, -1, &length);
      if (message == NULL || length >= sizeof last) exit(1);
      if (memcmp(message, last, length + 1) != 0) {
        memcpy(last, message, length + 1);
        work->messages++;
      }
      batch.has_failed[batch.place] = true;
      lua_pop(L, 1);
    }
    long failures = 0;
    for (int place = 0; place < BATCH; place++) failures += batch.has_failed[place];
    work->failures += failures;
  }
  lua_close(L);
}

int main(int count, char **arguments) {
  static struct work work;
  int threads = count == 4 ? atoi(arguments[3]) : 0;
  work.batches = count == 4 ? atol(arguments[2]) / BATCH : 0;
  if (threads < 1 || work.batches < 1) {
    fprintf(stderr, "usage: lua-failures passes|fails|throws COUNT THREADS\n");
    return 64;
  }
  work.kind = arguments[1];
  in_threads(threads, call_batches, &work);
  printf("%ld failures, %ld messages\n", work.failures, work.messages);
  return 0;
}
