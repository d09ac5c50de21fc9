#include "pattern.h"

#include <ctype.h>
#include <string.h>

enum { STEPS_AT_ONCE = 256 };

static inline void count_step(shot_pattern *p) {
  if (++p->steps < STEPS_AT_ONCE) return;
  p->steps = 0;
  shot_bill(p->state, STEPS_AT_ONCE);
}

static bool is_in_class(unsigned char byte, unsigned char letter) {
  bool is_in;
  switch (tolower(letter)) {
    case 'a': is_in = isalpha(byte); break;
    case 'c': is_in = iscntrl(byte); break;
    case 'd': is_in = isdigit(byte); break;
    case 'g': is_in = isgraph(byte); break;
    case 'l': is_in = islower(byte); break;
    case 'p': is_in = ispunct(byte); break;
    case 's': is_in = isspace(byte); break;
    case 'u': is_in = isupper(byte); break;
    case 'w': is_in = isalnum(byte); break;
    case 'x': is_in = isxdigit(byte); break;
    // Not in the manual since Lua 5.2, but still supported.
    case 'z': is_in = byte == 0; break;
    default: return letter == byte;
  }
  return isupper(letter) ? !is_in : is_in;
}

static bool is_in_set(shot_pattern *p, unsigned char byte, const shot_item *item) {
  const unsigned char *at = (const unsigned char *)item->set;
  const unsigned char *end = (const unsigned char *)item->set_end;
  bool is_complement = *at == '^';
  if (is_complement) at++;
  for (; at < end; at++) {
    count_step(p);
    if (*at == '%' && at + 1 < end) {
      if (is_in_class(byte, *++at)) return !is_complement;
    } else if (end - at > 2 && at[1] == '-') {
      if (at[0] <= byte && byte <= at[2]) return !is_complement;
      at += 2;
    } else if (*at == byte) {
      return !is_complement;
    }
  }
  return is_complement;
}

// Returns whether a single-character item matches the character at `at`.
static inline bool matches_one(shot_pattern *p, const shot_item *item, const char *at) {
  count_step(p);
  if (at >= p->subject_end) return false;
  unsigned char byte = (unsigned char)*at;
  switch (item->kind) {
    case ITEM_BYTE: return item->first == byte;
    case ITEM_ANY: return true;
    case ITEM_CLASS: return is_in_class(byte, item->first);
    default: return is_in_set(p, byte, item);
  }
}

static const char *match_balance(shot_pattern *p, const shot_item *item, const char *at) {
  if (at >= p->subject_end || (unsigned char)*at != item->first) return NULL;
  int64_t depth = 1;
  while (++at < p->subject_end) {
    count_step(p);
    if ((unsigned char)*at == item->second) {
      if (--depth == 0) return at + 1;
    } else if ((unsigned char)*at == item->first) {
      depth++;
    }
  }
  return NULL;
}

static bool is_frontier(shot_pattern *p, const shot_item *item, const char *at) {
  unsigned char before = at == p->subject ? 0 : (unsigned char)at[-1];
  unsigned char here = at < p->subject_end ? (unsigned char)*at : 0;
  return !is_in_set(p, before, item) && is_in_set(p, here, item);
}

static const char *match_again(shot_pattern *p, const shot_item *item, const char *at) {
  const shot_capture *capture = &p->captures[item->capture];
  // A position capture has no text that could repeat.
  if (!capture->end) return NULL;
  size_t length = (size_t)(capture->end - capture->start);
  shot_bill(p->state, (int64_t)(length / 64 + 1));
  if ((size_t)(p->subject_end - at) < length || memcmp(capture->start, at, length) != 0) return NULL;
  return at + length;
}

// Takes as many characters as the item tries first, which keeps its other possibilities and goes on
// top of the choices; returns null if fewer match than it requires.
static const char *take_repeated(shot_pattern *p, shot_item *item, const char *at,
                                 int32_t *choices) {
  const char *start = at;
  if (item->times == TIMES_FEWEST) {
    item->at = at;
  } else {
    while ((item->times != TIMES_OPTIONAL || at == start) && matches_one(p, item, at)) at++;
    item->least = item->times == TIMES_SOME ? start + 1 : start;
    if (at < item->least) return NULL;
    item->at = at;
    if (at == item->least) return at;
  }
  item->below = *choices;
  *choices = (int32_t)(item - p->items);
  return at;
}

// Returns to the last choice with a possibility left; returns null if none exists.
static const char *take_back(shot_pattern *p, int32_t *choices, shot_item **next) {
  while (*choices >= 0) {
    shot_item *item = &p->items[*choices];
    count_step(p);
    bool has_more = item->times == TIMES_FEWEST ? matches_one(p, item, item->at)
                                                : item->at > item->least;
    if (has_more) {
      item->at += item->times == TIMES_FEWEST ? 1 : -1;
      *next = item + 1;
      return item->at;
    }
    *choices = item->below;
  }
  return NULL;
}

static const char *take_item(shot_pattern *p, shot_item *item, const char *at, int32_t *choices) {
  switch (item->kind) {
    case ITEM_OPEN:
      p->captures[item->capture].start = at;
      return at;
    case ITEM_OPEN_POSITION:
      p->captures[item->capture] = (shot_capture){at, NULL};
      return at;
    case ITEM_CLOSE:
      p->captures[item->capture].end = at;
      return at;
    case ITEM_BACK_REFERENCE:
      return match_again(p, item, at);
    case ITEM_BALANCE:
      return match_balance(p, item, at);
    case ITEM_FRONTIER:
      return is_frontier(p, item, at) ? at : NULL;
    case ITEM_SUBJECT_END:
      return at == p->subject_end ? at : NULL;
    default:
      if (item->times != TIMES_ONE) return take_repeated(p, item, at, choices);
      return matches_one(p, item, at) ? at + 1 : NULL;
  }
}

const char *shot_match_at(shot_pattern *p, const char *start) {
  int32_t choices = -1;
  const char *at = start;
  for (shot_item *item = p->items; item->kind != ITEM_MATCH;) {
    at = take_item(p, item, at, &choices);
    item++;
    if (!at) at = take_back(p, &choices, &item);
    if (!at) return NULL;
  }
  return at;
}

const char *shot_find_match(shot_pattern *p, const char *start, const char **match_start) {
  const shot_item *first = p->items;
  bool begins_with_byte = first->kind == ITEM_BYTE && first->times == TIMES_ONE;
  for (const char *at = start; at <= p->subject_end; at++) {
    if (begins_with_byte && !p->is_anchored) {
      const char *found = memchr(at, first->first, (size_t)(p->subject_end - at));
      shot_bill(p->state, ((found ? found : p->subject_end) - at) / 64 + 1);
      if (!found) return NULL;
      at = found;
    }
    const char *end = shot_match_at(p, at);
    if (end) {
      *match_start = at;
      return end;
    }
    if (p->is_anchored) return NULL;
  }
  return NULL;
}
