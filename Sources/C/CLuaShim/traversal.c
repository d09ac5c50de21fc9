// `pairs` and `next` in the order of keys.c. Rules traverse tables of the same few shapes
// repeatedly. So the function that returns the keys of a shape in order is cached: it contains the
// keys and finds its position by the key in its argument, like `next`, so that any number of loops
// can share it. A table has a shape if Lua returns its keys in an order that is cached for the
// shape; otherwise the keys are sorted. The cache depends only on sets of keys, not on the order in
// which Lua returns them, so that a rule can't detect that order by comparing functions.

#include "internal.h"

#include <string.h>

// The longest text in a cached shape.
enum { LONGEST_TEXT = 40 };

struct shot_shape {
  int32_t count;
  // The number of keys before and including the last returned one.
  int32_t place;
  // The identities of the keys, from index 1.
  uintptr_t names[];
};

typedef struct {
  int32_t count;
  uint64_t hash;
  uintptr_t names[SHOT_SHAPE_KEYS];
} survey;

// Returns an identity of a text or a whole number, valid while it is referenced; 0 for some others.
static uintptr_t name_key(lua_State *L, int index) {
  const void *address = lua_topointer(L, index);
  if (address) return (uintptr_t)address;
  int is_whole = 0;
  lua_Integer number = lua_tointegerx(L, index, &is_whole);
  bool fits = is_whole && number < INT64_C(1) << 62 && number >= -(INT64_C(1) << 62);
  return fits ? (uintptr_t)number << 1 | 1 : 0;
}

static lua_Integer whole_number(uintptr_t name) {
  return (name & 1) ? (lua_Integer)name >> 1 : 0;
}

// Reads the keys; returns false if the table at 1 has more than fit, and leaves the next pair.
static bool look_through(lua_State *L, survey *keys) {
  int32_t count = 0;
  uint64_t hash = 0;
  for (lua_pushnil(L); lua_next(L, 1); lua_settop(L, -2)) {
    if (count == SHOT_SHAPE_KEYS) return false;
    uintptr_t name = name_key(L, -2);
    keys->names[count++] = name;
    hash = (hash ^ name) * UINT64_C(0x9E3779B97F4A7C15);
  }
  keys->count = count;
  keys->hash = hash;
  return true;
}

// Returns whether the keys are the numbers from 1 to their count, in any order.
static bool are_places(const uintptr_t *names, lua_Integer count) {
  for (int32_t i = 0; i < count; i++) {
    if (whole_number(names[i]) < 1 || whole_number(names[i]) > count) return false;
  }
  return true;
}

// Pops the key and the value on top and reads all that follow; 0 if the table at 1 is no list.
static lua_Integer count_list(lua_State *L, const survey *keys) {
  lua_Integer count = SHOT_SHAPE_KEYS, highest = 0;
  for (int32_t i = 0; i < SHOT_SHAPE_KEYS; i++) {
    lua_Integer number = whole_number(keys->names[i]);
    if (number < 1) return 0;
    if (number > highest) highest = number;
  }
  do {
    int is_whole;
    lua_Integer number = lua_tointegerx(L, -2, &is_whole);
    if (!is_whole || number < 1 || lua_type(L, -2) != LUA_TNUMBER) return 0;
    if (number > highest) highest = number;
    count++;
    lua_settop(L, -2);
  } while (lua_next(L, 1));
  shot_bill(shot_state(L), count / 4);
  return highest == count ? count : 0;
}

static int end_at_unknown_key(lua_State *L) { return luaL_error(L, "invalid key to 'next'"); }

// Advances in a list. Upvalue: its length at the beginning of the traversal.
static int advance_in_list(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE) return luaL_typeerror(L, 1, "table");
  lua_Integer count = lua_tointeger(L, lua_upvalueindex(1));
  int is_whole;
  lua_Integer key = lua_tointegerx(L, 2, &is_whole), start = key;
  if (key < 0 || (!is_whole && !lua_isnoneornil(L, 2))) return end_at_unknown_key(L);
  while (key < count) {
    lua_pushinteger(L, ++key);
    if (lua_rawgeti(L, 1, key) != LUA_TNIL) return 2;
    lua_pop(L, 2);
  }
  shot_bill(shot_state(L), (key - start) / 4);
  lua_pushnil(L);
  return 1;
}

static int32_t find_place(lua_State *L, const struct shot_shape *shape) {
  if (lua_isnoneornil(L, 2)) return 0;
  if (lua_rawequal(L, 2, lua_upvalueindex(shape->place + 1))) return shape->place;
  for (int32_t place = 1; place <= shape->count; place++) {
    if (lua_rawequal(L, 2, lua_upvalueindex(place + 1))) return place;
  }
  return end_at_unknown_key(L);
}

// Advances to the next key that still has a value. Upvalues: the shape and its keys.
static int advance_in_shape(lua_State *L) {
  struct shot_shape *shape = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_type(L, 1) != LUA_TTABLE) return luaL_typeerror(L, 1, "table");
  uintptr_t given = (uintptr_t)lua_topointer(L, 2);
  int32_t place = shape->place;
  if (given == 0 || given != shape->names[place]) place = find_place(L, shape);
  while (place < shape->count) {
    place++;
    lua_pushvalue(L, lua_upvalueindex(place + 1));
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) {
      shape->place = place;
      return 2;
    }
    lua_pop(L, 2);
  }
  shape->place = 0;
  lua_pushnil(L);
  return 1;
}

// Advances in a table without a cached shape. Upvalues: the last index, the table, its keys.
static int advance(lua_State *L) {
  lua_Integer *place = lua_touserdata(L, lua_upvalueindex(1));
  for (;;) {
    if (lua_rawgeti(L, lua_upvalueindex(3), *place + 1) == LUA_TNIL) return 1;
    (*place)++;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) return 2;
    lua_pop(L, 2);
  }
}

static void push_sorted_keys(lua_State *L, int table) {
  shotlua *s = shot_state(L);
  size_t count = 0;
  lua_newtable(L);
  int list = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, table);) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, (lua_Integer)++count);
  }
  shot_bill(s, (int64_t)(count / 4));
  if (count < 2) return;
  shot_key *keys = shot_take(s, count * sizeof *keys);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, list, (lua_Integer)i + 1);
    keys[i] = shot_read_key(L, -1);
    keys[i].place = i + 1;
    lua_pop(L, 1);
  }
  shot_sort_keys(s, keys, count);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, list, (lua_Integer)keys[i].place);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_remove(L, list);
  shot_allocate(s, keys, count * sizeof *keys, 0);
}

void shot_push_traversal(lua_State *L, int table) {
  lua_Integer *place = lua_newuserdatauv(L, sizeof *place, 0);
  *place = 0;
  lua_pushvalue(L, table);
  push_sorted_keys(L, lua_gettop(L));
  lua_pushcclosure(L, advance, 3);
}

// Caches the functions of lists up to a length. Upvalue 1 of `pairs`: these functions.
static void push_advance_in_list(lua_State *L, lua_Integer count) {
  bool is_small = count <= SHOT_SHAPE_KEYS;
  if (is_small && lua_rawgeti(L, lua_upvalueindex(1), count) != LUA_TNIL) return;
  lua_pushinteger(L, count);
  lua_pushcclosure(L, advance_in_list, 1);
  if (!is_small) return;
  lua_pushvalue(L, -1);
  lua_rawseti(L, lua_upvalueindex(1), count);
}

static bool is_remembered(const shotlua *s, const shot_natural_order *order, const survey *keys) {
  if (order->count != keys->count) return false;
  const uintptr_t *names = s->shapes[order->shape]->names;
  for (size_t i = 0; i < order->count; i++) {
    if (names[order->places[i]] != keys->names[i]) return false;
  }
  return true;
}

static bool is_kept(const shot_key *key) {
  return key->is_whole || (key->is_text && key->text.length <= LONGEST_TEXT);
}

// Returns the index of the shape with the same keys, or the number of shapes.
static int32_t find_shape(const shotlua *s, const struct shot_shape *shape) {
  size_t size = (size_t)shape->count * sizeof *shape->names;
  for (int32_t i = 0; i < s->shape_count; i++) {
    const struct shot_shape *other = s->shapes[i];
    if (other->count == shape->count && !memcmp(&other->names[1], &shape->names[1], size)) return i;
  }
  return s->shape_count;
}

// Sorts the keys of the table at 1 and caches the shape if possible. Upvalue 2 of `pairs`: the
// functions of the shapes.
static void push_advance_in_new_shape(lua_State *L, const survey *seen, shot_natural_order *order) {
  shotlua *s = shot_state(L);
  shot_key keys[SHOT_SHAPE_KEYS];
  size_t count = 0;
  bool can_be_kept = true;
  lua_settop(L, 1);
  luaL_checkstack(L, 2 * SHOT_SHAPE_KEYS + 8, NULL);
  // Each key stays on the stack; lua_next pops its copy.
  for (lua_pushnil(L); lua_next(L, 1); count++) {
    lua_pop(L, 1);
    keys[count] = shot_read_key(L, -1);
    keys[count].place = count;
    can_be_kept = can_be_kept && seen->names[count] != 0 && is_kept(&keys[count]);
    lua_pushvalue(L, -1);
  }
  shot_sort_keys(s, keys, count);
  struct shot_shape *shape =
      lua_newuserdatauv(L, sizeof *shape + (count + 1) * sizeof *shape->names, 0);
  shape->count = (int32_t)count;
  shape->place = 0;
  shape->names[0] = 0;
  for (size_t i = 0; i < count; i++) {
    shape->names[i + 1] = seen->names[keys[i].place];
    lua_pushvalue(L, (int)keys[i].place + 2);
  }
  lua_pushcclosure(L, advance_in_shape, (int)count + 1);
  int32_t found = can_be_kept ? find_shape(s, shape) : SHOT_SHAPES;
  if (found == SHOT_SHAPES) return;
  if (found == s->shape_count) {
    s->shapes[s->shape_count++] = shape;
    lua_pushvalue(L, -1);
    lua_rawseti(L, lua_upvalueindex(2), found + 1);
  } else {
    lua_rawgeti(L, lua_upvalueindex(2), found + 1);
  }
  order->shape = (uint8_t)found;
  order->count = (uint8_t)count;
  for (size_t i = 0; i < count; i++) order->places[keys[i].place] = (uint8_t)(i + 1);
}

static void push_advance(lua_State *L) {
  shotlua *s = shot_state(L);
  survey keys;
  if (!look_through(L, &keys)) {
    lua_Integer count = count_list(L, &keys);
    if (count > 0) push_advance_in_list(L, count);
    else shot_push_traversal(L, 1);
  } else if (are_places(keys.names, keys.count)) {
    push_advance_in_list(L, keys.count);
  } else {
    shot_natural_order *order = &s->orders[keys.hash >> 32 & (SHOT_SHAPES - 1)];
    if (is_remembered(s, order, &keys)) lua_rawgeti(L, lua_upvalueindex(2), order->shape + 1);
    else push_advance_in_new_shape(L, &keys, order);
  }
}

static int pairs(lua_State *L) {
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  if (lua_type(L, 1) != LUA_TTABLE) return luaL_typeerror(L, 1, "table");
  push_advance(L);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// Returns the least key above the given one, or of all; slower than `pairs`, as it tests all.
static int next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  bool is_first = lua_isnil(L, 2), is_found = false;
  shot_key given = {0}, best = {0};
  int64_t count = 0;
  if (!is_first) given = shot_read_key(L, 2);
  lua_pushnil(L);
  lua_pushnil(L);
  for (lua_pushnil(L); lua_next(L, 1); count++) {
    shot_key key = shot_read_key(L, -2);
    if ((is_first || shot_compare_keys(&key, &given) > 0) &&
        (!is_found || shot_compare_keys(&key, &best) < 0)) {
      is_found = true;
      best = key;
      lua_replace(L, 4);
      lua_pushvalue(L, -1);
      lua_replace(L, 3);
    } else {
      lua_pop(L, 1);
    }
  }
  shot_bill(shot_state(L), count / 4);
  return is_found ? 2 : 1;
}

void shot_add_traversal(lua_State *L) {
  lua_pushcfunction(L, next);
  lua_setfield(L, -2, "next");
  lua_newtable(L);
  lua_newtable(L);
  lua_pushcclosure(L, pairs, 2);
  lua_setfield(L, -2, "pairs");
}
