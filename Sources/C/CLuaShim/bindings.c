// Functions that get options besides the asset, and return a table of named values.

#include "internal.h"

#include <stdio.h>

enum { MOST_MEMBERS = 64 };

// Returns nil for an option that was not set and has no default; any other name is a mistake.
// Upvalue: the names.
static int read_unset(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 0;
  shot_push_shown(L, 2);
  return luaL_error(L, "the plugin has no option \"%s\"", lua_tostring(L, -1));
}

static int refuse_write(lua_State *L) { return luaL_error(L, "options are read-only"); }

// Pushes a read-only table.
static void push_options(lua_State *L, const shotlua_binding *binding) {
  lua_createtable(L, 0, (int)binding->option_count);
  lua_createtable(L, 0, 1);
  lua_createtable(L, 0, (int)binding->option_count);
  for (size_t i = 0; i < binding->option_count; i++) {
    const shotlua_option *option = &binding->options[i];
    lua_pushlstring(L, option->name.bytes, option->name.length);
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, -4);
    shot_push_value(L, &option->value);
    lua_rawset(L, -5);
  }
  lua_pushcclosure(L, read_unset, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  shot_stand_in(L, refuse_write, 0);
}

static int bind(lua_State *L) {
  shotlua *s = shot_state(L);
  const shotlua_binding *binding = s->binding;
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->functions);
  lua_rawgeti(L, 1, binding->function + 1);
  lua_rawseti(L, 1, s->function_count + 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->bindings);
  lua_createtable(L, (int)binding->result_count + 1, 0);
  for (size_t i = 0; i < binding->result_count; i++) {
    lua_pushlstring(L, binding->results[i].bytes, binding->results[i].length);
    lua_rawseti(L, 3, (lua_Integer)i + 1);
  }
  if (binding->options) push_options(L, binding);
  else lua_pushnil(L);
  lua_rawseti(L, 3, 0);
  lua_rawseti(L, 2, s->function_count + 1);
  s->function_count++;
  return 0;
}

int32_t shotlua_bind(shotlua *state, const shotlua_binding *binding) {
  if (binding->function < 0 || binding->function >= state->function_count) return -1;
  state->binding = binding;
  bool is_bound = shot_guard(state, &state->host.load, bind);
  state->binding = NULL;
  return is_bound ? state->function_count - 1 : -1;
}

// Returns a member's name that is not among `names`, from the table at `index`, or null.
static const char *find_stray(lua_State *L, int index, int names, lua_Integer count) {
  shotlua *s = shot_state(L);
  int seen = 0;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    bool is_known = false;
    shot_bill(s, 10 + count);
    for (lua_Integer i = 1; i <= count && !is_known; i++) {
      lua_rawgeti(L, names, i);
      is_known = lua_rawequal(L, -1, -3);
      lua_pop(L, 1);
    }
    if (is_known && ++seen <= MOST_MEMBERS) continue;
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
    snprintf(s->reason, sizeof s->reason, "has \"%.60s\", which the plugin does not describe", name);
    lua_pop(L, 2);
    return s->reason;
  }
  return NULL;
}

const char *shot_hand_over_named(lua_State *L, int names, size_t place) {
  shotlua *s = shot_state(L);
  int result = lua_gettop(L);
  lua_Integer count = (lua_Integer)lua_rawlen(L, names);
  size_t first = place * (size_t)count;
  if (lua_isnil(L, result)) return NULL;
  bool is_named = lua_istable(L, result);
  if (is_named && count == 1) {
    // A single result may be returned without a table, and may be a list.
    is_named = lua_rawlen(L, result) == 0;
  }
  if (!is_named) {
    if (count == 1) return shot_hand_over(L, first);
    return "is one value, and the plugin describes several; return a table of them";
  }
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, names, i);
    lua_pushvalue(L, -1);
    lua_rawget(L, result);
    const char *why = shot_hand_over(L, first + (size_t)i - 1);
    if (why) {
      snprintf(s->reason, sizeof s->reason, "has a value of \"%.60s\" that %s",
               lua_tostring(L, -2), why);
    }
    lua_settop(L, result);
    if (why) return s->reason;
  }
  return find_stray(L, result, names, count);
}

void shot_add_bindings(lua_State *L) {
  lua_newtable(L);
  shot_state(L)->bindings = luaL_ref(L, LUA_REGISTRYINDEX);
}
