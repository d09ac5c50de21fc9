#include "internal.h"

#include <stdlib.h>
#include <string.h>

static void register_fields(shotlua *s) {
  lua_createtable(s->L, (int)s->host.field_count, 0);
  for (size_t i = 0; i < s->host.field_count; i++) {
    const char *key = lua_pushstring(s->L, s->host.fields[i]);
    lua_rawseti(s->L, -2, (lua_Integer)i + 1);
    size_t slot = ((uintptr_t)key >> 4) % SHOT_FIELD_SLOTS;
    while (s->fields[slot].key) slot = (slot + 1) % SHOT_FIELD_SLOTS;
    s->fields[slot] = (shot_field_slot){key, (int32_t)i};
  }
  // Short strings are unique, so their addresses identify the fields as long as this table exists.
  s->field_names = luaL_ref(s->L, LUA_REGISTRYINDEX);
}

static int open_body(lua_State *L) {
  shot_build_environment(L);
  register_fields(shot_state(L));
  return 0;
}

shotlua *shotlua_open(const shotlua_host *host) {
  if (host->field_count >= SHOT_FIELD_SLOTS / 2) return NULL;
  shotlua *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->host = *host;
  s->budget = &s->host.load;
  s->arena.limit = host->load.memory;
  s->arena.ceiling = shot_ceiling(&host->load);
  s->source_path = "";
  if (sigsetjmp(s->exit, 1) == 0) {
    s->L = lua_newstate(shot_allocate, s);
    if (s->L) *(shotlua **)lua_getextraspace(s->L) = s;
  } else {
    s->L = NULL;
  }
  if (!s->L || !shot_guard(s, &s->host.load, open_body)) {
    shotlua_close(s);
    return NULL;
  }
  return s;
}

void shotlua_close(shotlua *state) {
  if (!state) return;
  // The state holds no files and no finalizers, only memory.
  shot_free_all(&state->arena);
  free(state);
}

typedef struct {
  char *bytes;
  size_t length, capacity;
} shot_dumped;

static int append_dumped(lua_State *L, const void *piece, size_t size, void *context) {
  shot_dumped *dumped = context;
  if (dumped->length + size > dumped->capacity) {
    size_t capacity = 2 * dumped->capacity > 1024 ? 2 * dumped->capacity : 1024;
    while (capacity < dumped->length + size) capacity *= 2;
    dumped->bytes = shot_allocate(shot_state(L), dumped->bytes, dumped->capacity, capacity);
    dumped->capacity = capacity;
  }
  memcpy(dumped->bytes + dumped->length, piece, size);
  dumped->length += size;
  return 0;
}

shotlua_text shot_dump(lua_State *L) {
  shot_dumped dumped = {0};
  shotlua *s = shot_state(L);
  lua_dump(L, append_dumped, &dumped, false);
  shot_bill(s, (int64_t)(dumped.length / 16));
  if (dumped.bytes) dumped.bytes = shot_allocate(s, dumped.bytes, dumped.capacity, dumped.length);
  return (shotlua_text){dumped.bytes, dumped.length};
}

void shot_drop_dump(shotlua *s, shotlua_text dumped) {
  shot_allocate(s, (char *)dumped.bytes, dumped.length, 0);
}

static void remember_chunk(lua_State *L, const char *path) {
  shotlua *s = shot_state(L);
  if (s->chunk_count == SHOT_CHUNKS) {
    luaL_error(L, "a rule can have at most %d modules", SHOT_CHUNKS - 1);
  }
  shot_loaded_chunk *chunk = &s->chunks[s->chunk_count];
  size_t size = strlen(path) + 1;
  chunk->path = shot_take(s, size);
  memcpy(chunk->path, path, size);
  chunk->rule_line = s->chunk_count > 0 ? shot_rule_line(s) : 0;
  lua_Debug activation;
  lua_pushfstring(L, "@%s", path);
  if (luaL_loadbufferx(L, "", 0, lua_tostring(L, -1), "t") != LUA_OK) lua_error(L);
  lua_getinfo(L, ">S", &activation);
  lua_pop(L, 1);
  memcpy(chunk->shown, activation.short_src, sizeof chunk->shown);
  s->chunk_count++;
}

// Pushes the compiled chunk, or raises a syntax error.
void shot_compile(lua_State *L, shotlua_text source, const char *path) {
  remember_chunk(L, path);
  const char *bytes = source.bytes;
  size_t length = source.length;
  if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
    bytes += 3;
    length -= 3;
  }
  if (length >= 2 && memcmp(bytes, "#!", 2) == 0) {
    const char *end = memchr(bytes, '\n', length);
    length = end ? length - (size_t)(end - bytes) : 0;
    bytes = end ? end : bytes;
  }
  lua_pushfstring(L, "@%s", path);
  int status = luaL_loadbufferx(L, bytes, length, lua_tostring(L, -1), "t");
  lua_remove(L, -2);
  if (status != LUA_OK) shot_raise_message(L, SHOTLUA_SYNTAX, "");
  shotlua *s = shot_state(L);
  if (s->host.keeps_code) s->chunks[s->chunk_count - 1].code = shot_dump(L);
}

static int load_body(lua_State *L) {
  shotlua *s = shot_state(L);
  s->loading = true;
  s->hook_armed = 1;
  lua_sethook(L, shot_hook, LUA_MASKCOUNT, SHOT_HOOK_INTERVAL);
  shot_compile(L, s->source, s->source_path);
  s->source_path = s->chunks[0].path;
  shot_allow_unknown_calls(L, true);
  lua_call(L, 0, 1);
  shot_allow_unknown_calls(L, false);
  shot_word_call *call = shot_to_word_call(L, -1);
  bool is_pipeline = call && (call->word->kind == SHOTLUA_WORD_PIPELINE ||
                              call->word->kind == SHOTLUA_WORD_UNKNOWN);
  if (s->host.takes_settings) {
    // A word of the file's own, such as library, is checked by whoever reads it.
    if (!lua_istable(L, -1) && !call) {
      shot_raise_at(L, SHOTLUA_NOT_A_PIPELINE, (shot_place){0}, "",
                    "a file of data returns a table");
    }
  } else if (!is_pipeline) {
    const char *what = call ? call->word->name : luaL_typename(L, -1);
    bool is_none = lua_isnil(L, -1);
    if (shot_stage_name(L, -1)) {
      shot_raise_at(L, SHOTLUA_NOT_A_PIPELINE, (shot_place){0}, "",
                    "this is a plugin, which rules use; a rule returns pipeline { … }");
    }
    shot_raise_at(L, SHOTLUA_NOT_A_PIPELINE, (shot_place){0}, "",
                  "a rule returns pipeline { … }; this one returns %s%s%s", is_none ? "" : "a ",
                  is_none ? "nothing" : what, call ? " { … } alone" : "");
  }
  lua_pushvalue(L, -1);
  s->result = luaL_ref(L, LUA_REGISTRYINDEX);
  shot_flatten(L, -1, (shot_place){0}, !s->host.takes_settings);
  s->loading = false;
  return 0;
}

bool shotlua_load(shotlua *state, shotlua_text source, const char *path) {
  state->source = source;
  state->source_path = path;
  bool is_loaded = shot_guard(state, &state->host.load, load_body);
  // The caller's path may not outlive the call.
  state->source_path = state->chunk_count > 0 ? state->chunks[0].path : "";
  if (state->error.chunk == path) state->error.chunk = state->source_path;
  if (!is_loaded) {
    state->dead = true;
    state->node_count = 0;
  }
  return is_loaded;
}

shotlua_result shotlua_loaded(const shotlua *state) {
  return (shotlua_result){state->nodes, state->node_count, state->function_count};
}

bool shotlua_compiled(const shotlua *state, size_t place, shotlua_chunk *chunk) {
  if (place >= (size_t)state->chunk_count) return false;
  *chunk = (shotlua_chunk){state->chunks[place].path, state->chunks[place].code};
  return true;
}

int32_t shotlua_rule_line(const shotlua *state, const char *path) {
  for (int32_t i = 1; path && i < state->chunk_count; i++) {
    if (strcmp(state->chunks[i].path, path) == 0) return state->chunks[i].rule_line;
  }
  return 0;
}

size_t shotlua_stray_names(const shotlua *state, const shotlua_stray_name **names) {
  *names = state->strays;
  return state->stray_count;
}

int64_t shotlua_peak_memory(const shotlua *state) { return state->arena.peak; }
