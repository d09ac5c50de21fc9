#include "pattern.h"

#include <ctype.h>
#include <string.h>

typedef struct {
  lua_State *L;
  const char *at, *end;
  shot_pattern *pattern;
  bool is_open[SHOT_CAPTURES];
} compiler;

static const char *skip_set(compiler *c, const char *at) {
  if (at < c->end && *at == '^') at++;
  do {
    if (at == c->end) luaL_error(c->L, "malformed pattern (missing ']')");
    if (*at++ == '%' && at < c->end) at++;
  } while (at == c->end || *at != ']');
  return at;
}

// Reads a set after its `[`; leaves the position behind its `]`.
static void compile_set(compiler *c, shot_item *item) {
  item->set = c->at;
  item->set_end = skip_set(c, c->at);
  c->at = item->set_end + 1;
}

static void open_capture(compiler *c, shot_item *item) {
  bool is_position = c->at < c->end && *c->at == ')';
  if (c->pattern->capture_count == SHOT_CAPTURES) luaL_error(c->L, "too many captures");
  item->capture = c->pattern->capture_count++;
  item->kind = is_position ? ITEM_OPEN_POSITION : ITEM_OPEN;
  if (is_position) c->at++;
  c->is_open[item->capture] = !is_position;
}

static void close_capture(compiler *c, shot_item *item) {
  item->kind = ITEM_CLOSE;
  for (item->capture = c->pattern->capture_count - 1; item->capture >= 0; item->capture--) {
    if (c->is_open[item->capture]) {
      c->is_open[item->capture] = false;
      return;
    }
  }
  luaL_error(c->L, "invalid pattern capture");
}

// Reads the escape after a `%`; returns true if it matches one character.
static bool compile_escape(compiler *c, shot_item *item) {
  if (c->at == c->end) luaL_error(c->L, "malformed pattern (ends with '%%')");
  unsigned char letter = (unsigned char)*c->at++;
  if (letter == 'b') {
    if (c->end - c->at < 2) luaL_error(c->L, "malformed pattern (missing arguments to '%%b')");
    item->kind = ITEM_BALANCE;
    item->first = (unsigned char)*c->at++;
    item->second = (unsigned char)*c->at++;
    return false;
  }
  if (letter == 'f') {
    if (c->at == c->end || *c->at != '[') luaL_error(c->L, "missing '[' after '%%f' in pattern");
    c->at++;
    item->kind = ITEM_FRONTIER;
    compile_set(c, item);
    return false;
  }
  if (isdigit(letter)) {
    item->kind = ITEM_BACK_REFERENCE;
    item->capture = letter - '1';
    if (item->capture < 0 || item->capture >= c->pattern->capture_count ||
        c->is_open[item->capture]) {
      luaL_error(c->L, "invalid capture index %%%d", item->capture + 1);
    }
    return false;
  }
  item->kind = isalpha(letter) ? ITEM_CLASS : ITEM_BYTE;
  item->first = letter;
  return true;
}

// Reads one item without its repetition; returns true if it matches one character.
static bool compile_item(compiler *c, shot_item *item) {
  unsigned char byte = (unsigned char)*c->at++;
  item->kind = ITEM_BYTE;
  item->first = byte;
  switch (byte) {
    case '(':
      open_capture(c, item);
      return false;
    case ')':
      close_capture(c, item);
      return false;
    case '$':
      if (c->at != c->end) return true;
      item->kind = ITEM_SUBJECT_END;
      return false;
    case '.':
      item->kind = ITEM_ANY;
      return true;
    case '[':
      item->kind = ITEM_SET;
      compile_set(c, item);
      return true;
    case '%':
      return compile_escape(c, item);
    default:
      return true;
  }
}

static shot_times read_times(compiler *c) {
  if (c->at == c->end) return TIMES_ONE;
  switch (*c->at++) {
    case '?': return TIMES_OPTIONAL;
    case '*': return TIMES_ANY;
    case '+': return TIMES_SOME;
    case '-': return TIMES_FEWEST;
    default:
      c->at--;
      return TIMES_ONE;
  }
}

void shot_compile_pattern(lua_State *L, shot_pattern *pattern, const char *text, size_t length,
                          bool allows_anchor) {
  compiler c = {.L = L, .at = text, .end = text + length, .pattern = pattern};
  pattern->L = L;
  pattern->state = shot_state(L);
  pattern->steps = 0;
  pattern->capture_count = 0;
  pattern->is_anchored = allows_anchor && length > 0 && *text == '^';
  if (pattern->is_anchored) c.at++;
  shot_bill(pattern->state, (int64_t)length);
  pattern->items = length < SHOT_INLINE_ITEMS
                       ? pattern->inline_items
                       : lua_newuserdatauv(L, (length + 1) * sizeof(shot_item), 0);
  shot_item *item = pattern->items;
  for (; c.at < c.end; item++) {
    item->times = TIMES_ONE;
    if (compile_item(&c, item)) item->times = read_times(&c);
  }
  item->kind = ITEM_MATCH;
  for (int32_t i = 0; i < pattern->capture_count; i++) {
    if (c.is_open[i]) luaL_error(L, "unfinished capture");
  }
}
