#pragma once

#include "CLuaShim.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#else
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#endif

enum {
  SHOT_SMALL_CLASSES = 32,
  SHOT_MESSAGE_SIZE = 1024,
  SHOT_TOKEN_SIZE = 128,
  SHOT_HOOK_INTERVAL = 1000,
  SHOT_FIELD_SLOTS = 256,
  SHOT_STRAY_NAMES = 32,
  SHOT_CHUNKS = 64,
  SHOT_DEPTH = 16,
  SHOT_NODES = 100000,
  SHOT_TEXT_SIZE = 64 * 1024,
};

struct shot_chunk;
struct shot_large;

// Blocks of one state. All of them can be freed at once, without asking Lua.
typedef struct {
  struct shot_chunk *chunks;
  struct shot_large *larges;
  void *idle[SHOT_SMALL_CLASSES + 1];
  char *fresh;
  char *fresh_end;
  // What Lua holds, and what the system gave for it.
  int64_t held;
  int64_t taken;
  int64_t limit;
  int64_t ceiling;
} shot_arena;

// What the watchdog keeps of a state that runs; guarded by the watchdog's lock.
typedef struct {
  shotlua *previous;
  shotlua *next;
  pthread_t thread;
  uint64_t serial;
  int64_t elapsed_nanoseconds;
  int32_t ticks;
} shot_watched;

typedef struct {
  const char *key;
  int32_t field;
} shot_field_slot;

typedef struct {
  char *path;
  char shown[LUA_IDSIZE];
} shot_loaded_chunk;

struct shotlua {
  lua_State *L;
  shotlua_host host;
  shot_arena arena;
  shot_watched watched;

  // Where a kill ends, and whether a signal handler may jump there.
  sigjmp_buf exit;
  volatile sig_atomic_t shields;
  volatile sig_atomic_t hook_armed;
  // Counts calls, so that the watchdog sees whether the same one still runs.
  _Atomic uint64_t serial;
  _Atomic bool in_host;
  // Why the watchdog wants an end, and whether it waited long enough for a graceful one.
  _Atomic int32_t stop;
  _Atomic bool overdue;
  bool loading;
  bool dead;
  bool over_memory;

  const shotlua_budget *budget;
  int64_t used;
  int64_t printed;

  shotlua_error error;
  char message[SHOT_MESSAGE_SIZE + 1];
  char token[SHOT_TOKEN_SIZE + 1];
  // An error with a kind of its own is known by its message when it arrives at the top.
  shotlua_error_kind typed_kind;
  char typed_message[SHOT_MESSAGE_SIZE + 1];
  char typed_token[SHOT_TOKEN_SIZE + 1];
  int32_t typed_line;

  shot_loaded_chunk chunks[SHOT_CHUNKS];
  int32_t chunk_count;
  shotlua_stray_name strays[SHOT_STRAY_NAMES];
  size_t stray_count;

  shotlua_text source;
  const char *source_path;
  shotlua_node *nodes;
  size_t node_count;
  size_t node_capacity;
  int32_t function_count;
  // Registry keys.
  int functions;
  int asset_meta;
  int node_meta;
  int constant_meta;
  int modules;
  int result;

  shot_field_slot fields[SHOT_FIELD_SLOTS];
  shotlua_value value;

  // The batch that is being evaluated.
  const shotlua_reader *reader;
  const int32_t *indices;
  size_t index_count;
  int32_t function;
  bool *verdicts;
  // What the running call was given.
  const void *asset;
  int32_t asset_index;
};

static inline shotlua *shot_state(lua_State *L) { return *(shotlua **)lua_getextraspace(L); }

// arena.c
void *shot_allocate(void *state, void *block, size_t old_size, size_t new_size);
void *shot_take(shotlua *s, size_t size);
void shot_free_all(shot_arena *arena);

// guard.c: the only way into Lua.
bool shot_guard(shotlua *s, const shotlua_budget *budget, lua_CFunction body);
_Noreturn void shot_kill(shotlua *s, shotlua_error_kind kind, int32_t line, const char *chunk);
_Noreturn void shot_kill_here(shotlua *s, shotlua_error_kind kind);
void shot_hook(lua_State *L, lua_Debug *activation);
void shot_bill_beyond(shotlua *s);
bool shot_place(shotlua *s, int32_t *line, const char **chunk);

// Adds work done in C to what the rule used up.
static inline void shot_bill(shotlua *s, int64_t steps) {
  s->used += steps;
  if (s->used > s->budget->instructions ||
      atomic_load_explicit(&s->stop, memory_order_relaxed)) {
    shot_bill_beyond(s);
  }
}

// Between these, a signal handler does not jump: the host or malloc is at work.
static inline void shot_enter_host(shotlua *s) {
  atomic_store_explicit(&s->in_host, true, memory_order_relaxed);
}
static inline void shot_leave_host(shotlua *s) {
  atomic_store_explicit(&s->in_host, false, memory_order_relaxed);
  if (atomic_load_explicit(&s->stop, memory_order_relaxed)) shot_bill_beyond(s);
}

// watchdog.c. The thread is prepared before the place is set that a kill jumps to, so that the
// jump does not bring back its blocked signals.
void shot_prepare_thread(void);
void shot_watch(shotlua *s);
void shot_unwatch(shotlua *s);

// errors.c
void shot_set_message(shotlua *s, const char *bytes, size_t length);
void shot_set_token(shotlua *s, const char *bytes, size_t length);
int shot_describe_error(lua_State *L);
int shot_raise(lua_State *L, shotlua_error_kind kind, const char *token, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int shot_raise_at(lua_State *L, shotlua_error_kind kind, int32_t line, const char *token,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));
int shot_raise_message(lua_State *L, shotlua_error_kind kind, const char *token);
size_t shot_escape(const char *bytes, size_t length, char *out, size_t capacity, bool keep_lines);
const char *shot_path_of_chunk(shotlua *s, const char *shown);

// environment.c
int shot_build_environment(lua_State *L);
void shot_push_shown(lua_State *L, int index);

// Each leaves its library on the stack; patterns go to the string library on top of it.
int shot_open_strings(lua_State *L);
void shot_add_patterns(lua_State *L);
int shot_open_tables(lua_State *L);

// words.c
void shot_add_words(lua_State *L);
shotlua_node_kind shot_node_kind(shotlua_word_kind kind);
typedef struct {
  const shotlua_word *word;
  int32_t line;
  int32_t arguments;
} shot_word_call;
shot_word_call *shot_to_word_call(lua_State *L, int index);

// flatten.c
void shot_flatten(lua_State *L, int index, int32_t line, bool functions);

// options.c, json.c, require.c, load.c, assets.c
void shot_add_options(lua_State *L);
void shot_add_require(lua_State *L);
void shot_push_json(lua_State *L, shotlua_text json);
void shot_push_value(lua_State *L, const shotlua_value *value);
void shot_compile(lua_State *L, shotlua_text source, const char *path);
void shot_add_assets(lua_State *L);
