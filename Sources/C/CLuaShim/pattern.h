#pragma once

#include "internal.h"

// Lua patterns (manual, section 6.4.1): compiled to a list of items, then matched without
// recursion. Every examined character is billed as an instruction.

enum { SHOT_CAPTURES = 32, SHOT_INLINE_ITEMS = 32 };

typedef enum { ITEM_BYTE, ITEM_ANY, ITEM_CLASS, ITEM_SET, ITEM_OPEN, ITEM_OPEN_POSITION, ITEM_CLOSE,
               ITEM_BACK_REFERENCE, ITEM_BALANCE, ITEM_FRONTIER, ITEM_SUBJECT_END, ITEM_MATCH
} shot_item_kind;

typedef enum { TIMES_ONE, TIMES_OPTIONAL, TIMES_ANY, TIMES_SOME, TIMES_FEWEST } shot_times;

typedef struct {
  shot_item_kind kind;
  shot_times times;
  // The byte, the class's letter, or the two bytes of %b.
  unsigned char first, second;
  // A capture's number, from 0.
  int32_t capture;
  // A set's text within its brackets.
  const char *set, *set_end;
  // While matching: the rest to try, and the previous item that has such a rest, or -1.
  const char *at, *least;
  int32_t below;
} shot_item;

typedef struct {
  const char *start;
  // The end of the capture; null for a position.
  const char *end;
} shot_capture;

typedef struct {
  lua_State *L;
  shotlua *state;
  const char *subject, *subject_end;
  shot_item *items;
  int32_t capture_count;
  bool is_anchored;
  int64_t steps;
  shot_capture captures[SHOT_CAPTURES];
  shot_item inline_items[SHOT_INLINE_ITEMS];
} shot_pattern;

// pattern_compile.c. May leave the items' memory on the stack; the pattern's text must stay.
void shot_compile_pattern(lua_State *L, shot_pattern *pattern, const char *text, size_t length,
                          bool allows_anchor);

// pattern_match.c. Returns the end of the match from `start`, or null.
const char *shot_match_at(shot_pattern *pattern, const char *start);
// Returns the first match at or after `start`; null if none exists.
const char *shot_find_match(shot_pattern *pattern, const char *start, const char **match_start);
