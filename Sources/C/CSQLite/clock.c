#include "clock.h"

#include <stddef.h>

// The first second of 2001, from which Core Data counts, in seconds since 1970.
static const sqlite3_int64 first_second = 978307200;

// The greatest distance of a date from 2001, and of a zone from UTC, in seconds.
static const double longest_time = 9.0e15;
static const sqlite3_int64 farthest_zone = 64800;

static sqlite3_int64 floor_divide(sqlite3_int64 value, sqlite3_int64 divisor) {
  return value / divisor - (value % divisor < 0);
}

// The whole second of a date, which is rounded to microseconds first: 0.063 is stored as 0.06299999.
static sqlite3_int64 whole_second(double seconds) {
  sqlite3_int64 whole = (sqlite3_int64)seconds;
  if ((double)whole > seconds) whole--;
  return whole + ((seconds - (double)whole) * 1e6 >= 999999.5);
}

// The day of the year, as 100 times the month plus the day, of a day since 1970. Years begin in March
// here, so that the day that only some years have is their last.
static sqlite3_int64 day_of_year(sqlite3_int64 day) {
  sqlite3_int64 shifted = day + 719468;
  sqlite3_int64 of_era = shifted - floor_divide(shifted, 146097) * 146097;
  sqlite3_int64 year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  sqlite3_int64 of_year = of_era - (365 * year + year / 4 - year / 100);
  sqlite3_int64 month = (5 * of_year + 2) / 153;
  return (month < 10 ? month + 3 : month - 9) * 100 + of_year - (153 * month + 2) / 5 + 1;
}

void is_on_clock(sqlite3_context *context, int count, sqlite3_value **values) {
  if (count < 3) return;
  int type = sqlite3_value_type(values[0]);
  double seconds = sqlite3_value_double(values[0]);
  int is_date = (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && seconds >= -longest_time &&
                seconds <= longest_time;
  int has_zone = sqlite3_value_type(values[1]) == SQLITE_INTEGER;
  sqlite3_int64 zone = sqlite3_value_int64(values[1]);
  if (!is_date || !has_zone || zone < -farthest_zone || zone > farthest_zone) {
    sqlite3_result_int(context, is_date);
    return;
  }
  // Zones are of whole minutes, cut towards 0.
  sqlite3_int64 clock = whole_second(seconds) + first_second + zone / 60 * 60;
  sqlite3_int64 day = floor_divide(clock, 86400), number;
  const unsigned char *unit = sqlite3_value_text(values[2]);
  switch (unit == NULL ? 0 : *unit) {
    case 'm': number = (clock - day * 86400) / 60; break;
    // 1970-01-01 was a Thursday.
    case 'w': number = day + 3 - floor_divide(day + 3, 7) * 7 + 1; break;
    case 'd': number = day_of_year(day); break;
    default: return;
  }
  int holds = 0;
  for (int i = 3; i + 1 < count && !holds; i += 2) {
    holds = number >= sqlite3_value_int64(values[i]) && number <= sqlite3_value_int64(values[i + 1]);
  }
  sqlite3_result_int(context, holds);
}
