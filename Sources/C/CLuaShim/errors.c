// Turns an error of Lua's into a place, a message and the name that caused it.

#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Returns the length of the UTF-8 sequence at `bytes` if it may be shown unchanged, else 0.
static size_t shown_as_is(const unsigned char *bytes, size_t length, bool keep_lines) {
  unsigned char first = bytes[0];
  if (first < 0x80) {
    if (keep_lines && (first == '\n' || first == '\t')) return 1;
    return first >= 0x20 && first != 0x7F;
  }
  size_t count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || count > length) return 0;
  uint32_t scalar = first & (0xFF >> (count + 1));
  for (size_t i = 1; i < count; i++) {
    if ((bytes[i] & 0xC0) != 0x80) return 0;
    scalar = scalar << 6 | (bytes[i] & 0x3F);
  }
  static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  bool is_control = scalar < 0xA0;
  // Characters that change the direction of writing can disguise a text.
  bool turns = scalar == 0x61C || scalar == 0x200E || scalar == 0x200F ||
               (scalar >= 0x2028 && scalar <= 0x202E) || (scalar >= 0x2066 && scalar <= 0x2069);
  bool is_scalar = scalar >= smallest[count] && scalar <= 0x10FFFF &&
                   !(scalar >= 0xD800 && scalar <= 0xDFFF);
  return is_scalar && !is_control && !turns ? count : 0;
}

// Writes text with control characters and broken UTF-8 as \xHH; returns the bytes written.
size_t shot_escape(const char *bytes, size_t length, char *out, size_t capacity, bool keep_lines) {
  static const char digits[] = "0123456789abcdef";
  size_t used = 0;
  for (size_t i = 0; i < length;) {
    const unsigned char *at = (const unsigned char *)bytes + i;
    size_t count = shown_as_is(at, length - i, keep_lines);
    if (used + (count ? count : 4) > capacity) break;
    if (count) {
      memcpy(out + used, at, count);
      used += count;
      i += count;
    } else if (*at == '\n' || *at == '\t') {
      out[used++] = '\\';
      out[used++] = *at == '\n' ? 'n' : 't';
      i++;
    } else {
      out[used++] = '\\';
      out[used++] = 'x';
      out[used++] = digits[*at >> 4];
      out[used++] = digits[*at & 15];
      i++;
    }
  }
  return used;
}

void shot_set_message(shotlua *s, const char *bytes, size_t length) {
  s->message[shot_escape(bytes, length, s->message, SHOT_MESSAGE_SIZE, false)] = 0;
}

void shot_set_token(shotlua *s, const char *bytes, size_t length) {
  s->token[shot_escape(bytes, length, s->token, SHOT_TOKEN_SIZE, false)] = 0;
}

const char *shot_path_of_chunk(shotlua *s, const char *shown) {
  for (int32_t i = 0; i < s->chunk_count; i++) {
    if (strcmp(s->chunks[i].shown, shown) == 0) return s->chunks[i].path;
  }
  return s->source_path;
}

// Reads `path:12: ` at the beginning of a message; returns the rest.
static const char *read_position(shotlua *s, const char *text, int32_t *line, const char **chunk) {
  for (int32_t i = 0; i < s->chunk_count; i++) {
    size_t length = strlen(s->chunks[i].shown);
    if (strncmp(text, s->chunks[i].shown, length) != 0 || text[length] != ':') continue;
    const char *digit = text + length + 1;
    int32_t number = 0;
    while (*digit >= '0' && *digit <= '9' && number < 100000000) {
      number = number * 10 + (*digit++ - '0');
    }
    if (number == 0 || digit[0] != ':' || digit[1] != ' ') continue;
    *line = number;
    *chunk = s->chunks[i].path;
    return digit + 2;
  }
  return text;
}

// Raises the text on top of the stack as an error with a kind of its own.
int shot_raise_message(lua_State *L, shotlua_error_kind kind, const char *token) {
  shotlua *s = shot_state(L);
  s->typed_kind = kind;
  s->typed_place = (shot_place){0};
  snprintf(s->typed_message, sizeof s->typed_message, "%s", lua_tostring(L, -1));
  snprintf(s->typed_token, sizeof s->typed_token, "%s", token);
  return lua_error(L);
}

// Pushes the line of the innermost Lua function, as a word such as `use` may call another.
static void push_place(lua_State *L) {
  lua_Debug frame;
  for (int level = 1; lua_getstack(L, level, &frame); level += 1) {
    lua_getinfo(L, "l", &frame);
    if (frame.currentline > 0) {
      luaL_where(L, level);
      return;
    }
  }
  lua_pushliteral(L, "");
}

int shot_raise(lua_State *L, shotlua_error_kind kind, const char *token, const char *format, ...) {
  char text[SHOT_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  push_place(L);
  lua_pushstring(L, text);
  lua_concat(L, 2);
  return shot_raise_message(L, kind, token);
}

// Raises an error that is found after the rule ran, at the line of its call.
int shot_raise_at(lua_State *L, shotlua_error_kind kind, shot_place place, const char *token,
                  const char *format, ...) {
  char text[SHOT_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  shotlua *s = shot_state(L);
  lua_pushstring(L, text);
  s->typed_kind = kind;
  s->typed_place = place;
  snprintf(s->typed_message, sizeof s->typed_message, "%s", text);
  snprintf(s->typed_token, sizeof s->typed_token, "%s", token);
  return lua_error(L);
}

// Finds the last 'name' in quotes behind `intro`.
static bool quoted_after(const char *text, const char *intro, const char **start, size_t *length) {
  const char *at = strstr(text, intro);
  if (!at) return false;
  *start = at + strlen(intro);
  const char *end = strchr(*start, '\'');
  if (!end || end == *start) return false;
  *length = (size_t)(end - *start);
  return true;
}

static void describe_message(shotlua *s, const char *text, size_t length) {
  const char *name = NULL;
  size_t name_length = 0;
  static const char *const kinds[] = {"(global '", "(method '", "(field '", "(local '"};
  if (strncmp(text, "attempt to call a nil value (global '", 37) == 0 &&
      quoted_after(text, "(global '", &name, &name_length)) {
    shot_set_token(s, name, name_length);
    char message[SHOT_TOKEN_SIZE + 32];
    int written = snprintf(message, sizeof message, "unknown function \"%s\"", s->token);
    shot_set_message(s, message, (size_t)written);
    s->error.kind = SHOTLUA_UNKNOWN_FUNCTION;
    return;
  }
  if (s->error.kind == SHOTLUA_SYNTAX && quoted_after(text, " near '", &name, &name_length)) {
    shot_set_token(s, name, name_length);
  }
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !s->token[0]; i++) {
    if (strncmp(text, "attempt to ", 11) == 0 && quoted_after(text, kinds[i], &name, &name_length)) {
      shot_set_token(s, name, name_length);
    }
  }
  shot_set_message(s, text, length);
}

// Describes the error value that is the only argument; `error.kind` was set before.
int shot_describe_error(lua_State *L) {
  shotlua *s = shot_state(L);
  size_t length = 0;
  int type = lua_type(L, 1);
  if (type != LUA_TSTRING) {
    bool shows_itself = luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL;
    if (type == LUA_TNUMBER || shows_itself) {
      shot_push_shown(L, 1);
    } else {
      lua_pushfstring(L, "raised a %s instead of a message", luaL_typename(L, 1));
    }
    lua_replace(L, 1);
  }
  const char *whole = lua_tolstring(L, 1, &length);
  const char *text = read_position(s, whole, &s->error.line, &s->error.chunk);
  length -= (size_t)(text - whole);
  if (s->typed_kind != SHOTLUA_NO_ERROR &&
      strncmp(whole, s->typed_message, SHOT_MESSAGE_SIZE) == 0) {
    s->error.kind = s->typed_kind;
    shot_set_token(s, s->typed_token, strlen(s->typed_token));
    if (s->typed_place.line) {
      s->error.line = s->typed_place.line;
      s->error.chunk = s->typed_place.chunk;
    }
  }
  describe_message(s, text, length);
  return 0;
}

shotlua_error shotlua_last_error(const shotlua *state) { return state->error; }
