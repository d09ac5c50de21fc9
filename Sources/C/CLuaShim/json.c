// JSON objects as Lua tables; absent and null are both nil. The host has checked the syntax; all
// reads are bounded anyway. Each access gets a new table, so that a rule's changes affect no other.

#include "internal.h"

#include <string.h>

enum { JSON_SIZE = 4 * 1024 * 1024, JSON_VALUES = 100000, JSON_DEPTH = 128, NUMBER_SIZE = 64 };

typedef struct {
  lua_State *L;
  const char *at;
  const char *end;
  int values;
} reader;

static void push_value(reader *r, int depth);

static _Noreturn void refuse(reader *r, const char *why) {
  luaL_error(r->L, "the metadata %s", why);
  __builtin_unreachable();
}

static void skip_space(reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')) r->at++;
}

// Skips spaces and then the given character, if it is next.
static bool takes(reader *r, char wanted) {
  skip_space(r);
  if (r->at == r->end || *r->at != wanted) return false;
  r->at++;
  return true;
}

static uint32_t read_unit(reader *r) {
  uint32_t unit = 0;
  if (r->end - r->at < 4) refuse(r, "has an escape that is no JSON");
  for (int i = 0; i < 4; i++) {
    char c = *r->at++;
    uint32_t digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' ? (c | 32) - 'a' + 10 : 16;
    if (digit > 15) refuse(r, "has an escape that is no JSON");
    unit = unit << 4 | digit;
  }
  return unit;
}

// Reads the digits after `\u`; a surrogate without its other half becomes U+FFFD.
static uint32_t read_scalar(reader *r) {
  uint32_t unit = read_unit(r);
  if (unit < 0xD800 || unit > 0xDFFF) return unit;
  if (unit < 0xDC00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u') {
    const char *before = r->at;
    r->at += 2;
    uint32_t low = read_unit(r);
    if (low >= 0xDC00 && low <= 0xDFFF) return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    r->at = before;
  }
  return 0xFFFD;
}

static char *put_scalar(char *out, uint32_t scalar) {
  int more = scalar < 0x80 ? 0 : scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
  static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
  *out++ = (char)(first[more] | scalar >> (6 * more));
  while (more-- > 0) *out++ = (char)(0x80 | ((scalar >> (6 * more)) & 0x3F));
  return out;
}

static void push_escaped(reader *r, const char *close) {
  luaL_Buffer buffer;
  // No escape is shorter than its character, and none reaches beyond the text.
  char *start = luaL_buffinitsize(r->L, &buffer, (size_t)(close - r->at)), *out = start;
  const char *end = r->end;
  r->end = close;
  while (r->at < close) {
    char c = *r->at++;
    if (c != '\\' || r->at == close) {
      *out++ = c;
      continue;
    }
    switch (c = *r->at++) {
      case 'n': *out++ = '\n'; break;
      case 't': *out++ = '\t'; break;
      case 'r': *out++ = '\r'; break;
      case 'b': *out++ = '\b'; break;
      case 'f': *out++ = '\f'; break;
      case 'u': out = put_scalar(out, read_scalar(r)); break;
      default: *out++ = c;
    }
  }
  luaL_pushresultsize(&buffer, (size_t)(out - start));
  r->end = end;
}

static void push_text(reader *r) {
  if (!takes(r, '"')) refuse(r, "has a key that is no text");
  const char *close = r->at;
  bool is_escaped = false;
  while (close < r->end && *close != '"') {
    if (*close == '\\' && close + 1 < r->end) {
      is_escaped = true;
      close++;
    }
    close++;
  }
  if (close >= r->end) refuse(r, "has a text without an end");
  if (is_escaped) push_escaped(r, close);
  else lua_pushlstring(r->L, r->at, (size_t)(close - r->at));
  r->at = close + 1;
}

static void push_number(reader *r) {
  char digits[NUMBER_SIZE];
  size_t length = 0;
  while (r->at < r->end && strchr("+-.0123456789eE", *r->at) && *r->at) {
    if (length + 1 < sizeof digits) digits[length++] = *r->at;
    r->at++;
  }
  digits[length] = 0;
  // A number that is too long or too large for a double becomes nil.
  if (length + 1 == sizeof digits || !lua_stringtonumber(r->L, digits)) {
    lua_pushnil(r->L);
  } else if (lua_tonumber(r->L, -1) - lua_tonumber(r->L, -1) != 0) {
    lua_pop(r->L, 1);
    lua_pushnil(r->L);
  }
}

static bool takes_word(reader *r, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) return false;
  r->at += length;
  return true;
}

static void push_list(reader *r, int depth) {
  lua_newtable(r->L);
  if (takes(r, ']')) return;
  lua_Integer place = 0;
  do {
    push_value(r, depth + 1);
    lua_rawseti(r->L, -2, ++place);
  } while (takes(r, ','));
  if (!takes(r, ']')) refuse(r, "has a list without an end");
}

static void push_object(reader *r, int depth) {
  lua_newtable(r->L);
  if (takes(r, '}')) return;
  do {
    push_text(r);
    if (!takes(r, ':')) refuse(r, "has a key without a value");
    push_value(r, depth + 1);
    lua_rawset(r->L, -3);
  } while (takes(r, ','));
  if (!takes(r, '}')) refuse(r, "has an object without an end");
}

static void push_value(reader *r, int depth) {
  if (depth > JSON_DEPTH) refuse(r, "is nested too deeply");
  if (++r->values > JSON_VALUES) refuse(r, "has too many values");
  luaL_checkstack(r->L, 8, NULL);
  if (takes(r, '{')) push_object(r, depth);
  else if (takes(r, '[')) push_list(r, depth);
  else if (r->at == r->end) refuse(r, "breaks off");
  else if (*r->at == '"') push_text(r);
  else if (takes_word(r, "true")) lua_pushboolean(r->L, true);
  else if (takes_word(r, "false")) lua_pushboolean(r->L, false);
  else if (takes_word(r, "null")) lua_pushnil(r->L);
  else push_number(r);
}

void shot_push_json(lua_State *L, shotlua_text json) {
  reader r = {.L = L, .at = json.bytes, .end = json.bytes + json.length};
  if (json.length > JSON_SIZE) refuse(&r, "is too large");
  shot_bill(shot_state(L), (int64_t)json.length);
  push_value(&r, 0);
}
