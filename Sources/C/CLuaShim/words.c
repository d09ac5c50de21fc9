// The words of the pipeline language: calls that only describe something. `filter { … }` returns an
// opaque value with the word, the line and the arguments.

#include "internal.h"

shot_word_call *shot_to_word_call(lua_State *L, int index) {
  shotlua *s = shot_state(L);
  index = lua_absindex(L, index);
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return NULL;
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->node_meta);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->constant_meta);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->pending_meta);
  bool is_call =
      lua_rawequal(L, -4, -3) || lua_rawequal(L, -4, -2) || lua_rawequal(L, -4, -1);
  lua_pop(L, 4);
  return is_call ? lua_touserdata(L, index) : NULL;
}

shotlua_node_kind shot_node_kind(shotlua_word_kind kind) {
  switch (kind) {
    case SHOTLUA_WORD_STAGE: return SHOTLUA_NODE_STAGE;
    case SHOTLUA_WORD_TEST: return SHOTLUA_NODE_TEST;
    case SHOTLUA_WORD_CONSTANT_TEST: return SHOTLUA_NODE_TEST;
    case SHOTLUA_WORD_PIPELINE: return SHOTLUA_NODE_PIPELINE;
    case SHOTLUA_WORD_UNKNOWN: return SHOTLUA_NODE_STAGE;
  }
}

void shot_push_call(lua_State *L, const shotlua_word *word, int first, int meta,
                    shot_place place) {
  int top = lua_gettop(L);
  shot_word_call *call = lua_newuserdatauv(L, sizeof *call, 1);
  *call = (shot_word_call){shot_state(L)->arena.births, word, place, top - first + 1};
  lua_createtable(L, call->arguments, 0);
  for (int i = first; i <= top; i++) {
    lua_pushvalue(L, i);
    lua_rawseti(L, -2, i - first + 1);
  }
  lua_setiuservalue(L, -2, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, meta);
  lua_setmetatable(L, -2);
}

static int call_word(lua_State *L) {
  const shotlua_word *word = lua_touserdata(L, lua_upvalueindex(1));
  luaL_argcheck(L, lua_gettop(L) <= 100, 1, "too many arguments");
  shot_push_call(L, word, 1, shot_state(L)->node_meta, shot_calling_place(L));
  return 1;
}

// `present()` equals `present`, with a line of its own.
static int call_constant(lua_State *L) {
  shot_word_call *call = shot_to_word_call(L, 1);
  luaL_argcheck(L, call && lua_gettop(L) <= 100, 1, "too many arguments");
  shot_push_call(L, call->word, 2, shot_state(L)->node_meta, shot_calling_place(L));
  return 1;
}

static int refuse_read(lua_State *L) {
  shot_word_call *call = shot_to_word_call(L, 1);
  return luaL_error(L, "%s gives no fields to read", call ? call->word->name : "this");
}

static int refuse_write(lua_State *L) {
  shot_word_call *call = shot_to_word_call(L, 1);
  return luaL_error(L, "%s can't be changed; give it a table", call ? call->word->name : "this");
}

static void push_meta(lua_State *L) {
  static const luaL_Reg own[] = {
      {"__index", refuse_read}, {"__newindex", refuse_write}, {NULL, NULL}};
  lua_newtable(L);
  luaL_setfuncs(L, own, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushliteral(L, "description");
  lua_setfield(L, -2, "__name");
}

void shot_add_words(lua_State *L) {
  shotlua *s = shot_state(L);
  push_meta(L);
  s->node_meta = luaL_ref(L, LUA_REGISTRYINDEX);
  push_meta(L);
  lua_pushcfunction(L, call_constant);
  lua_setfield(L, -2, "__call");
  s->constant_meta = luaL_ref(L, LUA_REGISTRYINDEX);
  shot_add_unknowns(L);
  for (size_t i = 0; i < s->host.word_count; i++) {
    const shotlua_word *word = &s->host.words[i];
    if (word->kind == SHOTLUA_WORD_CONSTANT_TEST) {
      shot_push_call(L, word, lua_gettop(L) + 1, s->constant_meta, (shot_place){0});
    } else {
      lua_pushlightuserdata(L, (void *)(uintptr_t)word);
      lua_pushcclosure(L, call_word, 1);
    }
    lua_setglobal(L, word->name);
  }
}
