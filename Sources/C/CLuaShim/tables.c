// The table library: stock functions, with work billed and false lengths refused, and its own sort.

#include "internal.h"

enum { LONGEST_PRETENDED = 1000000 };

// Returns the length of a list; raises if it claims to have more elements than memory can hold.
lua_Integer shot_list_length(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  if (!lua_getmetatable(L, index)) return (lua_Integer)lua_rawlen(L, index);
  lua_pop(L, 1);
  lua_Integer length = luaL_len(L, index);
  if (length > LONGEST_PRETENDED) luaL_error(L, "array too big");
  return length;
}

// Calls the stock function after billing work on a whole list.
static int call_billed(lua_State *L) {
  if (lua_istable(L, 1)) {
    lua_Integer length = shot_list_length(L, 1);
    shot_bill(shot_state(L), length > 0 ? length / 16 : 0);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

// table.move has a range of its own, which may be far longer than any table.
static int move_billed(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  if (last >= first) {
    lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
    if (count > INT64_MAX / 2) count = INT64_MAX / 2;
    shot_bill(shot_state(L), (int64_t)count);
  }
  return call_billed(L);
}

int shot_open_tables(lua_State *L) {
  static const char *const billed[] = {"concat", "insert", "remove", NULL};
  static const char *const plain[] = {"pack", "unpack", NULL};
  lua_pushcfunction(L, luaopen_table);
  lua_call(L, 0, 1);
  lua_newtable(L);
  for (const char *const *name = billed; *name; name++) {
    lua_getfield(L, -2, *name);
    lua_pushcclosure(L, call_billed, 1);
    lua_setfield(L, -2, *name);
  }
  lua_getfield(L, -2, "move");
  lua_pushcclosure(L, move_billed, 1);
  lua_setfield(L, -2, "move");
  for (const char *const *name = plain; *name; name++) {
    lua_getfield(L, -2, *name);
    lua_setfield(L, -2, *name);
  }
  shot_add_sort(L);
  lua_remove(L, -2);
  return 1;
}
