// `error`, as in stock Lua. A function that fails for one asset usually fails for most of them,
// with the same message at the same place: so the last text made of both is kept, and raised again.

#include "internal.h"

// The longest message that is kept.
enum { LONGEST_KEPT = 200 };

// The upvalues of `raise_text`: a message, the function and line that raised it, and the text.
enum { MESSAGE = 1, FUNCTION, LINE, TEXT };

static void keep(lua_State *L, int index, int upvalue) {
  lua_pushvalue(L, index);
  lua_replace(L, lua_upvalueindex(upvalue));
}

// Pushes the message at 1 with its place in front. The function that raised it is at 2.
static void push_placed(lua_State *L, int level, int line) {
  luaL_where(L, level);
  lua_pushvalue(L, 1);
  lua_concat(L, 2);
  if (lua_rawlen(L, 1) > LONGEST_KEPT) return;
  lua_pushinteger(L, line);
  lua_replace(L, lua_upvalueindex(LINE));
  keep(L, 1, MESSAGE);
  keep(L, 2, FUNCTION);
  keep(L, 3, TEXT);
}

static int raise_text(lua_State *L) {
  int level = (int)luaL_optinteger(L, 2, 1);
  lua_Debug caller;
  lua_settop(L, 1);
  if (lua_type(L, 1) != LUA_TSTRING || level <= 0 || !lua_getstack(L, level, &caller)) {
    return lua_error(L);
  }
  lua_getinfo(L, "fl", &caller);
  if (caller.currentline > 0 && lua_rawequal(L, 1, lua_upvalueindex(MESSAGE)) &&
      lua_rawequal(L, 2, lua_upvalueindex(FUNCTION)) &&
      lua_tointeger(L, lua_upvalueindex(LINE)) == caller.currentline) {
    lua_pushvalue(L, lua_upvalueindex(TEXT));
  } else {
    push_placed(L, level, caller.currentline);
  }
  return lua_error(L);
}

void shot_add_raise(lua_State *L) {
  for (int upvalue = MESSAGE; upvalue <= TEXT; upvalue++) lua_pushnil(L);
  lua_pushcclosure(L, raise_text, TEXT);
  lua_setfield(L, -2, "error");
}
