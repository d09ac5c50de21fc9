// Dates: seconds since 1970, plain numbers with the members of a calendar date. All numbers share
// one metatable, which Lua uses only for operations such as `date.year` or `date < "2024-12-31"`: a
// rule that only compares or subtracts dates has no overhead.

#include "internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The largest date in seconds; its milliseconds fit into 64 bits.
static const double LARGEST = 9.2e15;
static const int64_t DAY = 86400000;

// The components of a date on a clock.
typedef struct {
  int64_t year, day_of_year;
  int month, day, hour, minute, second, weekday;
  // The milliseconds since 1970 as if the clock showed UTC, and its offset to UTC in seconds.
  int64_t wall;
  int32_t offset;
} shot_clock;

static int64_t floor_divide(int64_t value, int64_t divisor) {
  int64_t quotient = value / divisor;
  return value % divisor < 0 ? quotient - 1 : quotient;
}

static bool read_moment(lua_State *L, int index, int64_t *milliseconds) {
  lua_Number seconds = lua_tonumber(L, index);
  if (!(fabs(seconds) <= LARGEST)) return false;
  *milliseconds = llround(seconds * 1000);
  return true;
}

// Returns the offset at the asset's place for the creation date that the function read, else that
// of this computer.
static int32_t offset_at(shotlua *s, lua_Number seconds, int64_t milliseconds) {
  int32_t offset = 0;
  shot_bill(s, 20);
  shot_enter_host(s);
  if (s->asset && s->knows_created && s->created == seconds) {
    offset = s->reader->clock(s->reader->context, s->asset_index);
  } else if (s->host.clock) {
    offset = s->host.clock(s->host.context, floor_divide(milliseconds, 1000));
  }
  shot_leave_host(s);
  return offset;
}

// Howard Hinnant's `civil_from_days`.
static void set_day(shot_clock *clock, int64_t days) {
  int64_t shifted = days + 719468, era = floor_divide(shifted, 146097);
  int64_t of_era = shifted - era * 146097;
  int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t from_march = of_era - (365 * year + year / 4 - year / 100);
  int64_t month = (5 * from_march + 2) / 153;
  clock->day = (int)(from_march - (153 * month + 2) / 5 + 1);
  clock->month = (int)(month < 10 ? month + 3 : month - 9);
  clock->year = year + era * 400 + (clock->month <= 2);
  bool is_leap = (clock->year % 4 == 0 && clock->year % 100 != 0) || clock->year % 400 == 0;
  clock->day_of_year = month < 10 ? from_march + 60 + is_leap : from_march - 305;
  clock->weekday = (int)(days + 3 - floor_divide(days + 3, 7) * 7) + 1;
}

static shot_clock read_clock(lua_State *L, int index) {
  int64_t milliseconds;
  if (!read_moment(L, index, &milliseconds)) luaL_error(L, "this number is no date");
  shot_clock clock = {.offset = offset_at(shot_state(L), lua_tonumber(L, index), milliseconds)};
  clock.wall = milliseconds + (int64_t)clock.offset * 1000;
  int64_t days = floor_divide(clock.wall, DAY), rest = clock.wall - days * DAY;
  set_day(&clock, days);
  clock.hour = (int)(rest / 3600000);
  clock.minute = (int)(rest / 60000 % 60);
  clock.second = (int)(rest / 1000 % 60);
  return clock;
}

// Returns the number of the week that contains the day, and sets its year, by ISO 8601.
static int week(const shot_clock *clock, int64_t *year) {
  int64_t number = (clock->day_of_year - clock->weekday + 10) / 7;
  *year = clock->year;
  shot_clock other = {0};
  if (number == 0) {
    // The last week of the previous year.
    set_day(&other, floor_divide(clock->wall, DAY) - clock->day_of_year);
    *year = other.year;
    return (int)((other.day_of_year - other.weekday + 10) / 7);
  }
  if (number == 53) {
    // The year of a week is that of its Thursday.
    set_day(&other, floor_divide(clock->wall, DAY) + 4 - clock->weekday);
    if (other.year != clock->year) {
      *year = other.year;
      return 1;
    }
  }
  return (int)number;
}

static const char *const WEEKDAYS[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                       "Friday", "Saturday", "Sunday"};
static const char *const MONTHS[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

// Adds the value of one letter of a format; returns false for an undefined letter.
static bool add_part(luaL_Buffer *out, const shot_clock *clock, char letter) {
  char text[64];
  int64_t year;
  int minutes = abs(clock->offset) / 60;
  switch (letter) {
    case 'Y': snprintf(text, sizeof text, "%04lld", (long long)clock->year); break;
    case 'y': snprintf(text, sizeof text, "%02d", (int)(llabs(clock->year) % 100)); break;
    case 'm': snprintf(text, sizeof text, "%02d", clock->month); break;
    case 'd': snprintf(text, sizeof text, "%02d", clock->day); break;
    case 'e': snprintf(text, sizeof text, "%2d", clock->day); break;
    case 'j': snprintf(text, sizeof text, "%03d", (int)clock->day_of_year); break;
    case 'H': snprintf(text, sizeof text, "%02d", clock->hour); break;
    case 'I': snprintf(text, sizeof text, "%02d", (clock->hour + 11) % 12 + 1); break;
    case 'p': snprintf(text, sizeof text, "%s", clock->hour < 12 ? "AM" : "PM"); break;
    case 'M': snprintf(text, sizeof text, "%02d", clock->minute); break;
    case 'S': snprintf(text, sizeof text, "%02d", clock->second); break;
    case 'a': snprintf(text, sizeof text, "%.3s", WEEKDAYS[clock->weekday - 1]); break;
    case 'A': snprintf(text, sizeof text, "%s", WEEKDAYS[clock->weekday - 1]); break;
    case 'b': snprintf(text, sizeof text, "%.3s", MONTHS[clock->month - 1]); break;
    case 'B': snprintf(text, sizeof text, "%s", MONTHS[clock->month - 1]); break;
    case 'u': snprintf(text, sizeof text, "%d", clock->weekday); break;
    case 'V': snprintf(text, sizeof text, "%02d", week(clock, &year)); break;
    case 'G':
      week(clock, &year);
      snprintf(text, sizeof text, "%04lld", (long long)year);
      break;
    case 'F':
      snprintf(text, sizeof text, "%04lld-%02d-%02d", (long long)clock->year, clock->month, clock->day);
      break;
    case 'R': snprintf(text, sizeof text, "%02d:%02d", clock->hour, clock->minute); break;
    case 'T':
      snprintf(text, sizeof text, "%02d:%02d:%02d", clock->hour, clock->minute, clock->second);
      break;
    case 'z':
      snprintf(text, sizeof text, "%c%02d%02d", clock->offset < 0 ? '-' : '+', minutes / 60,
               minutes % 60);
      break;
    case '%': snprintf(text, sizeof text, "%%"); break;
    default: return false;
  }
  luaL_addstring(out, text);
  return true;
}

// date:format("%Y-%m")
static int format_date(lua_State *L) {
  if (lua_type(L, 1) != LUA_TNUMBER) {
    return luaL_error(L, "call it with a colon on a date: asset.creationDate:format(\"%%Y-%%m\")");
  }
  if (lua_type(L, 2) != LUA_TSTRING) {
    return luaL_error(L, "format takes a text such as \"%%Y-%%m-%%d\"");
  }
  size_t length;
  const char *pattern = lua_tolstring(L, 2, &length);
  shot_clock clock = read_clock(L, 1);
  shot_bill(shot_state(L), (int64_t)length);
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  for (size_t i = 0; i < length; i++) {
    if (pattern[i] != '%') {
      luaL_addchar(&out, pattern[i]);
    } else if (++i == length || !add_part(&out, &clock, pattern[i])) {
      char letter[2] = {i < length ? pattern[i] : 0, 0};
      return luaL_error(L, "format knows no %%%s; it knows %s", letter, SHOTLUA_DATE_LETTERS);
    }
  }
  luaL_pushresult(&out);
  return 1;
}

static int read_part(lua_State *L) {
  static const char *const names[] = {"year",   "month",  "day",     "hour",
                                      "minute", "second", "weekday", "format", NULL};
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;
  if (!name) return luaL_error(L, "attempt to index a number value");
  int place = 0;
  while (names[place] && strcmp(names[place], name) != 0) place++;
  if (!names[place]) {
    return shot_raise(L, SHOTLUA_RUNTIME, name,
                      "a number has no \"%.100s\"; one that is a date has year, month, day, hour, "
                      "minute, second, weekday and format", name);
  }
  if (place == 7) {
    lua_pushcfunction(L, format_date);
    return 1;
  }
  shot_clock clock = read_clock(L, 1);
  const lua_Integer parts[] = {clock.year,   clock.month,  clock.day,    clock.hour,
                               clock.minute, clock.second, clock.weekday};
  lua_pushinteger(L, parts[place]);
  return 1;
}

static void push_type(lua_State *L, int index) {
  if (luaL_getmetafield(L, index, "__name") != LUA_TSTRING) {
    lua_pushstring(L, luaL_typename(L, index));
  }
}

// Compares as Lua does without the metatable of numbers.
static int compare_otherwise(lua_State *L, const char *event) {
  for (int index = 1; index <= 2; index++) {
    if (lua_type(L, index) == LUA_TNUMBER) continue;
    if (luaL_getmetafield(L, index, event) == LUA_TNIL) continue;
    lua_insert(L, 1);
    lua_settop(L, 3);
    lua_call(L, 2, 1);
    lua_pushboolean(L, lua_toboolean(L, -1));
    return 1;
  }
  push_type(L, 1);
  push_type(L, 2);
  return luaL_error(L, "attempt to compare %s with %s", lua_tostring(L, -2), lua_tostring(L, -1));
}

// Compares a number with a text, which is a date: `asset.creationDate < "2024-12-31"`. A day is a
// range, as in tests: dates within it are neither before nor after it.
static int compare(lua_State *L, bool or_equal) {
  shotlua *s = shot_state(L);
  int text = lua_type(L, 1) == LUA_TSTRING ? 1 : 2, number = 3 - text;
  if (lua_type(L, text) != LUA_TSTRING || lua_type(L, number) != LUA_TNUMBER) {
    return compare_otherwise(L, or_equal ? "__le" : "__lt");
  }
  shotlua_text bytes = {0};
  bytes.bytes = lua_tolstring(L, text, &bytes.length);
  shotlua_date date;
  shot_bill(s, 20 + (int64_t)(bytes.length / 16));
  shot_enter_host(s);
  bool is_date = s->host.date && s->host.date(s->host.context, bytes, &date);
  shot_leave_host(s);
  int64_t moment;
  if (!is_date || !read_moment(L, number, &moment)) {
    const char *remedy = s->asset ? "; a date compares with a text such as \"2024-12-31\"" : "";
    return luaL_error(L, "attempt to compare %s with %s%s", luaL_typename(L, 1),
                      luaL_typename(L, 2), remedy);
  }
  if (!date.has_zone) moment += (int64_t)offset_at(s, lua_tonumber(L, number), moment) * 1000;
  int64_t start = date.start, end = date.has_zone ? date.start + 1 : date.end;
  bool holds = text == 2 ? moment < (or_equal ? end : start) : moment >= (or_equal ? start : end);
  lua_pushboolean(L, holds);
  return 1;
}

static int is_less(lua_State *L) { return compare(L, false); }
static int is_at_most(lua_State *L) { return compare(L, true); }

void shot_add_dates(lua_State *L) {
  static const luaL_Reg own[] = {
      {"__index", read_part}, {"__lt", is_less}, {"__le", is_at_most}, {NULL, NULL}};
  lua_pushinteger(L, 0);
  lua_newtable(L);
  luaL_setfuncs(L, own, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}
