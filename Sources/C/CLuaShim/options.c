// `options { … }`: the host turns the table into values, which the rule gets read-only.

#include "internal.h"

#include <string.h>

void shot_push_value(lua_State *L, const shotlua_value *value) {
  switch (value->kind) {
    case SHOTLUA_ABSENT:
      lua_pushnil(L);
      return;
    case SHOTLUA_FLAG:
      lua_pushboolean(L, value->flag);
      return;
    case SHOTLUA_INTEGER:
      lua_pushinteger(L, value->integer);
      return;
    case SHOTLUA_NUMBER:
    case SHOTLUA_DATE:
      lua_pushnumber(L, value->number);
      return;
    case SHOTLUA_TEXT:
      lua_pushlstring(L, value->text.bytes, value->text.length);
      return;
    case SHOTLUA_TEXTS:
      lua_createtable(L, (int)value->count, 0);
      for (size_t i = 0; i < value->count; i++) {
        lua_pushlstring(L, value->texts[i].bytes, value->texts[i].length);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
      }
      return;
    case SHOTLUA_LOCATION:
      lua_createtable(L, 0, 3);
      lua_pushnumber(L, value->number);
      lua_setfield(L, -2, "latitude");
      lua_pushnumber(L, value->longitude);
      lua_setfield(L, -2, "longitude");
      if (value->has_altitude) {
        lua_pushnumber(L, value->altitude);
        lua_setfield(L, -2, "altitude");
      }
      return;
    case SHOTLUA_PENDING:
      shot_push_pending(L);
      return;
    case SHOTLUA_OBJECT:
      shot_push_json(L, value->text);
      return;
  }
}

static int read_option(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  shot_push_shown(L, 2);
  shotlua *s = shot_state(L);
  size_t length;
  const char *name = lua_tolstring(L, -1, &length);
  shot_place place = shot_innermost_place(s);
  if (s->loading && place.chunk == s->source_path) {
    // The rule is wrong; loading continues to find further problems.
    shotlua_stray_name *stray = shot_note_stray(s, place, name, length);
    if (stray) {
      stray->is_option = true;
      shot_push_pending(L);
      return 1;
    }
  }
  return shot_raise(L, SHOTLUA_UNKNOWN_OPTION, name, "unknown option \"%.100s\"", name);
}

static int refuse_write(lua_State *L) { return luaL_error(L, "options are read-only"); }

static int take_options(lua_State *L) {
  shotlua *s = shot_state(L);
  luaL_checktype(L, 1, LUA_TTABLE);
  shot_place place = shot_calling_place(L);
  shot_flatten(L, 1, place, false);
  shotlua_options_reply reply = {0};
  shot_enter_host(s);
  bool is_accepted =
      s->host.options &&
      s->host.options(s->host.context, s->nodes, s->node_count, place.line, &reply);
  shot_leave_host(s);
  if (!is_accepted) shot_kill_here(s, SHOTLUA_REFUSED_BY_HOST);
  lua_newtable(L);
  lua_createtable(L, 0, 4);
  lua_createtable(L, 0, (int)reply.count);
  for (size_t i = 0; i < reply.count; i++) {
    lua_pushlstring(L, reply.options[i].name.bytes, reply.options[i].name.length);
    shot_push_value(L, &reply.options[i].value);
    lua_rawset(L, -3);
  }
  lua_pushcclosure(L, read_option, 1);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, refuse_write);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  return 1;
}

void shot_add_options(lua_State *L) {
  lua_pushcfunction(L, take_options);
  lua_setglobal(L, "options");
}
