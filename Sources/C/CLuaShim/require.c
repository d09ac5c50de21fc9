// `require "name"`: a file that the host finds below the rule's folder, run once in each state.

#include "internal.h"

#include <string.h>

enum { COST_OF_A_SEARCH = 10000 };

// ^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$
static bool is_module_name(const char *name, size_t length) {
  bool is_start = true;
  for (size_t i = 0; i < length; i++) {
    char c = name[i];
    bool is_letter = c >= 'a' && c <= 'z';
    if (is_start ? !is_letter : !(is_letter || (c >= '0' && c <= '9') || c == '_' || c == '.')) {
      return false;
    }
    is_start = c == '.';
  }
  return !is_start && length <= 200;
}

int shot_require(lua_State *L) {
  shotlua *s = shot_state(L);
  size_t length;
  const char *name = luaL_checklstring(L, 1, &length);
  if (!is_module_name(name, length)) {
    return luaL_error(L, "a module's name is made of a-z, 0-9 and _, parts joined by dots");
  }
  lua_settop(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->modules);
  lua_pushvalue(L, 1);
  int type = lua_rawget(L, 2);
  if (type == LUA_TLIGHTUSERDATA) {
    return luaL_error(L, "module \"%s\" is required by itself while it is loaded", name);
  }
  if (type != LUA_TNIL) return 1;
  if (!s->loading) {
    return shot_raise(L, SHOTLUA_UNKNOWN_MODULE, name,
                      "no module \"%s\": modules are loaded with the rule, not later", name);
  }
  shotlua_module_reply reply = {0};
  // The host's time for opening files does not count, so a search for missing modules needs a cost.
  shot_bill(s, COST_OF_A_SEARCH);
  shot_enter_host(s);
  bool is_found = s->host.module && s->host.module(s->host.context, name, &reply);
  shot_leave_host(s);
  if (!is_found) {
    return shot_raise(L, SHOTLUA_UNKNOWN_MODULE, name, "%.*s", (int)reply.problem.length,
                      reply.problem.bytes ? reply.problem.bytes : "");
  }
  // Marks the module as being loaded; no rule can create a light userdata.
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, s);
  lua_rawset(L, 2);
  lua_pushlstring(L, reply.path.bytes, reply.path.length);
  shot_compile(L, reply.bytes, lua_tostring(L, -1));
  lua_pushvalue(L, 1);
  lua_pushvalue(L, -3);
  lua_call(L, 2, 1);
  if (lua_isnil(L, -1)) lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, -2);
  lua_rawset(L, 2);
  return 1;
}

void shot_add_require(lua_State *L, int globals) {
  // The libraries are loaded modules already; no file can replace them.
  static const char *const libraries[] = {"math", "string", "table", "utf8", NULL};
  lua_newtable(L);
  for (const char *const *name = libraries; *name; name++) {
    lua_getfield(L, globals, *name);
    lua_setfield(L, -2, *name);
  }
  shot_state(L)->modules = luaL_ref(L, LUA_REGISTRYINDEX);
}
