// Calls of a rule's functions, each with an asset that is valid during its call only.

#include "internal.h"

#include <string.h>

enum { LONGEST_TYPE = 255 };

static int32_t find_field(const shotlua *s, const char *key) {
  size_t slot = ((uintptr_t)key >> 4) % SHOT_FIELD_SLOTS;
  for (; s->fields[slot].key; slot = (slot + 1) % SHOT_FIELD_SLOTS) {
    if (s->fields[slot].key == key) return s->fields[slot].field;
  }
  return -1;
}

// The host's time does not count as the rule's, so requests to it need a cost of their own.
static int64_t cost(const shotlua_value *value) {
  switch (value->kind) {
    case SHOTLUA_TEXT: return SHOT_FIELD_COST + (int64_t)(value->text.length / 64);
    case SHOTLUA_TEXTS: return SHOT_FIELD_COST + 20 * (int64_t)value->count;
    default: return SHOT_FIELD_COST;
  }
}

// Code of a rule can't catch this: the name is wrong for every asset.
static _Noreturn void end_for_unknown_field(lua_State *L) {
  shotlua *s = shot_state(L);
  size_t length;
  shot_push_shown(L, 2);
  const char *name = lua_tolstring(L, -1, &length);
  shot_set_token(s, name, length);
  shot_kill_here(s, SHOTLUA_UNKNOWN_FIELD);
}

// asset:hasItemConformingTo(type), as in NSItemProvider.
static int conforms_to(lua_State *L) {
  shotlua *s = shot_state(L);
  if (!s->asset || lua_touserdata(L, 1) != s->asset) {
    return luaL_error(L, "call it with a colon on the function's own asset: "
                         "asset:hasItemConformingTo(\"public.image\")");
  }
  if (lua_type(L, 2) != LUA_TSTRING) {
    return luaL_error(L, "hasItemConformingTo takes a type, such as \"public.image\"");
  }
  size_t length;
  const char *type = lua_tolstring(L, 2, &length);
  if (length > LONGEST_TYPE) return luaL_error(L, "a type has at most %d letters", LONGEST_TYPE);
  shot_bill(s, 100);
  shot_enter_host(s);
  bool conforms = s->reader->conforms(s->reader->context, s->asset_index, type);
  shot_leave_host(s);
  lua_pushboolean(L, conforms);
  return 1;
}

static int read_field(lua_State *L) {
  shotlua *s = shot_state(L);
  if (lua_topointer(L, 1) != s->asset) {
    return luaL_error(L, "an asset can only be read while its function runs");
  }
  int32_t field = find_field(s, lua_tostring(L, 2));
  if (field < 0) {
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
    if (lua_isfunction(L, -1)) return 1;
    lua_pop(L, 1);
    end_for_unknown_field(L);
  }
  s->value.kind = SHOTLUA_ABSENT;
  shot_enter_host(s);
  s->reader->read(s->reader->context, s->asset_index, field, &s->value);
  shot_leave_host(s);
  bool is_billed = s->sheet && shot_count_read(s->sheet, field);
  shot_bill(s, cost(&s->value) - (is_billed ? SHOT_FIELD_COST : 0));
  if (s->value.kind == SHOTLUA_DATE && s->value.flag) {
    s->knows_created = true;
    s->created = s->value.number;
  }
  shot_push_value(L, &s->value);
  return 1;
}

static int refuse_write(lua_State *L) { return luaL_error(L, "an asset is read-only"); }

static int show_asset(lua_State *L) {
  lua_pushliteral(L, "asset");
  return 1;
}

// Returns whether the function raised the same error before; if not, keeps it for the next call.
static bool was_raised(lua_State *L) {
  shotlua *s = shot_state(L);
  size_t length = 0;
  // An error with a kind of its own is more than its text.
  bool is_plain = lua_type(L, -1) == LUA_TSTRING && s->typed_kind == SHOTLUA_NO_ERROR;
  const char *text = is_plain ? lua_tolstring(L, -1, &length) : "";
  bool is_same = length > 0 && length == s->raised_length && s->function == s->raised_in &&
                 memcmp(text, s->raised, length) == 0;
  if (is_same) return true;
  s->raised_length = length <= sizeof s->raised ? length : 0;
  s->raised_in = s->function;
  memcpy(s->raised, text, s->raised_length);
  return false;
}

// Describes the error on top of the stack and passes it to the host.
static void report_failure(lua_State *L, int32_t index) {
  shotlua *s = shot_state(L);
  if (was_raised(L)) {
    lua_pop(L, 1);
    shot_enter_host(s);
    s->reader->failed(s->reader->context, index, NULL);
    shot_leave_host(s);
    return;
  }
  s->error.kind = SHOTLUA_RUNTIME;
  s->error.line = 0;
  s->error.chunk = s->source_path;
  s->message[0] = s->token[0] = 0;
  lua_pushcfunction(L, shot_describe_error);
  lua_insert(L, -2);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
    lua_pop(L, 1);
    shot_set_message(s, "the error has no readable text", 30);
  }
  shot_enter_host(s);
  s->reader->failed(s->reader->context, index, &s->error);
  shot_leave_host(s);
  s->error.kind = SHOTLUA_NO_ERROR;
}

// Reports to the host that a function's result is invalid, with the place of the function.
static void report_result(lua_State *L, int function, int32_t index, const char *why) {
  shotlua *s = shot_state(L);
  lua_Debug activation;
  lua_pushvalue(L, function);
  lua_getinfo(L, ">S", &activation);
  s->error.kind = SHOTLUA_BAD_RESULT;
  s->error.line = activation.linedefined > 0 ? activation.linedefined : 0;
  s->error.chunk = shot_path_of_chunk(s, activation.short_src);
  s->token[0] = 0;
  shot_set_message(s, why, strlen(why));
  s->raised_length = 0;
  shot_enter_host(s);
  s->reader->failed(s->reader->context, index, &s->error);
  shot_leave_host(s);
  s->error.kind = SHOTLUA_NO_ERROR;
}

// Pops the function's result; `names` is the index of its members' names, 0 if it is one value.
static void take_result(lua_State *L, int function, int names, size_t place) {
  shotlua *s = shot_state(L);
  if (s->verdicts) {
    s->verdicts[place] = lua_toboolean(L, -1);
  } else {
    const char *why = names ? shot_hand_over_named(L, names, place) : shot_hand_over(L, place);
    if (why) report_result(L, function, s->indices[place], why);
  }
  lua_pop(L, 1);
}

static void disarm(shotlua *s) {
  if (s->over_memory || SHOT_IS_ALWAYS_ARMED) return;
  s->hook_armed = 0;
  lua_sethook(s->L, NULL, 0, 0);
}

// The parts of a batch in the order of the stack; absent ones are nil.
enum { FUNCTION = 1, META, RESULT_NAMES, OPTIONS, SHEET, FIELD_NAMES };

// The same parts as upvalues of the function that runs the batch.
static inline int part(int place) { return lua_upvalueindex(place); }

// Pushes the asset of the next call.
static void push_asset(lua_State *L) {
  shotlua *s = shot_state(L);
  if (s->sheet) {
    shot_fill_sheet(L, part(SHEET), part(META), FIELD_NAMES);
    lua_pushvalue(L, part(SHEET));
    return;
  }
  // A new userdata for each call, identified by its address: as long as a rule refers to an earlier
  // one, its address is not reused, so the rule can't read the next asset with it.
  uint64_t *asset = lua_newuserdatauv(L, sizeof *asset, 0);
  *asset = s->arena.births;
  s->asset = asset;
  lua_pushvalue(L, part(META));
  lua_setmetatable(L, -2);
}

// Calls the function for the rest of the batch, until a call fails.
static int evaluate_rest(lua_State *L) {
  shotlua *s = shot_state(L);
  int names = lua_isnil(L, part(RESULT_NAMES)) ? 0 : part(RESULT_NAMES);
  bool has_options = !lua_isnil(L, part(OPTIONS));
  for (; s->place < s->index_count; s->place++) {
    uint64_t serial = atomic_load_explicit(&s->serial, memory_order_relaxed) + 1;
    atomic_store_explicit(&s->serial, serial, memory_order_relaxed);
    if (s->hook_armed) disarm(s);
    s->used = 0;
    s->knows_created = false;
    s->asset_index = s->indices[s->place];
    lua_pushvalue(L, part(FUNCTION));
    push_asset(L);
    if (has_options) lua_pushvalue(L, part(OPTIONS));
    lua_call(L, has_options ? 2 : 1, 1);
    take_result(L, part(FUNCTION), names, s->place);
  }
  return 0;
}

static void push_parts(lua_State *L) {
  shotlua *s = shot_state(L);
  lua_Integer number = s->function + 1;
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->functions);
  lua_rawgeti(L, -1, number);
  lua_replace(L, FUNCTION);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->asset_meta);
  lua_settop(L, SHEET);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->bindings);
  if (lua_rawgeti(L, -1, number) == LUA_TTABLE) {
    if (lua_rawlen(L, -1) > 0) {
      lua_pushvalue(L, -1);
      lua_replace(L, RESULT_NAMES);
    }
    lua_rawgeti(L, -1, 0);
    lua_replace(L, OPTIONS);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->sheets);
  lua_rawgeti(L, -1, number);
  s->sheet = lua_touserdata(L, -1);
  if (!s->sheet) {
    lua_settop(L, SHEET);
    return;
  }
  lua_getiuservalue(L, -1, 1);
  s->asset = lua_topointer(L, -1);
  lua_replace(L, SHEET);
  lua_settop(L, SHEET);
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->field_names);
  for (int32_t i = 0; i < s->sheet->count; i++) {
    lua_rawgeti(L, FIELD_NAMES, s->sheet->fields[i] + 1);
  }
  lua_remove(L, FIELD_NAMES);
}

static int evaluate_body(lua_State *L) {
  shotlua *s = shot_state(L);
  push_parts(L);
  lua_pushcclosure(L, evaluate_rest, lua_gettop(L));
  for (s->place = 0; s->place < s->index_count; s->place++) {
    lua_pushvalue(L, 1);
    if (lua_pcall(L, 0, 0, 0) == LUA_OK) break;
    if (s->verdicts) s->verdicts[s->place] = false;
    report_failure(L, s->indices[s->place]);
  }
  return 0;
}

bool shotlua_evaluate(shotlua *state, int32_t function, const shotlua_reader *reader,
                      const int32_t *indices, size_t count, bool *verdicts) {
  if (function < 0 || function >= state->function_count) return false;
  if (!verdicts && !reader->returned) return false;
  state->function = function;
  state->reader = reader;
  state->indices = indices;
  state->index_count = count;
  state->verdicts = verdicts;
  state->sheet = NULL;
  bool is_finished = shot_guard(state, &state->host.call, evaluate_body);
  state->asset = NULL;
  return is_finished;
}

int32_t shotlua_last_index(const shotlua *state) { return state->asset_index; }

void shot_add_assets(lua_State *L) {
  static const luaL_Reg methods[] = {{"hasItemConformingTo", conforms_to}, {NULL, NULL}};
  static const luaL_Reg own[] = {{"__newindex", refuse_write},
                                 {"__tostring", show_asset},
                                 {NULL, NULL}};
  shotlua *s = shot_state(L);
  lua_newtable(L);
  luaL_setfuncs(L, own, 0);
  luaL_newlib(L, methods);
  lua_pushcclosure(L, read_field, 1);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushliteral(L, "asset");
  lua_setfield(L, -2, "__name");
  s->asset_meta = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  s->functions = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  s->sheets = luaL_ref(L, LUA_REGISTRYINDEX);
}
