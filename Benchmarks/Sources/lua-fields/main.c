// The least that a rule's function costs which reads fields: stock Lua calls it with a table, in which
// the members are set that differ from those of the asset before.
//
//     lua-fields ROUNDS
//
// Prints a line for each function: what it is, and the nanoseconds that it takes an asset, the median of
// the rounds, separated by a tab.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>
#else
#include <lauxlib.h>
#include <lualib.h>
#endif

enum { ASSETS = 4096, MOST_ROUNDS = 10000 };

struct asset {
  int width, height;
  bool is_hidden, is_favorite, is_video;
  double created;
};

static const struct {
  const char *title;
  int fields;
  const char *function;
} functions[] = {
    {"function, no field", 0, "return function(asset) return true end"},
    {"function, 2 fields", 2, "return function(asset)"
        " return asset.mediaType == 'image' and asset.pixelWidth >= 2000 end"},
    {"function, 6 fields", 6, "return function(asset)"
        " return asset.pixelWidth > 0 and asset.pixelHeight > 0 and not asset.isHidden"
        " and asset.mediaType ~= 'unknown' and asset.creationDate ~= nil"
        " and asset.isFavorite ~= nil end"},
};

// On the stack: the function, its table, and the two texts.
enum { FUNCTION = 1, TABLE, IMAGE, VIDEO };

// Of the sizes that sample records have, one after the other without an order.
static void make(struct asset *assets) {
  static const int sizes[][2] = {
      {2532, 1170}, {3024, 4032}, {1920, 1080}, {1200, 1600}, {4032, 3024}};
  uint32_t seed = 1;
  for (size_t index = 0; index < ASSETS; index++) {
    seed = seed * 1664525 + 1013904223;
    const int *size = sizes[(seed >> 16) % 5];
    assets[index] = (struct asset){
        size[0], size[1], false, (seed >> 20) % 20 == 0, (seed >> 24) % 8 == 0,
        1.4e9 + (double)seed};
  }
}

static void set_width_and_kind(lua_State *L, const struct asset *asset, const struct asset *last) {
  if (asset->width != last->width) {
    lua_pushinteger(L, asset->width);
    lua_setfield(L, TABLE, "pixelWidth");
  }
  if (asset->is_video != last->is_video) {
    lua_pushvalue(L, asset->is_video ? VIDEO : IMAGE);
    lua_setfield(L, TABLE, "mediaType");
  }
}

static void set_others(lua_State *L, const struct asset *asset, const struct asset *last) {
  if (asset->height != last->height) {
    lua_pushinteger(L, asset->height);
    lua_setfield(L, TABLE, "pixelHeight");
  }
  if (asset->is_hidden != last->is_hidden) {
    lua_pushboolean(L, asset->is_hidden);
    lua_setfield(L, TABLE, "isHidden");
  }
  if (asset->is_favorite != last->is_favorite) {
    lua_pushboolean(L, asset->is_favorite);
    lua_setfield(L, TABLE, "isFavorite");
  }
  lua_pushnumber(L, asset->created);
  lua_setfield(L, TABLE, "creationDate");
}

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

// The nanoseconds of an asset in one round.
static double time_round(lua_State *L, int fields, const struct asset *assets, bool *verdicts) {
  // Unlike every asset in all members.
  struct asset none = {-1, -1, true, true, true, 0};
  const struct asset *last = &none;
  lua_pushvalue(L, VIDEO);
  lua_setfield(L, TABLE, "mediaType");
  lua_pushboolean(L, true);
  lua_setfield(L, TABLE, "isFavorite");
  double start = nanoseconds();
  for (size_t index = 0; index < ASSETS; index++) {
    const struct asset *asset = &assets[index];
    if (fields > 0) set_width_and_kind(L, asset, last);
    if (fields > 2) set_others(L, asset, last);
    last = asset;
    lua_pushvalue(L, FUNCTION);
    lua_pushvalue(L, TABLE);
    lua_call(L, 1, 1);
    verdicts[index] = lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  return (nanoseconds() - start) / ASSETS;
}

int main(int count, char **arguments) {
  static struct asset assets[ASSETS];
  static bool verdicts[ASSETS];
  static double times[MOST_ROUNDS];
  int rounds = count == 2 ? atoi(arguments[1]) : 0;
  if (rounds < 1 || rounds > MOST_ROUNDS) {
    fprintf(stderr, "usage: lua-fields ROUNDS\n");
    return 64;
  }
  make(assets);
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    lua_State *L = luaL_newstate();
    if (L == NULL) return 1;
    luaL_openlibs(L);
    if (luaL_dostring(L, functions[index].function) != LUA_OK) return 1;
    lua_newtable(L);
    lua_pushliteral(L, "image");
    lua_pushliteral(L, "video");
    for (int round = 0; round < rounds; round++) {
      times[round] = time_round(L, functions[index].fields, assets, verdicts);
    }
    qsort(times, (size_t)rounds, sizeof *times, compare);
    printf("%s\t%.1f\n", functions[index].title, times[rounds / 2]);
    lua_close(L);
  }
  return 0;
}
