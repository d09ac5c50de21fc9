// A function's result, as a value that the host may keep. It is read without metamethods and any
// call that could raise or allocate, so that the texts stay in place until the host has copied
// them. The work is billed like all other work.

#include "internal.h"

#include <math.h>

// Sets the texts and the length of a list of texts; returns the reason if it is none.
static const char *read_list(lua_State *L, int index, shotlua_text *texts, size_t *count) {
  shotlua *s = shot_state(L);
  lua_Unsigned length = lua_rawlen(L, index);
  size_t size = 0, members = 0;
  if (length > SHOT_LIST_SIZE) return "can't be a list of more than 1024 texts";
  for (lua_Unsigned place = 0; place < length; place++) {
    if (lua_rawgeti(L, index, (lua_Integer)place + 1) != LUA_TSTRING) {
      lua_pop(L, 1);
      return "can't be a table that is no list of texts";
    }
    texts[place].bytes = lua_tolstring(L, -1, &texts[place].length);
    lua_pop(L, 1);
    size += texts[place].length;
    if (texts[place].length > SHOT_TEXT_SIZE) return "can't have a text of more than 64 KiB";
    if (size > SHOT_TEXTS_SIZE) return "can't have texts of more than 1 MiB together";
  }
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (++members > length) {
      lua_pop(L, 2);
      return "can't be a table that is no list of texts";
    }
  }
  shot_bill(s, 10 + 20 * (int64_t)length + (int64_t)(size / 64));
  *count = (size_t)length;
  return NULL;
}

static const char *read_number(lua_State *L, int index, shotlua_value *value) {
  if (lua_isinteger(L, index)) {
    value->kind = SHOTLUA_INTEGER;
    value->integer = lua_tointeger(L, index);
    return NULL;
  }
  value->kind = SHOTLUA_NUMBER;
  value->number = lua_tonumber(L, index);
  return isfinite(value->number) ? NULL : "can't be a number that is not finite";
}

static const char *read_value(lua_State *L, int index, shotlua_value *value, shotlua_text *texts) {
  switch (lua_type(L, index)) {
    case LUA_TNIL:
      value->kind = SHOTLUA_ABSENT;
      return NULL;
    case LUA_TBOOLEAN:
      value->kind = SHOTLUA_FLAG;
      value->flag = lua_toboolean(L, index);
      return NULL;
    case LUA_TNUMBER:
      return read_number(L, index, value);
    case LUA_TSTRING:
      value->kind = SHOTLUA_TEXT;
      value->text.bytes = lua_tolstring(L, index, &value->text.length);
      if (value->text.length > SHOT_TEXT_SIZE) return "can't be a text of more than 64 KiB";
      shot_bill(shot_state(L), 10 + (int64_t)(value->text.length / 64));
      return NULL;
    case LUA_TTABLE:
      value->kind = SHOTLUA_TEXTS;
      value->texts = texts;
      return read_list(L, index, texts, &value->count);
    case LUA_TFUNCTION:
      return "can't be a function";
    default:
      return "can't be an asset or another thing of the program's";
  }
}

const char *shot_hand_over(lua_State *L, size_t place) {
  shotlua *s = shot_state(L);
  shotlua_text texts[SHOT_LIST_SIZE];
  shotlua_value value = {0};
  const char *why = read_value(L, lua_gettop(L), &value, texts);
  if (why) return why;
  shot_enter_host(s);
  s->reader->returned(s->reader->context, place, &value);
  shot_leave_host(s);
  return NULL;
}
