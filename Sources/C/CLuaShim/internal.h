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
  SHOT_SHAPES = 64,
  SHOT_SHAPE_KEYS = 64,
  SHOT_STRAY_NAMES = 32,
  SHOT_CHUNKS = 64,
  SHOT_DEPTH = 16,
  SHOT_NODES = 100000,
  SHOT_TEXT_SIZE = 64 * 1024,
  SHOT_TEXTS_SIZE = 1024 * 1024,
  SHOT_LIST_SIZE = 1024,
  // The cost of reading a field, besides that of a long value.
  SHOT_FIELD_COST = 10,
  SHOT_SHEET_FIELDS = 8,
  SHOT_SHEET_TEXT = 64,
};

// ThreadSanitizer delivers a signal when the thread next calls the C library, which Lua may never
// do. So with it the hook that a signal would arm is always armed.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SHOT_IS_ALWAYS_ARMED true
#endif
#endif
#if !defined(SHOT_IS_ALWAYS_ARMED)
#define SHOT_IS_ALWAYS_ARMED false
#endif

struct shot_chunk;
struct shot_large;

// The blocks of one state. All of them can be freed at once, without Lua.
typedef struct {
  struct shot_chunk *chunks;
  struct shot_large *larges;
  void *idle[SHOT_SMALL_CLASSES + 1];
  char *fresh;
  char *fresh_end;
  // The bytes that Lua holds, and those taken from the system for them.
  int64_t held;
  int64_t taken;
  int64_t limit;
  int64_t ceiling;
  // The greatest number of bytes taken at one time.
  int64_t peak;
  uint64_t births;
} shot_arena;

// The watchdog's data about a running state; guarded by the watchdog's lock.
typedef struct {
  shotlua *previous;
  shotlua *next;
  pthread_t thread;
  uint64_t serial;
  // The processor time of the thread at the last check.
  int64_t used_nanoseconds;
  int64_t elapsed_nanoseconds;
  int32_t ticks;
} shot_watched;

typedef struct {
  const char *key;
  int32_t field;
} shot_field_slot;

// A line of the rule or of a module, whose path belongs to the state; line 0 if unknown.
typedef struct {
  int32_t line;
  const char *chunk;
} shot_place;

typedef struct {
  char *path;
  char shown[LUA_IDSIZE];
  shotlua_text code;
  // The line of the rule that required it; 0 for the rule itself.
  int32_t rule_line;
} shot_loaded_chunk;

// An order in which Lua returns the keys of a shape: for each key its index among the sorted keys.
typedef struct {
  uint8_t shape;
  uint8_t count;
  uint8_t places[SHOT_SHAPE_KEYS];
} shot_natural_order;

// The table that a function gets in place of an asset, and the state of its members.
typedef struct {
  int32_t fields[SHOT_SHEET_FIELDS];
  int32_t count;
  // True if the function reads no other members; true if other members can be read now.
  bool is_all, is_open;
  // The calls since reads were last counted, and the fields that many calls read.
  int32_t calls;
  uint32_t wanted;
  int32_t reads[SHOT_SHEET_FIELDS];
  shotlua_plain held[SHOT_SHEET_FIELDS];
  char texts[SHOT_SHEET_FIELDS][SHOT_SHEET_TEXT];
} shot_member_table;

struct shotlua {
  lua_State *L;
  shotlua_host host;
  shot_arena arena;
  shot_watched watched;

  // The target of a kill, and whether a signal handler may jump there.
  sigjmp_buf exit;
  volatile sig_atomic_t shields;
  volatile sig_atomic_t hook_armed;
  // The number of calls, by which the watchdog recognises a call that still runs.
  _Atomic uint64_t serial;
  _Atomic bool in_host;
  // The watchdog's reason for an end, and whether its wait for a graceful one is over.
  _Atomic int32_t stop;
  _Atomic bool overdue;
  bool loading;
  bool dead;
  bool over_memory;
  // True if the rule got a stand-in for an option that was not set.
  bool has_pending;

  const shotlua_budget *budget;
  int64_t used;
  int64_t printed;

  shotlua_error error;
  char message[SHOT_MESSAGE_SIZE + 1];
  char token[SHOT_TOKEN_SIZE + 1];
  // An error with a kind of its own is recognised by its message in the outermost call.
  shotlua_error_kind typed_kind;
  char typed_message[SHOT_MESSAGE_SIZE + 1];
  char typed_token[SHOT_TOKEN_SIZE + 1];
  shot_place typed_place;
  // The error that Lua raised in the last failed call, and its function; no bytes if none exists.
  char raised[SHOT_MESSAGE_SIZE];
  size_t raised_length;
  int32_t raised_in;

  shot_loaded_chunk chunks[SHOT_CHUNKS];
  int32_t chunk_count;
  shotlua_stray_name strays[SHOT_STRAY_NAMES];
  size_t stray_count;

  shotlua_text source;
  const char *source_path;
  shotlua_node *nodes;
  size_t node_count;
  size_t node_capacity;
  size_t text_size;
  int32_t function_count;
  int functions;
  // By a function's number: its sheet, whose table is its user value.
  int sheets;
  // By a field's number from 1: its name.
  int field_names;
  int asset_meta;
  int globals;
  int node_meta;
  int constant_meta;
  int pending_meta;
  int stage_meta;
  // By a function's number: its options at 0, then the names of its results.
  int bindings;
  int modules;
  int result;

  shot_field_slot fields[SHOT_FIELD_SLOTS];
  // The shapes of tables that traversal.c keeps.
  struct shot_shape *shapes[SHOT_SHAPES];
  int32_t shape_count;
  shot_natural_order orders[SHOT_SHAPES];
  shotlua_value value;

  // The reader of the running batch.
  const shotlua_reader *reader;
  // The running study.
  const struct shot_study_request *question;
  // The running binding.
  const shotlua_binding *binding;
  // The reason why a result is invalid, if it names a member.
  char reason[256];
  const int32_t *indices;
  size_t index_count;
  // The number of calls of the batch that have ended.
  size_t place;
  shot_member_table *sheet;
  int32_t function;
  bool *verdicts;
  // The asset of the running call.
  const void *asset;
  int32_t asset_index;
  // True if the running call has read the creation date, which has a clock of its own.
  bool knows_created;
  double created;
};

static inline shotlua *shot_state(lua_State *L) { return *(shotlua **)lua_getextraspace(L); }

// Returns the greatest amount that a state may take from the system while one C function of Lua's
// runs. The rest of twice the budget is for overhead of the system and the program itself.
static inline int64_t shot_ceiling(const shotlua_budget *budget) {
  return budget->memory + budget->memory / 2;
}

// arena.c
void *shot_allocate(void *state, void *block, size_t old_size, size_t new_size);
void *shot_take(shotlua *s, size_t size);
// Returns the number of blocks that were allocated before the one at `block`.
uint64_t shot_birth(const void *block);
void shot_free_all(shot_arena *arena);

// guard.c: the only way into Lua.
bool shot_guard(shotlua *s, const shotlua_budget *budget, lua_CFunction body);
_Noreturn void shot_kill(shotlua *s, shotlua_error_kind kind, shot_place place);
_Noreturn void shot_kill_here(shotlua *s, shotlua_error_kind kind);
void shot_hook(lua_State *L, lua_Debug *activation);
void shot_bill_beyond(shotlua *s);
shot_place shot_innermost_place(shotlua *s);
shot_place shot_calling_place(lua_State *L);
// Returns the line of the rule itself that led here, through any modules.
int32_t shot_rule_line(shotlua *s);

// Adds work in C to the instructions that the rule used.
static inline void shot_bill(shotlua *s, int64_t steps) {
  s->used += steps;
  if (s->used > s->budget->instructions ||
      atomic_load_explicit(&s->stop, memory_order_relaxed)) {
    shot_bill_beyond(s);
  }
}

// Between these calls a signal handler does not jump: the host or malloc is at work.
static inline void shot_enter_host(shotlua *s) {
  atomic_store_explicit(&s->in_host, true, memory_order_relaxed);
}
static inline void shot_leave_host(shotlua *s) {
  atomic_store_explicit(&s->in_host, false, memory_order_relaxed);
  if (atomic_load_explicit(&s->stop, memory_order_relaxed)) shot_bill_beyond(s);
}

// watchdog.c. The thread is prepared before the target of a kill is set, so that the jump does not
// restore its blocked signals.
void shot_prepare_thread(void);
// Returns false if the watchdog's thread can't be started.
bool shot_watch(shotlua *s);
void shot_unwatch(shotlua *s);

// errors.c
void shot_set_message(shotlua *s, const char *bytes, size_t length);
void shot_set_token(shotlua *s, const char *bytes, size_t length);
int shot_describe_error(lua_State *L);
int shot_raise(lua_State *L, shotlua_error_kind kind, const char *token, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int shot_raise_at(lua_State *L, shotlua_error_kind kind, shot_place place, const char *token,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));
int shot_raise_message(lua_State *L, shotlua_error_kind kind, const char *token);
size_t shot_escape(const char *bytes, size_t length, char *out, size_t capacity, bool keep_lines);
const char *shot_path_of_chunk(shotlua *s, const char *shown);

// raise.c
void shot_add_raise(lua_State *L);

// environment.c
int shot_build_environment(lua_State *L);
void shot_push_shown(lua_State *L, int index);
// Replaces the table on top of the stack, below `upvalues` values, by an empty proxy, with `write`
// for assignments. No rule can reach the table itself.
void shot_stand_in(lua_State *L, lua_CFunction write, int upvalues);

// Each leaves its library on the stack, or adds to the one on top of it.
int shot_open_strings(lua_State *L);
void shot_add_patterns(lua_State *L);
int shot_open_tables(lua_State *L);
void shot_add_sort(lua_State *L);
void shot_add_traversal(lua_State *L);
lua_Integer shot_list_length(lua_State *L, int index);
// Leaves a function that returns the table's next key and value, whatever its arguments are.
void shot_push_traversal(lua_State *L, int table);

// keys.c: a table's key with its sort order.
typedef struct {
  int32_t rank;
  bool is_text, is_whole;
  // The key's original index; for the caller.
  size_t place;
  union {
    lua_Integer whole;
    lua_Number number;
    uint64_t birth;
    shotlua_text text;
  };
} shot_key;
shot_key shot_read_key(lua_State *L, int index);
int shot_compare_keys(const shot_key *a, const shot_key *b);
void shot_sort_keys(shotlua *s, shot_key *keys, size_t count);

// words.c
void shot_add_words(lua_State *L);
shotlua_node_kind shot_node_kind(shotlua_word_kind kind);
typedef struct {
  uint64_t birth;
  const shotlua_word *word;
  shot_place place;
  int32_t arguments;
} shot_word_call;
shot_word_call *shot_to_word_call(lua_State *L, int index);
// Leaves the description of a call of `word` with the arguments from `first` to the stack's top.
void shot_push_call(lua_State *L, const shotlua_word *word, int first, int meta, shot_place place);

// unknowns.c
// Records an undefined name; returns null if there is no room for more.
shotlua_stray_name *shot_note_stray(shotlua *s, shot_place place, const char *name, size_t length);
void shot_add_unknowns(lua_State *L);
void shot_allow_unknown_calls(lua_State *L, bool allowed);
// Leaves a stand-in for the value of an option, which supports all operations of values.
void shot_push_pending(lua_State *L);

// flatten.c
void shot_flatten(lua_State *L, int index, shot_place place, bool functions);

// returns.c: passes on the function's result on top of the stack, for the asset at that index of
// the batch. Returns the reason for an invalid one, or null.
const char *shot_hand_over(lua_State *L, size_t place);

// bindings.c: passes on a table with these names of members, at that index of the stack.
const char *shot_hand_over_named(lua_State *L, int names, size_t place);
void shot_add_bindings(lua_State *L);

// stages.c
void shot_add_stages(lua_State *L);
// Returns the name of a declared stage; null for any other value.
const char *shot_stage_name(lua_State *L, int index);

// dates.c
void shot_add_dates(lua_State *L);

// sheet.c. Counts the read of a field; returns whether it is the sheet's, and billed with the call.
bool shot_count_read(shot_member_table *sheet, int32_t field);
// Fills the table at `table` for the next call; its members' names are the upvalues from `names`.
void shot_fill_sheet(lua_State *L, int table, int meta, int names);

// options.c, json.c, require.c, state.c, assets.c
void shot_add_options(lua_State *L);
void shot_add_require(lua_State *L, int globals);
int shot_require(lua_State *L);
void shot_push_json(lua_State *L, shotlua_text json);
void shot_push_value(lua_State *L, const shotlua_value *value);
void shot_compile(lua_State *L, shotlua_text source, const char *path);
// Returns the dump of the function on top of the stack, in memory of the state's own.
shotlua_text shot_dump(lua_State *L);
void shot_drop_dump(shotlua *s, shotlua_text dumped);
void shot_add_assets(lua_State *L);
