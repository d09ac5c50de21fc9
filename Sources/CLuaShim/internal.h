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
  // What reading a field is billed, beside what a long value takes.
  SHOT_FIELD_COST = 10,
  SHOT_SHEET_FIELDS = 8,
  SHOT_SHEET_TEXT = 64,
};

// ThreadSanitizer hands a signal on when the thread next calls the C library, which Lua may never
// do; so with it the hook that a signal would arm is armed already.
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
  // The most that was taken at a time.
  int64_t peak;
  uint64_t births;
} shot_arena;

// What the watchdog keeps of a state that runs; guarded by the watchdog's lock.
typedef struct {
  shotlua *previous;
  shotlua *next;
  pthread_t thread;
  uint64_t serial;
  // What the thread had used of the processor when it was looked at last.
  int64_t used_nanoseconds;
  int64_t elapsed_nanoseconds;
  int32_t ticks;
} shot_watched;

typedef struct {
  const char *key;
  int32_t field;
} shot_field_slot;

// A line of the rule or of a module, whose path belongs to the state; line 0 when none is known.
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

// An order in which Lua gives the keys of a shape: the place among the sorted keys for each of them.
typedef struct {
  uint8_t shape;
  uint8_t count;
  uint8_t places[SHOT_SHAPE_KEYS];
} shot_natural_order;

// The table that a function gets in place of an asset, and what its members are.
typedef struct {
  int32_t fields[SHOT_SHEET_FIELDS];
  int32_t count;
  // Whether the function reads no other members, and whether the others can be read now.
  bool is_all, is_open;
  // How many calls there were since its reads were counted, and the fields that many calls read.
  int32_t calls;
  uint32_t wanted;
  int32_t reads[SHOT_SHEET_FIELDS];
  shotlua_plain held[SHOT_SHEET_FIELDS];
  char texts[SHOT_SHEET_FIELDS][SHOT_SHEET_TEXT];
} shot_sheet;

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
  // Whether the rule was given a stand-in for an option that was not set.
  bool has_pending;

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
  shot_place typed_place;
  // What Lua raised when a call last failed, and in which function; no bytes when there is none.
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
  // Registry keys.
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
  // By a function's number: its options at 0, then the names of what it returns.
  int bindings;
  int modules;
  int result;

  shot_field_slot fields[SHOT_FIELD_SLOTS];
  // What traversal.c remembers of the tables that it went through.
  struct shot_shape *shapes[SHOT_SHAPES];
  int32_t shape_count;
  shot_natural_order orders[SHOT_SHAPES];
  shotlua_value value;

  // The batch that is being evaluated.
  const shotlua_reader *reader;
  // What is being studied.
  const struct shot_question *question;
  // What is being bound.
  const shotlua_binding *binding;
  // Why a result is no value, where that names a member.
  char reason[256];
  const int32_t *indices;
  size_t index_count;
  // How many calls of the batch have ended.
  size_t place;
  shot_sheet *sheet;
  int32_t function;
  bool *verdicts;
  // What the running call was given.
  const void *asset;
  int32_t asset_index;
  // The creation date that the running call read, which has a clock of its own.
  bool knows_created;
  double created;
};

static inline shotlua *shot_state(lua_State *L) { return *(shotlua **)lua_getextraspace(L); }

// What a state may take of the system while one function of Lua's runs. The rest of twice the
// budget is for what the system adds, and for the program itself.
static inline int64_t shot_ceiling(const shotlua_budget *budget) {
  return budget->memory + budget->memory / 2;
}

// arena.c
void *shot_allocate(void *state, void *block, size_t old_size, size_t new_size);
void *shot_take(shotlua *s, size_t size);
// How many blocks were made before the one that begins at `block`.
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
// The line of the rule itself that led here, whatever modules lie between.
int32_t shot_rule_line(shotlua *s);

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
// False when there is no thread for it.
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
// Replaces the table on top of the stack, below `upvalues` values, by an empty one that stands for it,
// with `write` for what is written. No rule can reach the table itself.
void shot_stand_in(lua_State *L, lua_CFunction write, int upvalues);

// Each leaves its library on the stack, or adds to the one on top of it.
int shot_open_strings(lua_State *L);
void shot_add_patterns(lua_State *L);
int shot_open_tables(lua_State *L);
void shot_add_sort(lua_State *L);
void shot_add_traversal(lua_State *L);
lua_Integer shot_list_length(lua_State *L, int index);
// Leaves a function that gives one key of the table after the other, with its value, whatever it is
// called with.
void shot_push_traversal(lua_State *L, int table);

// keys.c: a table's key, as it is ordered.
typedef struct {
  int32_t rank;
  bool is_text, is_whole;
  // Where it stood; for the caller.
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
// Leaves a value for a call of `word` with the arguments from `first` to the top of the stack.
void shot_push_call(lua_State *L, const shotlua_word *word, int first, int meta, shot_place place);

// unknowns.c
// Notes a name that nothing defines; null where there is no room for more.
shotlua_stray_name *shot_note_stray(shotlua *s, shot_place place, const char *name, size_t length);
void shot_add_unknowns(lua_State *L);
void shot_allow_unknown_calls(lua_State *L, bool allowed);
// Leaves a stand-in for the value of an option, which can be used as any value could.
void shot_push_pending(lua_State *L);

// flatten.c
void shot_flatten(lua_State *L, int index, shot_place place, bool functions);

// returns.c: what a function returned for the asset in that place of the batch, on top of the stack.
// Returns why it is no value, or null.
const char *shot_hand_over(lua_State *L, size_t place);

// bindings.c: the same for a function that returns members of these names, a table in that place.
const char *shot_hand_over_named(lua_State *L, int names, size_t place);
void shot_add_bindings(lua_State *L);

// stages.c
void shot_add_stages(lua_State *L);
// The name of a declared stage; null for any other value.
const char *shot_stage_name(lua_State *L, int index);

// dates.c
void shot_add_dates(lua_State *L);

// sheet.c
// Whether the field is one of the sheet's, of which a read is billed with the call; counts the read.
bool shot_count_read(shot_sheet *sheet, int32_t field);
// Fills the table at `table` for the next call; the names of its members are the upvalues from `names`.
void shot_fill_sheet(lua_State *L, int table, int meta, int names);

// options.c, json.c, require.c, load.c, assets.c
void shot_add_options(lua_State *L);
void shot_add_require(lua_State *L, int globals);
int shot_require(lua_State *L);
void shot_push_json(lua_State *L, shotlua_text json);
void shot_push_value(lua_State *L, const shotlua_value *value);
void shot_compile(lua_State *L, shotlua_text source, const char *path);
// The function on top of the stack as it was compiled, in memory of the state's own.
shotlua_text shot_dump(lua_State *L);
void shot_drop_dump(shotlua *s, shotlua_text dumped);
void shot_add_assets(lua_State *L);
