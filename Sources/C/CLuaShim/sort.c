// table.sort: a stable merge sort. The stock function chooses the pivots of a long list by the
// clock, so that equal elements and contradictory answers lead to a different order each time. This
// one makes at most n log2 n comparisons for a long list, whatever their answers, and changes the
// list at the end.

#include "internal.h"

enum { LIST = 1, ORDER, FROM, TO, FEW = 16 };

// Returns whether the element at stack index `right` goes before the one at `left`.
static bool goes_first(lua_State *L, int right, int left) {
  shot_bill(shot_state(L), 1);
  if (lua_isnil(L, ORDER)) return lua_compare(L, right, left, LUA_OPLT);
  lua_pushvalue(L, ORDER);
  lua_pushvalue(L, right);
  lua_pushvalue(L, left);
  lua_call(L, 2, 1);
  bool answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

// Merges two runs of the list at stack index `from` into the list at `to`.
static void merge(lua_State *L, int from, int to, lua_Integer start, lua_Integer middle,
                  lua_Integer end) {
  lua_Integer left = start, right = middle;
  lua_rawgeti(L, from, left);
  lua_rawgeti(L, from, right);
  int left_value = lua_gettop(L) - 1, right_value = left_value + 1;
  for (lua_Integer place = start; place < end; place++) {
    bool takes_right =
        right < end && (left == middle || goes_first(L, right_value, left_value));
    int taken = takes_right ? right_value : left_value;
    lua_pushvalue(L, taken);
    lua_rawseti(L, to, place);
    lua_rawgeti(L, from, takes_right ? ++right : ++left);
    lua_replace(L, taken);
  }
  lua_pop(L, 2);
}

static void copy_run(lua_State *L, int from, int to, lua_Integer start, lua_Integer end) {
  for (; start < end; start++) {
    lua_rawgeti(L, from, start);
    lua_rawseti(L, to, start);
  }
}

static void insert_each(lua_State *L, int count) {
  luaL_checkstack(L, count + 8, NULL);
  int first = lua_gettop(L) + 1;
  for (int i = 0; i < count; i++) {
    lua_geti(L, LIST, i + 1);
    lua_pushvalue(L, -1);
    int taken = lua_gettop(L), place = taken - 1;
    while (place > first && goes_first(L, taken, place - 1)) {
      lua_copy(L, place - 1, place);
      place--;
    }
    lua_replace(L, place);
  }
  for (int i = count; i > 0; i--) lua_seti(L, LIST, i);
}

static int sort(lua_State *L) {
  lua_Integer count = shot_list_length(L, LIST);
  if (count < 2) return 0;
  luaL_argcheck(L, count < INT32_MAX, LIST, "array too big");
  if (!lua_isnoneornil(L, ORDER)) luaL_checktype(L, ORDER, LUA_TFUNCTION);
  lua_settop(L, ORDER);
  if (count <= FEW) {
    insert_each(L, (int)count);
    return 0;
  }
  shot_bill(shot_state(L), count / 4);
  lua_createtable(L, (int)count, 0);
  lua_createtable(L, (int)count, 0);
  for (lua_Integer place = 1; place <= count; place++) {
    lua_geti(L, LIST, place);
    lua_rawseti(L, FROM, place);
  }
  int from = FROM, to = TO;
  for (lua_Integer width = 1; width < count; width *= 2) {
    for (lua_Integer start = 1; start <= count; start += 2 * width) {
      lua_Integer middle = start + width, end = start + 2 * width;
      if (middle > count) copy_run(L, from, to, start, count + 1);
      else merge(L, from, to, start, middle, end <= count ? end : count + 1);
    }
    int swapped = from;
    from = to;
    to = swapped;
  }
  for (lua_Integer place = 1; place <= count; place++) {
    lua_rawgeti(L, from, place);
    lua_seti(L, LIST, place);
  }
  return 0;
}

void shot_add_sort(lua_State *L) {
  lua_pushcfunction(L, sort);
  lua_setfield(L, -2, "sort");
}
