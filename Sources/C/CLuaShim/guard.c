// The only way into Lua, and the exits that code of a rule can't prevent. A kill leaves with
// siglongjmp, past every pcall, message handler, __close and hook of the rule. The skipped frames
// are those of Lua and this library, which hold only memory of the state's own arena.

#include "internal.h"

#include <string.h>

static shot_place place_of(shotlua *s, int level, bool or_above) {
  lua_Debug activation;
  for (; s->L && level < 32 && lua_getstack(s->L, level, &activation); level++) {
    if (lua_getinfo(s->L, "Sl", &activation) && activation.currentline > 0) {
      return (shot_place){activation.currentline, shot_path_of_chunk(s, activation.short_src)};
    }
    if (!or_above) break;
  }
  return (shot_place){0};
}

// Returns the place of Lua code: the innermost call that has a line.
shot_place shot_innermost_place(shotlua *s) { return place_of(s, 0, true); }

// Returns the place that called the running C function, if that is Lua code.
shot_place shot_calling_place(lua_State *L) { return place_of(shot_state(L), 1, false); }

int32_t shot_rule_line(shotlua *s) {
  lua_Debug activation;
  int32_t line = 0;
  for (int level = 0; s->L && lua_getstack(s->L, level, &activation); level++) {
    if (lua_getinfo(s->L, "Sl", &activation) && activation.currentline > 0 &&
        shot_path_of_chunk(s, activation.short_src) == s->source_path) {
      line = activation.currentline;
    }
  }
  return line;
}

void shot_kill(shotlua *s, shotlua_error_kind kind, shot_place place) {
  s->error.kind = kind;
  s->error.line = place.line;
  s->error.chunk = place.chunk ? place.chunk : s->source_path;
  siglongjmp(s->exit, 1);
}

void shot_kill_here(shotlua *s, shotlua_error_kind kind) {
  shot_kill(s, kind, shot_innermost_place(s));
}

void shot_bill_beyond(shotlua *s) {
  int32_t stop = atomic_load_explicit(&s->stop, memory_order_relaxed);
  shot_kill_here(s, stop ? (shotlua_error_kind)stop : SHOTLUA_OUT_OF_INSTRUCTIONS);
}

void shot_hook(lua_State *L, lua_Debug *activation) {
  (void)activation;
  shotlua *s = shot_state(L);
  if (s->over_memory) {
    lua_gc(L, LUA_GCCOLLECT, 0);
    if (s->arena.held > s->arena.limit) shot_kill_here(s, SHOTLUA_OUT_OF_MEMORY);
    s->over_memory = false;
    lua_sethook(L, shot_hook, LUA_MASKCOUNT, SHOT_HOOK_INTERVAL);
  }
  shot_bill(s, SHOT_HOOK_INTERVAL);
}

static bool refuse_unwatched(shotlua *s) {
  static const char message[] = "the system has no thread left to watch over the rule";
  s->error.kind = SHOTLUA_RUNTIME;
  shot_set_message(s, message, sizeof message - 1);
  s->dead = true;
  return false;
}

// Runs `body` protected. After an error, `error` describes it; after a kill, the state is dead.
bool shot_guard(shotlua *s, const shotlua_budget *budget, lua_CFunction body) {
  if (s->dead) return false;
  memset(&s->error, 0, sizeof s->error);
  s->message[0] = s->token[0] = 0;
  s->error.message = s->message;
  s->error.token = s->token;
  s->error.chunk = s->source_path;
  s->budget = budget;
  s->used = 0;
  s->shields = 0;
  atomic_store(&s->in_host, false);
  s->arena.limit = budget->memory;
  s->arena.ceiling = shot_ceiling(budget);
  atomic_store(&s->stop, 0);
  atomic_store(&s->overdue, false);
  atomic_fetch_add_explicit(&s->serial, 1, memory_order_relaxed);
  shot_prepare_thread();
  if (sigsetjmp(s->exit, 1) == 0) {
    if (!shot_watch(s)) return refuse_unwatched(s);
    lua_settop(s->L, 0);
    lua_pushcfunction(s->L, body);
    if (lua_pcall(s->L, 0, 0, 0) != LUA_OK) {
      if (s->error.kind == SHOTLUA_NO_ERROR) s->error.kind = SHOTLUA_RUNTIME;
      lua_pushcfunction(s->L, shot_describe_error);
      lua_insert(s->L, 1);
      if (lua_pcall(s->L, 1, 0, 0) != LUA_OK) {
        shot_set_message(s, "the error has no readable text", 30);
      }
    }
    lua_settop(s->L, 0);
  } else {
    s->dead = true;
  }
  shot_unwatch(s);
  atomic_fetch_add_explicit(&s->serial, 1, memory_order_relaxed);
  return s->error.kind == SHOTLUA_NO_ERROR;
}
