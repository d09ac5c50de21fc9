// Stand-ins for unknown names in a rule: undefined globals and options that were not set. They let
// a rule load to its end, so that a check finds its other problems.

#include "internal.h"

#include <string.h>

static const shotlua_word *make_word(shotlua *s, const char *name) {
  size_t size = strlen(name) + 1;
  shotlua_word *word = shot_take(s, sizeof *word);
  char *copy = shot_take(s, size);
  memcpy(copy, name, size);
  *word = (shotlua_word){copy, SHOTLUA_WORD_UNKNOWN};
  return word;
}

shotlua_stray_name *shot_note_stray(shotlua *s, shot_place place, const char *name, size_t length) {
  if (place.line == 0 || s->stray_count == SHOT_STRAY_NAMES || length >= SHOT_TOKEN_SIZE) {
    return NULL;
  }
  char *copy = shot_take(s, length + 1);
  memcpy(copy, name, length + 1);
  shotlua_stray_name *stray = &s->strays[s->stray_count];
  *stray = (shotlua_stray_name){.name = copy, .chunk = place.chunk, .line = place.line};
  s->stray_count++;
  return stray;
}

// Raises the error of Lua for a call of nil.
static int refuse_call(lua_State *L, const lua_Debug *call) {
  if (!call->name || !*call->namewhat) return luaL_error(L, "attempt to call a nil value");
  return luaL_error(L, "attempt to call a nil value (%s '%s')", call->namewhat, call->name);
}

// Calls nil. The call of an undefined global in the rule's own file is recorded and returns a
// description that the host ignores. Modules may test for the globals of other programs.
static int call_nil(lua_State *L) {
  shotlua *s = shot_state(L);
  lua_Debug call = {0};
  if (!lua_getstack(L, 0, &call) || !lua_getinfo(L, "n", &call)) call.name = NULL;
  shot_place place = shot_calling_place(L);
  bool is_global = call.name && strcmp(call.namewhat, "global") == 0;
  if (!is_global || place.chunk != s->source_path || lua_gettop(L) > 100) {
    return refuse_call(L, &call);
  }
  for (size_t i = s->stray_count; i-- > 0;) {
    if (s->strays[i].is_option || strcmp(s->strays[i].name, call.name) != 0) continue;
    s->strays[i].called = true;
    shot_push_call(L, make_word(s, call.name), 2, s->node_meta, place);
    return 1;
  }
  return refuse_call(L, &call);
}

void shot_allow_unknown_calls(lua_State *L, bool allowed) {
  lua_pushnil(L);
  if (allowed) {
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, call_nil);
    lua_setfield(L, -2, "__call");
  } else {
    lua_pushnil(L);
  }
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

// Returns the stand-in among the two operands.
static int give_itself(lua_State *L) {
  shot_word_call *call = shot_to_word_call(L, 1);
  lua_settop(L, 2);
  lua_pushvalue(L, call && call->word->kind == SHOTLUA_WORD_UNKNOWN ? 1 : 2);
  return 1;
}

static int give_member(lua_State *L) {
  // A list ends at once, so that a loop over it ends.
  lua_settop(L, lua_type(L, 2) == LUA_TNUMBER ? 0 : 1);
  if (lua_gettop(L) == 0) lua_pushnil(L);
  return 1;
}

static int give_nothing(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

// Returns an empty iterator, for `pairs`.
static int give_no_pairs(lua_State *L) {
  lua_pushcfunction(L, give_nothing);
  return 1;
}

static int give_false(lua_State *L) {
  lua_pushboolean(L, 0);
  return 1;
}

static int give_zero(lua_State *L) {
  lua_pushinteger(L, 0);
  return 1;
}

static int give_empty(lua_State *L) {
  lua_pushliteral(L, "");
  return 1;
}

static int give_first(lua_State *L) {
  lua_settop(L, 1);
  return 1;
}

void shot_push_pending(lua_State *L) {
  shotlua *s = shot_state(L);
  // No stage has an empty name.
  shot_push_call(L, make_word(s, ""), lua_gettop(L) + 1, s->pending_meta, shot_calling_place(L));
  s->has_pending = true;
}

void shot_add_unknowns(lua_State *L) {
  static const luaL_Reg own[] = {
      {"__index", give_member}, {"__call", give_first},   {"__concat", give_itself},
      {"__add", give_itself},   {"__sub", give_itself},   {"__mul", give_itself},
      {"__div", give_itself},   {"__mod", give_itself},   {"__idiv", give_itself},
      {"__pow", give_itself},   {"__unm", give_first},    {"__len", give_zero},
      {"__pairs", give_no_pairs},
      {"__lt", give_false},     {"__le", give_false},     {"__tostring", give_empty},
      {NULL, NULL}};
  lua_newtable(L);
  luaL_setfuncs(L, own, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  shot_state(L)->pending_meta = luaL_ref(L, LUA_REGISTRYINDEX);
}
