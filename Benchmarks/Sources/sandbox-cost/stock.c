#include "stock.h"

#include <stdio.h>
#include <stdlib.h>

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>
#else
#include <lauxlib.h>
#include <lualib.h>
#endif

struct stock {
  lua_State *L;
  const shotlua_reader *reader;
  const void *asset;
  int32_t index;
  int function;
  int meta;
};

static int read_field(lua_State *L) {
  stock *s = *(stock **)lua_getextraspace(L);
  if (lua_touserdata(L, 1) != s->asset) return luaL_error(L, "the asset is gone");
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) return luaL_error(L, "no such field");
  shotlua_value value = {.kind = SHOTLUA_ABSENT};
  s->reader->read(s->reader->context, s->index, (int32_t)lua_tointeger(L, -1), &value);
  switch (value.kind) {
    case SHOTLUA_INTEGER:
      lua_pushinteger(L, value.integer);
      return 1;
    case SHOTLUA_NUMBER:
      lua_pushnumber(L, value.number);
      return 1;
    case SHOTLUA_TEXT:
      lua_pushlstring(L, value.text.bytes, value.text.length);
      return 1;
    default:
      lua_pushnil(L);
      return 1;
  }
}

// Upvalue: `next`.
static int look_at_keys(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  for (lua_pushnil(L); lua_next(L, 1);) lua_settop(L, -2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

static void count(lua_State *L, lua_Debug *activation) { (void)L, (void)activation; }

static void keep(lua_State *L, stock_promise promise) {
  if (promise == STOCK_LOOKS_AT_KEYS) {
    lua_getglobal(L, "next");
    lua_pushcclosure(L, look_at_keys, 1);
    lua_setglobal(L, "pairs");
  } else if (promise == STOCK_COUNTS) {
    lua_sethook(L, count, LUA_MASKCOUNT, 1000);
  }
}

stock *stock_open(const char *function, stock_promise promise, const char *const *fields,
                  size_t field_count) {
  stock *s = calloc(1, sizeof *s);
  s->L = luaL_newstate();
  *(stock **)lua_getextraspace(s->L) = s;
  luaL_openlibs(s->L);
  keep(s->L, promise);
  char source[1024];
  snprintf(source, sizeof source, "return %s", function);
  if (luaL_dostring(s->L, source)) {
    fprintf(stderr, "%s\n", lua_tostring(s->L, -1));
    exit(1);
  }
  s->function = luaL_ref(s->L, LUA_REGISTRYINDEX);
  lua_newtable(s->L);
  lua_newtable(s->L);
  for (size_t i = 0; i < field_count; i++) {
    lua_pushinteger(s->L, (lua_Integer)i);
    lua_setfield(s->L, -2, fields[i]);
  }
  lua_pushcclosure(s->L, read_field, 1);
  lua_setfield(s->L, -2, "__index");
  s->meta = luaL_ref(s->L, LUA_REGISTRYINDEX);
  return s;
}

void stock_close(stock *state) {
  lua_close(state->L);
  free(state);
}

bool stock_evaluate(stock *state, const shotlua_reader *reader, size_t count, bool *verdicts) {
  lua_State *L = state->L;
  state->reader = reader;
  lua_settop(L, 0);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->function);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->meta);
  for (size_t i = 0; i < count; i++) {
    lua_pushvalue(L, 1);
    state->asset = lua_newuserdatauv(L, 1, 0);
    state->index = (int32_t)i;
    lua_pushvalue(L, 2);
    lua_setmetatable(L, -2);
    if (lua_pcall(L, 1, 1, 0) != LUA_OK) {
      fprintf(stderr, "%s\n", lua_tostring(L, -1));
      return false;
    }
    verdicts[i] = lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  return true;
}
