// The keys of a table in an order that is the same in every run and every worker thread, as Lua's
// own depends on addresses and a random seed: numbers, by value; texts, by their bytes; false and
// true; functions of the libraries, by their address in the program; tables, functions and
// descriptions, by their births.

#include "internal.h"

#include <string.h>

enum { FEW = 16 };

enum { RANK_NUMBER, RANK_TEXT, RANK_FLAG, RANK_LIBRARY, RANK_OBJECT };

shot_key shot_read_key(lua_State *L, int index) {
  shot_key key = {.rank = RANK_OBJECT};
  const void *address = lua_topointer(L, index);
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key.rank = RANK_NUMBER;
      key.is_whole = lua_isinteger(L, index);
      if (key.is_whole) key.whole = lua_tointeger(L, index);
      else key.number = lua_tonumber(L, index);
      return key;
    case LUA_TSTRING:
      key.rank = RANK_TEXT;
      key.is_text = true;
      key.text.bytes = lua_tolstring(L, index, &key.text.length);
      return key;
    case LUA_TBOOLEAN:
      key.rank = RANK_FLAG;
      key.birth = (uint64_t)lua_toboolean(L, index);
      return key;
    case LUA_TFUNCTION:
      if (address == (const void *)(uintptr_t)lua_tocfunction(L, index)) {
        key.rank = RANK_LIBRARY;
        key.birth = (uintptr_t)address;
        return key;
      }
      break;
    case LUA_TUSERDATA:
      // All userdata that a rule can get begin with their birth.
      key.birth = *(const uint64_t *)lua_touserdata(L, index);
      return key;
    default:
      break;
  }
  key.birth = address ? shot_birth(address) : 0;
  return key;
}

// Returns whether an integer is below a number that is no 64-bit integer, as Lua converts those.
static bool is_below(lua_Integer whole, lua_Number number) {
  if (number >= 0x1p63) return true;
  if (number < -0x1p63) return false;
  lua_Integer below = (lua_Integer)number;
  if ((lua_Number)below > number) below--;
  return whole <= below;
}

static int compare_numbers(const shot_key *a, const shot_key *b) {
  if (a->is_whole && b->is_whole) return (a->whole > b->whole) - (a->whole < b->whole);
  if (a->is_whole) return is_below(a->whole, b->number) ? -1 : 1;
  if (b->is_whole) return is_below(b->whole, a->number) ? 1 : -1;
  return (a->number > b->number) - (a->number < b->number);
}

static int compare_texts(shotlua_text a, shotlua_text b) {
  size_t shared = a.length < b.length ? a.length : b.length;
  int order = memcmp(a.bytes, b.bytes, shared);
  return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

int shot_compare_keys(const shot_key *a, const shot_key *b) {
  if (a->rank != b->rank) return a->rank - b->rank;
  if (a->rank == RANK_NUMBER) return compare_numbers(a, b);
  if (a->rank == RANK_TEXT) return compare_texts(a->text, b->text);
  return (a->birth > b->birth) - (a->birth < b->birth);
}

static void merge(const shot_key *from, shot_key *to, size_t start, size_t middle, size_t end) {
  size_t left = start, right = middle;
  for (size_t i = start; i < end; i++) {
    bool takes_right =
        right < end && (left == middle || shot_compare_keys(&from[right], &from[left]) < 0);
    to[i] = from[takes_right ? right++ : left++];
  }
}

static void insert_each(shot_key *keys, size_t count) {
  for (size_t i = 1; i < count; i++) {
    shot_key key = keys[i];
    size_t place = i;
    for (; place > 0 && shot_compare_keys(&keys[place - 1], &key) > 0; place--) {
      keys[place] = keys[place - 1];
    }
    keys[place] = key;
  }
}

// qsort may call malloc, so a kill could not leave it.
void shot_sort_keys(shotlua *s, shot_key *keys, size_t count) {
  if (count <= FEW) {
    insert_each(keys, count);
    return;
  }
  size_t place = 1;
  while (place < count && shot_compare_keys(&keys[place - 1], &keys[place]) < 0) place++;
  if (place == count) return;
  shot_key *scratch = shot_take(s, count * sizeof *keys), *from = keys, *to = scratch;
  for (size_t width = 1; width < count; width *= 2) {
    shot_bill(s, (int64_t)(count / 4));
    for (size_t start = 0; start < count; start += 2 * width) {
      size_t middle = count - start < width ? count : start + width;
      size_t end = count - start < 2 * width ? count : start + 2 * width;
      merge(from, to, start, middle, end);
    }
    shot_key *swapped = from;
    from = to;
    to = swapped;
  }
  if (from != keys) memcpy(keys, from, count * sizeof *keys);
  shot_allocate(s, scratch, count * sizeof *keys, 0);
}
