// Sheets: tables with an asset's fields as members, for functions that only read those. A function
// that only reads members of its asset by constant names can't distinguish a table from an asset,
// and can't keep it. So all its calls share one table, and the cached values of the fields that it
// names become members before each call: Lua reads these without calling C. Other members are read
// like those of an asset.
//
// A field that few calls read is cheaper to read on demand. So the reads of some calls are counted
// from time to time, and only fields that many of them read are passed ahead. That affects only the
// time: all reads of the function's fields are billed with each call, regardless of their number.

#include "internal.h"

#include <string.h>

// The number of calls whose reads are counted, and of the following ones whose reads are not.
enum { COUNTED_CALLS = 32, UNCOUNTED_CALLS = 8192 };

bool shot_count_read(shot_member_table *sheet, int32_t field) {
  for (int32_t i = 0; i < sheet->count; i++) {
    if (sheet->fields[i] != field) continue;
    sheet->reads[i]++;
    return true;
  }
  return false;
}

// Decides which fields are passed ahead of the next call.
static void choose_wanted(shot_member_table *sheet) {
  if (sheet->calls == COUNTED_CALLS + UNCOUNTED_CALLS) sheet->calls = 0;
  if (sheet->calls == 0) {
    sheet->wanted = 0;
    memset(sheet->reads, 0, sizeof sheet->reads);
  } else if (sheet->calls == COUNTED_CALLS) {
    for (int32_t i = 0; i < sheet->count; i++) {
      if (sheet->reads[i] >= COUNTED_CALLS / 4) sheet->wanted |= UINT32_C(1) << i;
    }
  }
  sheet->calls++;
}

static bool is_nothing(const shotlua_plain *value) {
  return value->kind == SHOTLUA_PLAIN_UNREAD || value->kind == SHOTLUA_PLAIN_ABSENT;
}

// Returns whether the member has that value from an earlier call.
static bool is_held(const shotlua_plain *held, const shotlua_plain *value) {
  if (held->kind != value->kind) return is_nothing(held) && is_nothing(value);
  if (value->kind != SHOTLUA_PLAIN_TEXT) return held->bits == value->bits;
  return held->length == value->length &&
         memcmp((const void *)(uintptr_t)held->bits, (const void *)(uintptr_t)value->bits,
                value->length) == 0;
}

static void push_plain(lua_State *L, const shotlua_plain *value) {
  lua_Number number;
  switch (value->kind) {
    case SHOTLUA_PLAIN_UNREAD:
    case SHOTLUA_PLAIN_ABSENT:
      lua_pushnil(L);
      return;
    case SHOTLUA_PLAIN_FLAG:
      lua_pushboolean(L, value->bits != 0);
      return;
    case SHOTLUA_PLAIN_INTEGER:
      lua_pushinteger(L, (lua_Integer)value->bits);
      return;
    case SHOTLUA_PLAIN_NUMBER:
    case SHOTLUA_PLAIN_CREATED:
      memcpy(&number, &value->bits, sizeof number);
      lua_pushnumber(L, number);
      return;
    case SHOTLUA_PLAIN_TEXT:
      lua_pushlstring(L, (const char *)(uintptr_t)value->bits, value->length);
      return;
  }
}

static void hold(shot_member_table *sheet, int32_t place, const shotlua_plain *value) {
  sheet->held[place] = *value;
  if (value->kind != SHOTLUA_PLAIN_TEXT) return;
  memcpy(sheet->texts[place], (const void *)(uintptr_t)value->bits, value->length);
  sheet->held[place].bits = (uintptr_t)sheet->texts[place];
}

// Decides whether absent members are read on demand or are nil.
static void open_sheet(lua_State *L, int table, int meta, bool is_open) {
  if (is_open) lua_pushvalue(L, meta);
  else lua_pushnil(L);
  lua_setmetatable(L, table);
}

void shot_fill_sheet(lua_State *L, int table, int meta, int names) {
  shotlua *s = shot_state(L);
  shot_member_table *sheet = s->sheet;
  shotlua_plain values[SHOT_SHEET_FIELDS];
  bool is_open = !sheet->is_all;
  choose_wanted(sheet);
  s->used = SHOT_FIELD_COST * sheet->count;
  if (sheet->wanted) {
    shot_enter_host(s);
    s->reader->recall(s->reader->context, s->asset_index, sheet->wanted, values);
    shot_leave_host(s);
  } else {
    memset(values, 0, sizeof values);
  }
  for (int32_t i = 0; i < sheet->count; i++) {
    const shotlua_plain *value = &values[i];
    if (value->kind == SHOTLUA_PLAIN_UNREAD) is_open = true;
    if (value->kind == SHOTLUA_PLAIN_CREATED) {
      s->knows_created = true;
      memcpy(&s->created, &value->bits, sizeof s->created);
    }
    if (is_held(&sheet->held[i], value)) continue;
    lua_pushvalue(L, lua_upvalueindex(names + i));
    push_plain(L, value);
    lua_rawset(L, table);
    hold(sheet, i, value);
  }
  if (is_open == sheet->is_open) return;
  sheet->is_open = is_open;
  open_sheet(L, table, meta, is_open);
}

// The arguments of `shotlua_study`.
struct shot_study_request {
  int32_t function;
  void *context;
  bool (*study)(void *context, shotlua_text code, shotlua_use *use);
};

static int study_body(lua_State *L) {
  shotlua *s = shot_state(L);
  const struct shot_study_request *question = s->question;
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->functions);
  lua_rawgeti(L, -1, question->function + 1);
  if (lua_iscfunction(L, -1)) return 0;
  shotlua_text code = shot_dump(L);
  shotlua_use use = {0};
  shot_enter_host(s);
  bool is_known = question->study(question->context, code, &use);
  shot_leave_host(s);
  shot_drop_dump(s, code);
  if (!is_known || use.count > SHOT_SHEET_FIELDS) return 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->sheets);
  shot_member_table *sheet = lua_newuserdatauv(L, sizeof *sheet, 1);
  memset(sheet, 0, sizeof *sheet);
  sheet->count = (int32_t)use.count;
  sheet->is_all = use.is_all;
  for (size_t i = 0; i < use.count; i++) sheet->fields[i] = use.fields[i];
  lua_createtable(L, 0, sheet->count);
  lua_setiuservalue(L, -2, 1);
  lua_rawseti(L, -2, question->function + 1);
  return 0;
}

bool shotlua_study(shotlua *state, int32_t function, void *context,
                   bool (*study)(void *context, shotlua_text code, shotlua_use *use)) {
  if (function < 0 || function >= state->function_count) return true;
  const struct shot_study_request question = {function, context, study};
  state->question = &question;
  bool is_done = shot_guard(state, &state->host.call, study_body);
  state->question = NULL;
  return is_done;
}
