// The string library: stock functions if they are bounded, own ones if they are not.

#include "internal.h"

#include <string.h>

enum { MOST_CONVERSIONS = 250 };

static int repeat(lua_State *L) {
  shotlua *s = shot_state(L);
  size_t length, separator_length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  size_t unit = length + separator_length;
  if (count <= 0 || unit == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if ((lua_Unsigned)count > (lua_Unsigned)s->budget->memory / unit) {
    return luaL_error(L, "resulting string too large");
  }
  size_t total = unit * (size_t)count - separator_length;
  shot_bill(s, (int64_t)(total / 256));
  luaL_Buffer buffer;
  char *out = luaL_buffinitsize(L, &buffer, total + separator_length);
  memcpy(out, text, length);
  memcpy(out + length, separator, separator_length);
  for (size_t done = unit; done < total;) {
    size_t more = done < total - done ? done : total - done;
    memcpy(out + done, out, more);
    done += more;
  }
  luaL_pushresultsize(&buffer, total);
  return 1;
}

// Calls the stock function after refusing sizes that only fill memory.
static int pack(lua_State *L) {
  shotlua *s = shot_state(L);
  int64_t total = 0;
  for (const char *at = luaL_checkstring(L, 1); *at; at++) {
    if (*at != 'c') continue;
    int64_t size = 0;
    for (; at[1] >= '0' && at[1] <= '9'; at++) {
      if (size <= INT32_MAX) size = size * 10 + (at[1] - '0');
    }
    total += size;
    if (total > s->budget->memory / 4) return luaL_error(L, "format result too large");
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

// Calls stock `format` after refusing %p and replacing %s's values by texts without addresses.
static int format(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *end = text + length;
  int argument = 1;
  for (const char *at = text; at < end; at++) {
    if (*at != '%') continue;
    if (++at >= end) break;
    if (*at == '%') continue;
    if (++argument > MOST_CONVERSIONS) return luaL_error(L, "too many conversions in 'format'");
    while (at < end && strchr("-+ #0.123456789", *at) && *at) at++;
    if (at >= end) break;
    if (*at == 'p') return luaL_error(L, "invalid conversion '%%p' to 'format'");
    if (*at == 's' && argument <= lua_gettop(L) && lua_type(L, argument) != LUA_TSTRING) {
      shot_push_shown(L, argument);
      lua_replace(L, argument);
    }
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

int shot_open_strings(lua_State *L) {
  static const char *const plain[] = {"byte", "char",     "len",    "lower", "packsize",
                                      "reverse", "sub",  "unpack", "upper", NULL};
  lua_pushcfunction(L, luaopen_string);
  lua_call(L, 0, 1);
  lua_newtable(L);
  for (const char *const *name = plain; *name; name++) {
    lua_getfield(L, -2, *name);
    lua_setfield(L, -2, *name);
  }
  lua_pushcfunction(L, repeat);
  lua_setfield(L, -2, "rep");
  lua_getfield(L, -2, "format");
  lua_pushcclosure(L, format, 1);
  lua_setfield(L, -2, "format");
  lua_getfield(L, -2, "pack");
  lua_pushcclosure(L, pack, 1);
  lua_setfield(L, -2, "pack");
  shot_add_patterns(L);
  lua_remove(L, -2);
  // Methods of texts, `text:find(…)`, are these functions instead of the stock ones; arithmetic on
  // numeric texts stays as in the stock metatable.
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
  return 1;
}
