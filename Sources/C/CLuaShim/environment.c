// The globals of a rule: an allow-list that begins empty. Functions of the standard libraries are
// added one by one. Their cost is bounded by the arena and, as a last resort, by the watchdog's
// jump. Those that may run long without an instruction bill their work (tables.c, strings.c,
// patterns.c).

#include "internal.h"

#include <string.h>

// Copies functions from the second table on the stack into the one on top.
static void copy_named(lua_State *L, const char *const *names) {
  for (; *names; names++) {
    lua_getfield(L, -2, *names);
    lua_setfield(L, -2, *names);
  }
}

// Pushes a stock library and a new table for its allowed part.
static void open_stock(lua_State *L, const char *name, lua_CFunction open) {
  lua_pushcfunction(L, open);
  lua_pushstring(L, name);
  lua_call(L, 1, 1);
  lua_newtable(L);
}

// Pushes the result of `tostring`, without the address that the stock function shows.
void shot_push_shown(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (luaL_callmeta(L, index, "__tostring")) {
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return;
  }
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNUMBER:
    case LUA_TSTRING:
    case LUA_TBOOLEAN:
      luaL_tolstring(L, index, NULL);
      return;
    default:
      switch (luaL_getmetafield(L, index, "__name")) {
        case LUA_TSTRING: return;
        case LUA_TNIL: break;
        default: lua_pop(L, 1);
      }
      lua_pushstring(L, luaL_typename(L, index));
  }
}

static int show(lua_State *L) {
  luaL_checkany(L, 1);
  shot_push_shown(L, 1);
  return 1;
}

static int print(lua_State *L) {
  shotlua *s = shot_state(L);
  int count = lua_gettop(L);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&buffer, '\t');
    shot_push_shown(L, i);
    luaL_addvalue(&buffer);
  }
  luaL_pushresult(&buffer);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  if (length > SHOT_TEXT_SIZE) length = SHOT_TEXT_SIZE;
  shot_bill(s, (int64_t)length);
  int64_t room = SHOT_TEXT_SIZE - s->printed;
  if (!s->host.print || room <= 0) return 0;
  char *shown = lua_newuserdatauv(L, 4 * length + 1, 0);
  size_t used = shot_escape(text, length, shown, 4 * length, true);
  if ((int64_t)used > room) used = (size_t)room;
  s->printed += (int64_t)used + 1;
  shot_enter_host(s);
  s->host.print(s->host.context, shown, used);
  shot_leave_host(s);
  return 0;
}

static int change_metatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  lua_settop(L, 2);
  if (type == LUA_TTABLE) {
    // Lua looks for a finalizer only here; one added later is never run.
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) {
      return luaL_error(L, "a metatable of a rule can't have __gc");
    }
    lua_settop(L, 2);
  }
  lua_setmetatable(L, 1);
  return 1;
}

// Like xpcall, but the handler runs after the stack is unwound: Lua 5.4.4 had memory errors in a
// handler that ran on an overflowing stack.
static int protected_call_with_handler(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 1);
  lua_insert(L, 3);
  if (lua_pcall(L, count - 2, LUA_MULTRET, 0) == LUA_OK) {
    lua_pushboolean(L, 1);
    lua_replace(L, 2);
    return lua_gettop(L) - 1;
  }
  int status = LUA_ERRRUN;
  for (int depth = 0; depth < 190 && status != LUA_OK; depth++) {
    lua_pushvalue(L, 2);
    lua_insert(L, -2);
    status = lua_pcall(L, 1, 1, 0);
  }
  if (status != LUA_OK) {
    lua_pop(L, 1);
    lua_pushliteral(L, "C stack overflow");
  }
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

// math.randomseed; without arguments it uses the run's seed, not the time.
static int reseed(lua_State *L) {
  if (lua_gettop(L) == 0) lua_pushinteger(L, (lua_Integer)shot_state(L)->host.seed);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

// Reads an undefined global. While a rule is loaded the name is recorded, so that the host reports
// it. In a function it would be nil for every asset, so the rule is ended as for an unknown field.
// Modules may test for the globals of other programs.
static int read_stray(lua_State *L) {
  shotlua *s = shot_state(L);
  size_t length;
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  const char *name = lua_tolstring(L, 2, &length);
  shot_place place = shot_innermost_place(s);
  if (s->loading && s->host.moves_now && strcmp(name, "now") == 0) {
    return luaL_error(L, "now is the moment of each asset here, which no rule can read while it"
                         " loads; read it in a function, or write within(\"30s\")");
  }
  if (!s->loading) {
    if (place.line == 0 || place.chunk != s->source_path) return 0;
    shot_set_token(s, name, length);
    shot_kill(s, SHOTLUA_UNKNOWN_NAME, place);
  }
  shot_note_stray(s, place, name, length);
  return 0;
}

static int refuse_change(lua_State *L) {
  return luaL_error(L, "%s can't be changed", lua_tostring(L, lua_upvalueindex(1)));
}

// `pairs` of a proxy for the table in the upvalue.
static int go_through_upvalue(lua_State *L) {
  shot_push_traversal(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

void shot_stand_in(lua_State *L, lua_CFunction write, int upvalues) {
  int table = lua_gettop(L) - upvalues;
  lua_pushcclosure(L, write, upvalues);
  lua_newtable(L);
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, table);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, table + 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushvalue(L, table);
  lua_pushcclosure(L, go_through_upvalue, 1);
  lua_setfield(L, -2, "__pairs");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_replace(L, table);
  lua_settop(L, table);
}

// Assigns a global, only while the rule is loaded, as each worker thread has globals of its own,
// and a missing `local` is the usual reason. Upvalues: the table of globals and the names that were
// defined at the start.
static int write_global(lua_State *L) {
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) {
    return luaL_error(L, "%s can't be changed; use another name", lua_tostring(L, 2));
  }
  lua_pushvalue(L, 2);
  if (!shot_state(L)->loading && lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) {
    shot_push_shown(L, 2);
    return luaL_error(L, "%s is no global of the rule; write local in front of it",
                      lua_tostring(L, -1));
  }
  lua_settop(L, 3);
  lua_rawset(L, lua_upvalueindex(1));
  return 0;
}

// Replaces the table of globals by a proxy for chunks.
static void guard_globals(lua_State *L, int globals) {
  static const char *const libraries[] = {"math", "string", "table", "utf8", NULL};
  for (const char *const *name = libraries; *name; name++) {
    lua_getfield(L, globals, *name);
    lua_pushstring(L, *name);
    shot_stand_in(L, refuse_change, 1);
    lua_setfield(L, globals, *name);
  }
  lua_pushvalue(L, globals);
  lua_pushvalue(L, globals);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, globals); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushboolean(L, 1);
    lua_rawset(L, -5);
  }
  shot_stand_in(L, write_global, 2);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

static void add_base(lua_State *L, int globals) {
  static const char *const names[] = {"assert", "ipairs",   "pcall",
                                      "select", "tonumber", "type", NULL};
  lua_pushcfunction(L, luaopen_base);
  lua_call(L, 0, 1);
  lua_pushvalue(L, globals);
  copy_named(L, names);
  static const luaL_Reg own[] = {{"tostring", show},
                                 {"print", print},
                                 {"setmetatable", change_metatable},
                                 {"xpcall", protected_call_with_handler},
                                 {"require", shot_require},
                                 {NULL, NULL}};
  luaL_setfuncs(L, own, 0);
  shot_add_raise(L);
  shot_add_traversal(L);
  lua_pop(L, 2);
}

static void add_math(lua_State *L, int globals) {
  static const char *const names[] = {
      "abs",  "acos", "asin",       "atan",       "ceil", "cos",    "deg",  "exp", "floor",
      "fmod", "huge", "log",        "max",        "min",  "modf",   "pi",   "rad", "random",
      "sin",  "sqrt", "maxinteger", "mininteger", "tan",  "tointeger", "type", "ult", NULL};
  open_stock(L, "math", luaopen_math);
  copy_named(L, names);
  lua_getfield(L, -2, "randomseed");
  lua_pushcclosure(L, reseed, 1);
  lua_pushvalue(L, -1);
  lua_call(L, 0, 0);
  lua_setfield(L, -2, "randomseed");
  lua_setfield(L, globals, "math");
  lua_pop(L, 1);
}

static void add_utf8(lua_State *L, int globals) {
  static const char *const names[] = {"char", "charpattern", "codepoint", "codes",
                                      "len",  "offset",      NULL};
  open_stock(L, "utf8", luaopen_utf8);
  copy_named(L, names);
  lua_setfield(L, globals, "utf8");
  lua_pop(L, 1);
}

int shot_build_environment(lua_State *L) {
  shotlua *s = shot_state(L);
  lua_gc(L, LUA_GCSTOP);
  // The stock functions are put into the state's first table of globals, which is then dropped.
  lua_newtable(L);
  int globals = lua_gettop(L);
  add_base(L, globals);
  add_math(L, globals);
  add_utf8(L, globals);
  shot_open_strings(L);
  lua_setfield(L, globals, "string");
  shot_open_tables(L);
  lua_setfield(L, globals, "table");
  lua_pushnumber(L, s->host.now);
  lua_setfield(L, globals, "now");
  lua_newtable(L);
  lua_pushcfunction(L, read_stray);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, globals);
  lua_pushvalue(L, globals);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  // The table in which Lua searches the names of functions for its messages.
  lua_newtable(L);
  lua_pushvalue(L, globals);
  lua_setfield(L, -2, "_G");
  static const char *const libraries[] = {"math", "string", "table", "utf8", NULL};
  for (const char *const *name = libraries; *name; name++) {
    lua_getfield(L, globals, *name);
    lua_setfield(L, -2, *name);
  }
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  shot_add_words(L);
  shot_add_options(L);
  shot_add_stages(L);
  shot_add_bindings(L);
  shot_add_assets(L);
  shot_add_dates(L);
  guard_globals(L, globals);
  if (s->host.moves_now) {
    lua_pushnil(L);
    lua_setfield(L, globals, "now");
  }
  shot_add_require(L, globals);
  lua_pushvalue(L, globals);
  s->globals = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_settop(L, globals - 1);
  lua_gc(L, LUA_GCRESTART);
  return 0;
}

static int set_now(lua_State *L) {
  shotlua *s = shot_state(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->globals);
  lua_pushliteral(L, "now");
  lua_pushnumber(L, s->host.now);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  return 0;
}

bool shotlua_set_now(shotlua *state, double now) {
  state->host.now = now;
  return shot_guard(state, &state->host.call, set_now);
}
