// The allocator of a state, which counts every byte and never fails: Lua 5.4.4 frees a block twice
// when an allocation fails inside a table resize. Beyond the limit the hook is armed, which
// collects garbage at the next instruction and ends the rule if that was not enough; at the ceiling
// the rule ends at once. Small blocks come from chunks by size class, so that a state is freed
// without lua_close, which would run code of the rule.
//
// In front of each block is its birth: the number of blocks that were allocated before it. Tables
// and functions never move, so births order them in the same way in each run, unlike addresses.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { GRAIN = 16, CHUNK_SIZE = 32 * 1024, HEAD = sizeof(uint64_t) };

struct shot_chunk {
  struct shot_chunk *next;
  size_t padding;
};

struct shot_large {
  struct shot_large *previous;
  struct shot_large *next;
  size_t size;
  uint64_t birth;
};

static inline size_t size_class(size_t size) { return (size + HEAD + GRAIN - 1) / GRAIN; }
static inline bool is_small(size_t size) { return size + HEAD <= SHOT_SMALL_CLASSES * GRAIN; }

uint64_t shot_birth(const void *block) { return ((const uint64_t *)block)[-1]; }

static void *born(shot_arena *arena, void *block) {
  ((uint64_t *)block)[-1] = arena->births++;
  return block;
}

// Kills the rule unless `size` more bytes from the system stay below the ceiling.
static void reserve(shotlua *s, size_t size) {
  shot_arena *arena = &s->arena;
  if (size > (size_t)arena->ceiling || arena->taken + (int64_t)size > arena->ceiling) {
    shot_kill_here(s, SHOTLUA_OUT_OF_MEMORY);
  }
}

static void take_into_account(shot_arena *arena, int64_t change) {
  arena->taken += change;
  if (arena->taken > arena->peak) arena->peak = arena->taken;
}

static void *take_small(shotlua *s, size_t class) {
  shot_arena *arena = &s->arena;
  void *block = arena->idle[class];
  if (block) {
    arena->idle[class] = *(void **)block;
    return born(arena, block);
  }
  size_t size = class * GRAIN;
  if ((size_t)(arena->fresh_end - arena->fresh) < size) {
    reserve(s, CHUNK_SIZE);
    s->shields = s->shields + 1;
    struct shot_chunk *chunk = malloc(CHUNK_SIZE);
    if (chunk) {
      chunk->next = arena->chunks;
      arena->chunks = chunk;
    }
    s->shields = s->shields - 1;
    if (!chunk) shot_kill_here(s, SHOTLUA_OUT_OF_MEMORY);
    take_into_account(arena, CHUNK_SIZE);
    arena->fresh = (char *)(chunk + 1);
    arena->fresh_end = (char *)chunk + CHUNK_SIZE;
  }
  block = arena->fresh + HEAD;
  arena->fresh += size;
  return born(arena, block);
}

static void give_small(shot_arena *arena, void *block, size_t class) {
  *(void **)block = arena->idle[class];
  arena->idle[class] = block;
}

static void link_large(shot_arena *arena, struct shot_large *large) {
  large->previous = NULL;
  large->next = arena->larges;
  if (large->next) large->next->previous = large;
  arena->larges = large;
}

static void unlink_large(shot_arena *arena, struct shot_large *large) {
  if (large->previous) large->previous->next = large->next;
  else arena->larges = large->next;
  if (large->next) large->next->previous = large->previous;
}

// Allocates, resizes or (with size 0) frees a large block; the lists are always consistent.
static void *change_large(shotlua *s, void *block, size_t size) {
  shot_arena *arena = &s->arena;
  struct shot_large *old = block ? (struct shot_large *)block - 1 : NULL;
  size_t old_size = old ? old->size : 0;
  if (size > old_size) reserve(s, size - old_size);
  s->shields = s->shields + 1;
  if (old) unlink_large(arena, old);
  struct shot_large *new = NULL;
  if (size == 0) {
    free(old);
  } else {
    new = realloc(old, sizeof(struct shot_large) + size);
    if (new) {
      new->size = size;
      link_large(arena, new);
    } else if (old) {
      link_large(arena, old);
    }
  }
  s->shields = s->shields - 1;
  if (size != 0 && !new) shot_kill_here(s, SHOTLUA_OUT_OF_MEMORY);
  take_into_account(arena, (int64_t)size - (int64_t)old_size);
  if (new && !old) born(arena, new + 1);
  return new ? new + 1 : NULL;
}

static void account(shotlua *s, int64_t change) {
  shot_arena *arena = &s->arena;
  arena->held += change;
  if (arena->held > arena->limit && !s->over_memory && s->L) {
    s->over_memory = true;
    s->hook_armed = 1;
    lua_sethook(s->L, shot_hook, LUA_MASKCOUNT, 1);
  }
}

static inline void end_when_stopped(shotlua *s) {
  int32_t stop = atomic_load_explicit(&s->stop, memory_order_relaxed);
  if (stop) shot_kill_here(s, (shotlua_error_kind)stop);
}

static inline void *take(shotlua *s, size_t size) {
  return is_small(size) ? take_small(s, size_class(size)) : change_large(s, NULL, size);
}

static inline void give(shotlua *s, void *block, size_t size) {
  if (is_small(size)) give_small(&s->arena, block, size_class(size));
  else change_large(s, block, 0);
}

static void *resize(shotlua *s, void *block, size_t old_size, size_t new_size) {
  bool was_small = is_small(old_size), stays_small = is_small(new_size);
  if (was_small && stays_small && size_class(old_size) == size_class(new_size)) return block;
  if (!was_small && !stays_small) return change_large(s, block, new_size);
  void *result = take(s, new_size);
  memcpy(result, block, old_size < new_size ? old_size : new_size);
  give(s, block, old_size);
  return result;
}

void *shot_allocate(void *state, void *block, size_t old_size, size_t new_size) {
  shotlua *s = state;
  if (new_size == 0) {
    if (!block) return NULL;
    give(s, block, old_size);
    s->arena.held -= (int64_t)old_size;
    return NULL;
  }
  if (!block) old_size = 0;
  if (new_size > old_size) end_when_stopped(s);
  void *result = block ? resize(s, block, old_size, new_size) : take(s, new_size);
  account(s, (int64_t)new_size - (int64_t)old_size);
  return result;
}

void *shot_take(shotlua *s, size_t size) { return shot_allocate(s, NULL, 0, size); }

void shot_free_all(shot_arena *arena) {
  while (arena->larges) {
    struct shot_large *large = arena->larges;
    arena->larges = large->next;
    free(large);
  }
  while (arena->chunks) {
    struct shot_chunk *chunk = arena->chunks;
    arena->chunks = chunk->next;
    free(chunk);
  }
}
