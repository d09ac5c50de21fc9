// Reads a rule's result raw, whatever its metatables say, into an array of nodes.
//
// The order is the same in every run and every lane: places first, then names by their bytes.
// Functions are numbered in that order.

#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int32_t line;
  int depth;
  bool functions;
} flattening;

static void flatten_value(lua_State *L, int index, flattening how, shotlua_text name);

static int32_t add_node(lua_State *L, shotlua_node node, int32_t line) {
  shotlua *s = shot_state(L);
  if (s->node_count >= SHOT_NODES) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, line, "", "a rule can hold at most %d values", SHOT_NODES);
  }
  if (s->node_count == s->node_capacity) {
    size_t capacity = s->node_capacity ? 2 * s->node_capacity : 64;
    s->nodes = shot_allocate(s, s->nodes, s->node_capacity * sizeof *s->nodes,
                             capacity * sizeof *s->nodes);
    s->node_capacity = capacity;
  }
  s->nodes[s->node_count] = node;
  return (int32_t)s->node_count++;
}

static int compare_texts(const void *left, const void *right) {
  const shotlua_text *a = left, *b = right;
  size_t shared = a->length < b->length ? a->length : b->length;
  int order = memcmp(a->bytes, b->bytes, shared);
  if (order != 0) return order;
  return (a->length > b->length) - (a->length < b->length);
}

// Counts places and names of the table; raises for any other key.
static void count_keys(lua_State *L, int index, int32_t line, lua_Integer *places, size_t *names) {
  lua_Integer last = 0;
  *places = 0;
  *names = 0;
  for (lua_pushnil(L); lua_next(L, index);) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      *names += 1;
    } else if (lua_isinteger(L, -2) && lua_tointeger(L, -2) > 0) {
      *places += 1;
      if (lua_tointeger(L, -2) > last) last = lua_tointeger(L, -2);
    } else {
      shot_raise_at(L, SHOTLUA_BAD_RESULT, line, "",
                    "a table of a rule has names or a list; this one has a %s as a key",
                    luaL_typename(L, -2));
    }
    lua_pop(L, 1);
  }
  if (last != *places) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, line, "", "a list of a rule can't have holes");
  }
}

static void flatten_names(lua_State *L, int index, flattening how, size_t count) {
  shotlua *s = shot_state(L);
  if (count == 0) return;
  shotlua_text *names = shot_take(s, count * sizeof *names);
  size_t found = 0;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING || found == count) continue;
    names[found].bytes = lua_tolstring(L, -2, &names[found].length);
    found++;
  }
  // qsort may call malloc.
  s->shields = s->shields + 1;
  qsort(names, found, sizeof *names, compare_texts);
  s->shields = s->shields - 1;
  for (size_t i = 0; i < found; i++) {
    lua_pushlstring(L, names[i].bytes, names[i].length);
    lua_rawget(L, index);
    flatten_value(L, -1, how, names[i]);
    lua_pop(L, 1);
  }
  shot_allocate(s, names, count * sizeof *names, 0);
}

static void flatten_table(lua_State *L, int index, flattening how, shotlua_node node) {
  lua_Integer places;
  size_t names;
  count_keys(L, index, how.line, &places, &names);
  if (places + (lua_Integer)names > SHOT_NODES) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.line, "", "a rule can hold at most %d values",
                  SHOT_NODES);
  }
  node.kind = SHOTLUA_NODE_TABLE;
  node.listed = (int32_t)places;
  node.children = (int32_t)(places + (lua_Integer)names);
  add_node(L, node, how.line);
  for (lua_Integer place = 1; place <= places; place++) {
    lua_rawgeti(L, index, place);
    flatten_value(L, -1, how, (shotlua_text){0});
    lua_pop(L, 1);
  }
  flatten_names(L, index, how, names);
}

static void flatten_call(lua_State *L, int index, flattening how, shotlua_node node) {
  shot_word_call *call = shot_to_word_call(L, index);
  if (!call) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.line, "", "an asset can't be part of a rule");
  }
  if (call->line > 0) how.line = call->line;
  node.kind = shot_node_kind(call->word->kind);
  node.line = how.line;
  node.text = (shotlua_text){call->word->name, strlen(call->word->name)};
  node.children = node.listed = call->arguments;
  add_node(L, node, how.line);
  lua_getiuservalue(L, index, 1);
  int arguments = lua_gettop(L);
  for (int i = 1; i <= call->arguments; i++) {
    lua_rawgeti(L, arguments, i);
    flatten_value(L, -1, how, (shotlua_text){0});
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static void flatten_function(lua_State *L, int index, flattening how, shotlua_node node) {
  shotlua *s = shot_state(L);
  if (!how.functions) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.line, "", "an option can't be a function");
  }
  lua_Debug activation;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &activation);
  node.kind = SHOTLUA_NODE_FUNCTION;
  node.line = activation.linedefined > 0 ? activation.linedefined : how.line;
  node.function = s->function_count++;
  add_node(L, node, how.line);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->functions);
  lua_pushvalue(L, index);
  lua_rawseti(L, -2, node.function + 1);
  lua_pop(L, 1);
}

static void flatten_number(lua_State *L, int index, flattening how, shotlua_node node) {
  if (lua_isinteger(L, index)) {
    node.kind = SHOTLUA_NODE_INTEGER;
    node.integer = lua_tointeger(L, index);
  } else {
    node.kind = SHOTLUA_NODE_NUMBER;
    node.number = lua_tonumber(L, index);
    if (!isfinite(node.number)) {
      const char *name = node.name.bytes ? node.name.bytes : "";
      shot_raise_at(L, SHOTLUA_BAD_RESULT, how.line, name, "%.100s%sa number of a rule must be finite",
                    name, *name ? ": " : "");
    }
  }
  add_node(L, node, how.line);
}

static void flatten_value(lua_State *L, int index, flattening how, shotlua_text name) {
  shotlua_node node = {.line = how.line, .name = name};
  index = lua_absindex(L, index);
  luaL_checkstack(L, 16, "a rule's tables");
  shot_bill(shot_state(L), 10);
  if (++how.depth > SHOT_DEPTH) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.line, "",
                  "the tables of a rule can be at most %d deep", SHOT_DEPTH);
  }
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
      node.kind = SHOTLUA_NODE_FLAG;
      node.flag = lua_toboolean(L, index);
      add_node(L, node, how.line);
      return;
    case LUA_TNUMBER:
      flatten_number(L, index, how, node);
      return;
    case LUA_TSTRING:
      node.kind = SHOTLUA_NODE_TEXT;
      node.text.bytes = lua_tolstring(L, index, &node.text.length);
      if (node.text.length > SHOT_TEXT_SIZE) {
        shot_raise_at(L, SHOTLUA_BAD_RESULT, how.line, "", "a text of a rule can have at most 64 KiB");
      }
      add_node(L, node, how.line);
      return;
    case LUA_TTABLE:
      flatten_table(L, index, how, node);
      return;
    case LUA_TFUNCTION:
      flatten_function(L, index, how, node);
      return;
    case LUA_TUSERDATA:
      flatten_call(L, index, how, node);
      return;
    default:
      // An argument that was nil, such as a misspelt name.
      shot_raise_at(L, SHOTLUA_BAD_RESULT, how.line, "", "a rule can't hold %s here",
                    lua_isnil(L, index) ? "nil" : luaL_typename(L, index));
  }
}

void shot_flatten(lua_State *L, int index, int32_t line, bool functions) {
  shot_state(L)->node_count = 0;
  flatten_value(L, index, (flattening){.line = line, .functions = functions}, (shotlua_text){0});
}
