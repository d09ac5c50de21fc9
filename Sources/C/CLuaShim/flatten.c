// Reads a rule's result without metamethods into an array of nodes, in the same order in every run
// and worker thread: list elements first, then names by their bytes. Functions are numbered in that
// order.

#include "internal.h"

#include <math.h>
#include <string.h>

typedef struct {
  shot_place place;
  int depth;
  bool functions;
} flattening;

static void flatten_value(lua_State *L, int index, flattening how, shotlua_text name);

static int32_t add_node(lua_State *L, shotlua_node node, shot_place place) {
  shotlua *s = shot_state(L);
  if (s->node_count >= SHOT_NODES) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, place, "", "a rule can hold at most %d values", SHOT_NODES);
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

// Counts the list elements and names of the table; raises for any other key.
static void count_keys(lua_State *L, int index, shot_place place, lua_Integer *places,
                       size_t *names) {
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
      shot_raise_at(L, SHOTLUA_BAD_RESULT, place, "",
                    "a table of a rule has names or a list; this one has a %s as a key",
                    luaL_typename(L, -2));
    }
    lua_pop(L, 1);
  }
  if (last != *places) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, place, "", "a list of a rule can't have holes");
  }
}

// Counts a text's bytes each time: Lua stores a repeated text once, the host stores each copy.
static void count_text(lua_State *L, flattening how, shotlua_text text) {
  shotlua *s = shot_state(L);
  if (text.length > SHOT_TEXT_SIZE) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.place, "", "a text of a rule can have at most 64 KiB");
  }
  s->text_size += text.length;
  if (s->text_size > SHOT_TEXTS_SIZE) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.place, "",
                  "the texts of a rule can have at most 1 MiB together");
  }
}

static void flatten_names(lua_State *L, int index, flattening how, size_t count) {
  shotlua *s = shot_state(L);
  if (count == 0) return;
  shot_key *names = shot_take(s, count * sizeof *names);
  size_t found = 0;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING && found < count) names[found++] = shot_read_key(L, -2);
  }
  shot_sort_keys(s, names, found);
  for (size_t i = 0; i < found; i++) {
    count_text(L, how, names[i].text);
    lua_pushlstring(L, names[i].text.bytes, names[i].text.length);
    lua_rawget(L, index);
    flatten_value(L, -1, how, names[i].text);
    lua_pop(L, 1);
  }
  shot_allocate(s, names, count * sizeof *names, 0);
}

static void flatten_table(lua_State *L, int index, flattening how, shotlua_node node) {
  lua_Integer places;
  size_t names;
  count_keys(L, index, how.place, &places, &names);
  if (places + (lua_Integer)names > SHOT_NODES) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.place, "", "a rule can hold at most %d values",
                  SHOT_NODES);
  }
  node.kind = SHOTLUA_NODE_TABLE;
  node.listed = (int32_t)places;
  node.children = (int32_t)(places + (lua_Integer)names);
  add_node(L, node, how.place);
  for (lua_Integer place = 1; place <= places; place++) {
    lua_rawgeti(L, index, place);
    flatten_value(L, -1, how, (shotlua_text){0});
    lua_pop(L, 1);
  }
  flatten_names(L, index, how, names);
}

static void flatten_call(lua_State *L, int index, flattening how, shotlua_node node) {
  shot_word_call *call = shot_to_word_call(L, index);
  const char *stage = call ? NULL : shot_stage_name(L, index);
  if (stage) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.place, stage, "%s is a stage; call it, as in %s { }",
                  stage, stage);
  }
  if (!call) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.place, "", "an asset can't be part of a rule");
  }
  if (call->place.line > 0) how.place = call->place;
  node.kind = shot_node_kind(call->word->kind);
  node.line = how.place.line;
  node.path = how.place.chunk;
  node.text = (shotlua_text){call->word->name, strlen(call->word->name)};
  node.children = node.listed = call->arguments;
  add_node(L, node, how.place);
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
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.place, "", "%s can't be a function",
                  s->host.takes_settings ? "a setting" : "an option");
  }
  lua_Debug activation;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &activation);
  node.kind = SHOTLUA_NODE_FUNCTION;
  node.line = activation.linedefined > 0 ? activation.linedefined : how.place.line;
  node.function = s->function_count++;
  if (s->host.keeps_code) {
    lua_pushvalue(L, index);
    if (!lua_iscfunction(L, -1)) node.code = shot_dump(L);
    lua_pop(L, 1);
  }
  add_node(L, node, how.place);
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
      shot_raise_at(L, SHOTLUA_BAD_RESULT, how.place, name, "%.100s%sa number of a rule must be finite",
                    name, *name ? ": " : "");
    }
  }
  add_node(L, node, how.place);
}

static void flatten_value(lua_State *L, int index, flattening how, shotlua_text name) {
  shotlua_node node = {.line = how.place.line, .path = how.place.chunk, .name = name};
  index = lua_absindex(L, index);
  luaL_checkstack(L, 16, "a rule's tables");
  shot_bill(shot_state(L), 10);
  if (++how.depth > SHOT_DEPTH) {
    shot_raise_at(L, SHOTLUA_BAD_RESULT, how.place, "",
                  "the tables of a rule can be at most %d deep", SHOT_DEPTH);
  }
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
      node.kind = SHOTLUA_NODE_FLAG;
      node.flag = lua_toboolean(L, index);
      add_node(L, node, how.place);
      return;
    case LUA_TNUMBER:
      flatten_number(L, index, how, node);
      return;
    case LUA_TSTRING:
      node.kind = SHOTLUA_NODE_TEXT;
      node.text.bytes = lua_tolstring(L, index, &node.text.length);
      count_text(L, how, node.text);
      add_node(L, node, how.place);
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
    case LUA_TNIL:
      // A nil argument: an unknown name, which is reported to the host.
      if (shot_state(L)->stray_count > 0 || shot_state(L)->has_pending) {
        node.kind = SHOTLUA_NODE_STAGE;
        add_node(L, node, how.place);
        return;
      }
      // fallthrough
    default:
      shot_raise_at(L, SHOTLUA_BAD_RESULT, how.place, "", "a rule can't hold %s here",
                    lua_isnil(L, index) ? "nil" : luaL_typename(L, index));
  }
}

void shot_flatten(lua_State *L, int index, shot_place place, bool functions) {
  shot_state(L)->node_count = 0;
  shot_state(L)->text_size = 0;
  flatten_value(L, index, (flattening){.place = place, .functions = functions}, (shotlua_text){0});
}
