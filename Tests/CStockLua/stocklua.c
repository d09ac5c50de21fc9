#include "CStockLua.h"

#include "internal.h"

#include <stdio.h>
#include <string.h>

enum { STOCK = 1, GLOBALS };

static _Thread_local const stocklua_test *current;

// The real metatable of texts, which the suite's own module changes; else as stock Lua has it.
static int read_metatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (!lua_getmetatable(L, 1)) {
    lua_pushnil(L);
  } else if (lua_type(L, 1) != LUA_TSTRING && luaL_getmetafield(L, 1, "__metatable") == LUA_TNIL) {
    return 1;
  }
  return 1;
}

// `require` of a library that is there, of what package.preload has, and of the second file.
static int require_lent(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_pushglobaltable(L);
  if (lua_getfield(L, -1, name) == LUA_TTABLE) return 1;
  if (lua_getfield(L, -2, "package") == LUA_TTABLE) {
    lua_getfield(L, -1, "preload");
    if (lua_getfield(L, -1, name) == LUA_TFUNCTION) {
      lua_call(L, 0, 1);
      return 1;
    }
  }
  if (!current->module.bytes || strcmp(name, current->module_name) != 0) {
    return luaL_error(L, "the test has no module \"%s\"", name);
  }
  if (luaL_loadbufferx(L, current->module.bytes, current->module.length, "@module", "t")) {
    return lua_error(L);
  }
  lua_call(L, 0, 1);
  return 1;
}

// Leaves a table of its own for the test, with all that rules get.
static void push_globals(lua_State *L) {
  static const char *const libraries[] = {"math", "string", "table", "utf8", NULL};
  lua_newtable(L);
  lua_pushglobaltable(L);
  luaL_getmetafield(L, -1, "__index");
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, GLOBALS);
  }
  lua_settop(L, GLOBALS);
  for (const char *const *name = libraries; *name; name++) {
    lua_getfield(L, GLOBALS, *name);
    luaL_getmetafield(L, -1, "__index");
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, -3); lua_pop(L, 1)) {
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, -5);
    }
    lua_setfield(L, GLOBALS, *name);
    lua_settop(L, GLOBALS);
  }
  lua_pushvalue(L, GLOBALS);
  lua_setfield(L, GLOBALS, "_G");
}

static void lend(lua_State *L, const char *name) {
  const char *dot = strchr(name, '.');
  if (!dot) {
    lua_getfield(L, STOCK, name);
    lua_setfield(L, GLOBALS, name);
    return;
  }
  lua_pushlstring(L, name, (size_t)(dot - name));
  lua_gettable(L, GLOBALS);
  lua_pushlstring(L, name, (size_t)(dot - name));
  lua_gettable(L, STOCK);
  lua_getfield(L, -1, dot + 1);
  lua_setfield(L, -3, dot + 1);
  lua_settop(L, GLOBALS);
}

// Leaves a table with the stock libraries, opened beside the sandbox's own.
static void push_stock(lua_State *L) {
  static const luaL_Reg libraries[] = {{"coroutine", luaopen_coroutine}, {"debug", luaopen_debug},
                                       {"io", luaopen_io},               {"os", luaopen_os},
                                       {"string", luaopen_string},       {NULL, NULL}};
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushcfunction(L, luaopen_base);
  lua_call(L, 0, 0);
  for (const luaL_Reg *library = libraries; library->name; library++) {
    lua_pushcfunction(L, library->func);
    lua_pushstring(L, library->name);
    lua_call(L, 1, 1);
    lua_setfield(L, 2, library->name);
  }
  // Opening the stock string library gave texts another metatable.
  lua_pushvalue(L, 4);
  lua_setmetatable(L, 3);
  lua_newtable(L);
  lua_newtable(L);
  lua_setfield(L, -2, "preload");
  lua_setfield(L, 2, "package");
  lua_pushcfunction(L, require_lent);
  lua_setfield(L, 2, "require");
  lua_pushcfunction(L, read_metatable);
  lua_setfield(L, 2, "getmetatable");
  lua_pushvalue(L, 1);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_remove(L, 1);
  lua_settop(L, 1);
}

static int run(lua_State *L) {
  shotlua *s = shot_state(L);
  s->loading = true;
  s->hook_armed = 1;
  lua_sethook(L, shot_hook, LUA_MASKCOUNT, SHOT_HOOK_INTERVAL);
  lua_settop(L, 0);
  push_stock(L);
  push_globals(L);
  for (size_t i = 0; i < current->lent_count; i++) lend(L, current->lent[i]);
  lua_pushvalue(L, GLOBALS);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  shot_compile(L, current->source, current->name);
  s->source_path = s->chunks[0].path;
  lua_call(L, 0, 0);
  return 0;
}

bool stocklua_run(const stocklua_test *test, char *problem, size_t size) {
  shotlua_host host = {.load = test->budget, .call = test->budget, .seed = 1};
  shotlua *state = shotlua_open(&host);
  if (!state) {
    snprintf(problem, size, "there is no state");
    return false;
  }
  current = test;
  bool has_passed = shot_guard(state, &state->host.load, run);
  if (!has_passed) {
    const shotlua_error *error = &state->error;
    snprintf(problem, size, "%s:%d: %s (%d)", error->chunk, error->line, error->message,
             (int)error->kind);
  }
  shotlua_close(state);
  return has_passed;
}
