// `stage { … }` declares a stage of a rule's own, a value that can be called like a word of the
// pipeline language; `use "name"` returns its word. The host checks the declaration while the
// declaring file is loaded.

#include "internal.h"

#include <string.h>

// Returns the stage at that index of the stack; null for any other value.
static const shotlua_word *to_stage(lua_State *L, int index) {
  shotlua *s = shot_state(L);
  index = lua_absindex(L, index);
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return NULL;
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->stage_meta);
  bool is_stage = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return is_stage ? *(const shotlua_word **)lua_touserdata(L, index) : NULL;
}

const char *shot_stage_name(lua_State *L, int index) {
  const shotlua_word *word = to_stage(L, index);
  return word ? word->name : NULL;
}

static const shotlua_word *make_word(shotlua *s, shotlua_text name) {
  shotlua_word *word = shot_take(s, sizeof *word);
  char *copy = shot_take(s, name.length + 1);
  memcpy(copy, name.bytes, name.length);
  copy[name.length] = 0;
  *word = (shotlua_word){copy, SHOTLUA_WORD_STAGE};
  return word;
}

static int declare(lua_State *L) {
  shotlua *s = shot_state(L);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  if (!s->loading) return luaL_error(L, "a stage is declared while the rule loads, not later");
  shot_place place = shot_calling_place(L);
  shot_flatten(L, 1, place, true);
  shotlua_declaration declaration = {
      .nodes = s->nodes, .count = s->node_count, .line = place.line, .path = place.chunk};
  shotlua_text name = {0};
  shot_enter_host(s);
  bool is_accepted = s->host.declare && s->host.declare(s->host.context, &declaration, &name);
  shot_leave_host(s);
  if (!is_accepted) shot_kill_here(s, SHOTLUA_REFUSED_BY_HOST);
  const shotlua_word *word = make_word(s, name);
  *(const shotlua_word **)lua_newuserdatauv(L, sizeof word, 0) = word;
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->stage_meta);
  lua_setmetatable(L, -2);
  return 1;
}

static int call_stage(lua_State *L) {
  const shotlua_word *word = to_stage(L, 1);
  luaL_argcheck(L, word && lua_gettop(L) <= 100, 1, "too many arguments");
  shot_push_call(L, word, 2, shot_state(L)->node_meta, shot_calling_place(L));
  return 1;
}

static int use(lua_State *L) {
  shotlua *s = shot_state(L);
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  if (!s->loading) return luaL_error(L, "a plugin is used while the rule loads, not later");
  lua_pushcfunction(L, shot_require);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  const shotlua_word *word = to_stage(L, 2);
  if (!word) {
    return luaL_error(L, "\"%s\" is no plugin: it returns no stage { … }; require gives what it returns",
                      lua_tostring(L, 1));
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->globals);
  lua_pushstring(L, word->name);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, 3) != LUA_TNIL && !lua_rawequal(L, -1, 2)) {
    return luaL_error(L, "%s is a name of the rule already; write local name = require(\"%s\")",
                      word->name, lua_tostring(L, 1));
  }
  lua_pop(L, 1);
  lua_pushvalue(L, 2);
  lua_rawset(L, 3);
  lua_settop(L, 2);
  return 1;
}

static int refuse_read(lua_State *L) {
  return luaL_error(L, "%s is a stage; call it, as in %s { }", to_stage(L, 1)->name,
                    to_stage(L, 1)->name);
}

void shot_add_stages(lua_State *L) {
  static const luaL_Reg own[] = {
      {"__call", call_stage}, {"__index", refuse_read}, {"__newindex", refuse_read}, {NULL, NULL}};
  shotlua *s = shot_state(L);
  lua_newtable(L);
  luaL_setfuncs(L, own, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushliteral(L, "stage");
  lua_setfield(L, -2, "__name");
  s->stage_meta = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pushcfunction(L, declare);
  lua_setglobal(L, "stage");
  lua_pushcfunction(L, use);
  lua_setglobal(L, "use");
}
