// `pairs` and `next` in the order of keys.c.

#include "internal.h"

enum { MOST_UPVALUES = 64 };

// Leaves a list of the table's keys in order.
static void push_sorted_keys(lua_State *L, int table) {
  shotlua *s = shot_state(L);
  size_t count = 0;
  lua_newtable(L);
  int list = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, table);) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, (lua_Integer)++count);
  }
  shot_bill(s, (int64_t)(count / 4));
  if (count < 2) return;
  shot_key *keys = shot_take(s, count * sizeof *keys);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, list, (lua_Integer)i + 1);
    keys[i] = shot_read_key(L, -1);
    keys[i].place = i + 1;
    lua_pop(L, 1);
  }
  shot_sort_keys(s, keys, count);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, list, (lua_Integer)keys[i].place);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_remove(L, list);
  shot_allocate(s, keys, count * sizeof *keys, 0);
}

// Goes on to the next key that still has a value. Upvalues: the table, the last place, the keys.
static int advance(lua_State *L) {
  lua_settop(L, 0);
  int place = (int)lua_tointeger(L, lua_upvalueindex(2));
  for (;;) {
    lua_pushvalue(L, lua_upvalueindex(++place + 2));
    if (lua_isnil(L, 1)) return 1;
    lua_pushvalue(L, 1);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) break;
    lua_settop(L, 0);
  }
  lua_pushinteger(L, place);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

// The same with a list of the keys as third upvalue.
static int advance_in_list(lua_State *L) {
  lua_settop(L, 0);
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(2));
  for (;;) {
    if (lua_rawgeti(L, lua_upvalueindex(3), ++place) == LUA_TNIL) return 1;
    lua_pushvalue(L, 1);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) break;
    lua_settop(L, 0);
  }
  lua_pushinteger(L, place);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

void shot_push_traversal(lua_State *L, int table) {
  shot_key keys[MOST_UPVALUES];
  int base = lua_gettop(L), count = 0;
  luaL_checkstack(L, 2 * MOST_UPVALUES + 8, NULL);
  // Each key stays on the stack; its twin is taken by lua_next.
  for (lua_pushnil(L); lua_next(L, table); count++) {
    lua_pop(L, 1);
    if (count == MOST_UPVALUES) {
      lua_settop(L, base);
      lua_pushvalue(L, table);
      lua_pushinteger(L, 0);
      push_sorted_keys(L, base + 1);
      lua_pushcclosure(L, advance_in_list, 3);
      return;
    }
    keys[count] = shot_read_key(L, -1);
    keys[count].place = (size_t)lua_gettop(L);
    lua_pushvalue(L, -1);
  }
  shot_sort_keys(shot_state(L), keys, (size_t)count);
  lua_pushvalue(L, table);
  lua_pushinteger(L, 0);
  for (int i = 0; i < count; i++) lua_pushvalue(L, (int)keys[i].place);
  lua_pushcclosure(L, advance, count + 2);
  lua_replace(L, base + 1);
  lua_settop(L, base + 1);
}

static int pairs(lua_State *L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  shot_push_traversal(L, 1);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// The least key above the one given, or the least of all: looks at every key, so that `pairs` is
// the way to go through a large table.
static int next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  bool is_first = lua_isnil(L, 2), is_found = false;
  shot_key given = {0}, best = {0};
  int64_t count = 0;
  if (!is_first) given = shot_read_key(L, 2);
  lua_pushnil(L);
  lua_pushnil(L);
  for (lua_pushnil(L); lua_next(L, 1); count++) {
    shot_key key = shot_read_key(L, -2);
    if ((is_first || shot_compare_keys(&key, &given) > 0) &&
        (!is_found || shot_compare_keys(&key, &best) < 0)) {
      is_found = true;
      best = key;
      lua_replace(L, 4);
      lua_pushvalue(L, -1);
      lua_replace(L, 3);
    } else {
      lua_pop(L, 1);
    }
  }
  shot_bill(shot_state(L), count / 4);
  return is_found ? 2 : 1;
}

void shot_add_traversal(lua_State *L) {
  static const luaL_Reg own[] = {{"next", next}, {"pairs", pairs}, {NULL, NULL}};
  luaL_setfuncs(L, own, 0);
}
