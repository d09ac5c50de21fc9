// find, match, gmatch and gsub of the string library.

// For memmem.
#define _GNU_SOURCE

#include "pattern.h"

#include <string.h>

typedef struct {
  shot_pattern pattern;
  const char *at;
  const char *last_end;
} gmatch_state;

// Returns the offset from 0 of `init` (from 1, or from the end if negative).
static size_t start_offset(lua_Integer init, size_t length) {
  if (init > 0) return (size_t)init - 1;
  if (init == 0 || init < -(lua_Integer)length) return 0;
  return length - (size_t)-init;
}

// Pushes a capture; without any in the pattern, the first is the whole match.
static void push_capture(const shot_pattern *p, int32_t number, const char *start,
                         const char *end) {
  if (number >= p->capture_count) {
    if (number != 0) luaL_error(p->L, "invalid capture index %%%d", number + 1);
    lua_pushlstring(p->L, start, (size_t)(end - start));
    return;
  }
  const shot_capture *capture = &p->captures[number];
  if (capture->end) {
    lua_pushlstring(p->L, capture->start, (size_t)(capture->end - capture->start));
  } else {
    lua_pushinteger(p->L, capture->start - p->subject + 1);
  }
}

static int push_captures(const shot_pattern *p, const char *start, const char *end, bool or_whole) {
  int32_t count = p->capture_count == 0 && or_whole ? 1 : p->capture_count;
  luaL_checkstack(p->L, count, "too many captures");
  for (int32_t i = 0; i < count; i++) push_capture(p, i, start, end);
  return count;
}

static bool has_specials(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (text[i] && strchr("^$*+?.([%-", text[i])) return true;
  }
  return false;
}

static int search(lua_State *L, bool wants_places) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *text = luaL_checklstring(L, 2, &pattern_length);
  size_t start = start_offset(luaL_optinteger(L, 3, 1), length);
  if (start > length) {
    luaL_pushfail(L);
    return 1;
  }
  if (wants_places && (lua_toboolean(L, 4) || !has_specials(text, pattern_length))) {
    shot_bill(shot_state(L), (int64_t)((length - start + pattern_length) / 64));
    const char *found = memmem(subject + start, length - start, text, pattern_length);
    if (!found) {
      luaL_pushfail(L);
      return 1;
    }
    lua_pushinteger(L, found - subject + 1);
    lua_pushinteger(L, found - subject + (lua_Integer)pattern_length);
    return 2;
  }
  shot_pattern pattern;
  shot_compile_pattern(L, &pattern, text, pattern_length, true);
  pattern.subject = subject;
  pattern.subject_end = subject + length;
  const char *found;
  const char *end = shot_find_match(&pattern, subject + start, &found);
  if (!end) {
    luaL_pushfail(L);
    return 1;
  }
  if (!wants_places) return push_captures(&pattern, found, end, true);
  lua_pushinteger(L, found - subject + 1);
  lua_pushinteger(L, end - subject);
  return push_captures(&pattern, found, end, false) + 2;
}

static int find(lua_State *L) { return search(L, true); }

static int match(lua_State *L) { return search(L, false); }

static int next_match(lua_State *L) {
  gmatch_state *state = lua_touserdata(L, lua_upvalueindex(3));
  shot_pattern *p = &state->pattern;
  for (const char *at = state->at; at <= p->subject_end; at++) {
    const char *start;
    const char *end = shot_find_match(p, at, &start);
    if (!end) break;
    if (end != state->last_end) {
      state->at = state->last_end = end;
      return push_captures(p, start, end, true);
    }
    at = start;
  }
  state->at = p->subject_end + 1;
  return 0;
}

static int gmatch(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *text = luaL_checklstring(L, 2, &pattern_length);
  size_t start = start_offset(luaL_optinteger(L, 3, 1), length);
  lua_settop(L, 2);
  gmatch_state *state = lua_newuserdatauv(L, sizeof *state, 1);
  // `^` matches itself here; as an anchor it would match forever.
  shot_compile_pattern(L, &state->pattern, text, pattern_length, false);
  // A long pattern's items are in a block of their own.
  if (lua_gettop(L) == 4) lua_setiuservalue(L, 3, 1);
  state->pattern.subject = subject;
  state->pattern.subject_end = subject + length;
  state->at = subject + (start > length ? length + 1 : start);
  state->last_end = NULL;
  lua_pushcclosure(L, next_match, 3);
  return 1;
}

static void add_text(shot_pattern *p, luaL_Buffer *out, const char *start, const char *end) {
  size_t length;
  const char *text = lua_tolstring(p->L, 3, &length);
  const char *text_end = text + length;
  for (;;) {
    const char *escape = memchr(text, '%', (size_t)(text_end - text));
    const char *stop = escape ? escape : text_end;
    luaL_addlstring(out, text, (size_t)(stop - text));
    if (!escape) return;
    shot_bill(p->state, 1);
    char which = escape + 1 < text_end ? escape[1] : 0;
    if (which == '%') {
      luaL_addchar(out, '%');
    } else if (which == '0') {
      luaL_addlstring(out, start, (size_t)(end - start));
    } else if (which >= '1' && which <= '9') {
      push_capture(p, which - '1', start, end);
      luaL_tolstring(p->L, -1, NULL);
      lua_remove(p->L, -2);
      luaL_addvalue(out);
    } else {
      luaL_error(p->L, "invalid use of '%%' in replacement string");
    }
    text = escape + 2;
  }
}

// Adds the replacement of one match; returns false if the match stays unchanged.
static bool add_replacement(shot_pattern *p, luaL_Buffer *out, const char *start, const char *end,
                            int type) {
  lua_State *L = p->L;
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(p, start, end, true), 1);
  } else if (type == LUA_TTABLE) {
    push_capture(p, 0, start, end);
    lua_gettable(L, 3);
  } else {
    add_text(p, out, start, end);
    return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(out, start, (size_t)(end - start));
    return false;
  }
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
  luaL_addvalue(out);
  return true;
}

static int gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *text = luaL_checklstring(L, 2, &pattern_length);
  int type = lua_type(L, 3);
  lua_Integer limit = luaL_optinteger(L, 4, (lua_Integer)length + 1);
  luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION ||
                          type == LUA_TTABLE,
                   3, "string/function/table");
  shot_pattern pattern;
  shot_compile_pattern(L, &pattern, text, pattern_length, true);
  pattern.subject = subject;
  pattern.subject_end = subject + length;
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  lua_Integer count = 0;
  bool is_changed = false;
  const char *at = subject, *last_end = NULL;
  while (count < limit) {
    const char *end = shot_match_at(&pattern, at);
    if (end && end != last_end) {
      count++;
      is_changed |= add_replacement(&pattern, &out, at, end, type);
      at = last_end = end;
    } else if (at < pattern.subject_end) {
      luaL_addchar(&out, *at++);
    } else {
      break;
    }
    if (pattern.is_anchored) break;
  }
  if (is_changed) {
    luaL_addlstring(&out, at, (size_t)(pattern.subject_end - at));
    luaL_pushresult(&out);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}

void shot_add_patterns(lua_State *L) {
  static const luaL_Reg own[] = {
      {"find", find}, {"match", match}, {"gmatch", gmatch}, {"gsub", gsub}, {NULL, NULL}};
  luaL_setfuncs(L, own, 0);
}
