#include "CSQLite.h"

#include "clock.h"

#include <string.h>

// The statements of a declared catalogue are made of texts that a stranger may have written, and
// read a database that another may have. Both may do nothing but read.

// The functions of SQLite that such a statement may call, in the order of their names.
static const char *const functions[] = {
    "->",          "->>",        "abs",      "as_date",    "as_moment",  "as_number",
    "as_text",     "as_whole",   "asset_keys", "avg",      "ceil",       "ceiling",
    "char",        "coalesce",   "count",    "date",       "datetime",   "days",
    "dense_rank",  "first_value", "floor",
    "format",      "glob",       "group_concat", "hex",    "ifnull",     "iif",
    "instr",       "is_near",    "json_extract", "json_valid", "julianday", "lag",
    "last_value",  "lead",       "length",   "like",       "lower",      "ltrim",
    "max",         "min",        "mod",      "mount_point", "nullif",    "passes",    "pow",
    "power",       "printf",     "quote",    "rank",       "replace",    "round",
    "row_number",  "rtrim",      "setting",  "sign",       "sqrt",       "strftime",   "substr",
    "substring",   "sum",        "time",     "total",      "trim",       "typeof",
    "unescaped",   "unicode",    "unixepoch", "upper",
};

static int is_allowed(const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (sqlite3_stricmp(functions[i], name) == 0) return 1;
  }
  return 0;
}

static int authorize(void *context, int action, const char *first, const char *second,
                     const char *database, const char *trigger) {
  (void)context, (void)first, (void)database, (void)trigger;
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION: return second != NULL && is_allowed(second) ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
  }
}

int csqlite_confine(sqlite3 *connection) {
  // A virtual table would run the code of its module; only lists of keys are passed as one.
  const char *modules[] = {"json_each", NULL};
  int code = csqlite_bound_functions(connection);
  if (code != SQLITE_OK) return code;
  code = sqlite3_drop_modules(connection, modules);
  if (code != SQLITE_OK) return code;
  // Its first use declares it as a table, which is refused later.
  code = sqlite3_exec(connection, "SELECT value FROM json_each('[]')", NULL, NULL, NULL);
  if (code != SQLITE_OK) return code;
  const struct {
    int limit, value;
  } limits[] = {
      {SQLITE_LIMIT_ATTACHED, 0},      {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
      {SQLITE_LIMIT_EXPR_DEPTH, 1000}, {SQLITE_LIMIT_COMPOUND_SELECT, 50},
      {SQLITE_LIMIT_WORKER_THREADS, 0},
  };
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    sqlite3_limit(connection, limits[i].limit, limits[i].value);
  }
  return sqlite3_set_authorizer(connection, authorize, NULL);
}

static void as_whole(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  sqlite3_int64 value;
  if (sqlite3_value_type(values[0]) == SQLITE_INTEGER) {
    value = sqlite3_value_int64(values[0]);
  } else if (sqlite3_value_type(values[0]) == SQLITE_FLOAT) {
    double number = sqlite3_value_double(values[0]);
    if (!(number > -9e18 && number < 9e18)) return;
    value = (sqlite3_int64)number;
    if ((double)value != number) return;
  } else {
    return;
  }
  if (value < sqlite3_value_int64(values[1]) || value > sqlite3_value_int64(values[2])) return;
  sqlite3_result_int64(context, value);
}

static void as_number(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  int type = sqlite3_value_type(values[0]);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;
  double value = sqlite3_value_double(values[0]);
  if (value < sqlite3_value_double(values[1]) || value > sqlite3_value_double(values[2])) return;
  sqlite3_result_double(context, value);
}

// The longest text in bytes; a longer one is no title and no path.
static const int longest_text = 1 << 20;

static void as_text(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (sqlite3_value_type(values[0]) != SQLITE_TEXT) return;
  const unsigned char *text = sqlite3_value_text(values[0]);
  int length = sqlite3_value_bytes(values[0]);
  if (text == NULL || length == 0 || length > longest_text) return;
  if (memchr(text, 0, (size_t)length) != NULL) return;
  sqlite3_result_value(context, values[0]);
}

// The greatest distance of a moment from 1970, in milliseconds; no calendar is valid beyond it.
static const sqlite3_int64 longest_time = 9000000000000000;

// The moment in milliseconds since 1970 of a number: as_moment(number, units in a second, start).
static void as_moment(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  sqlite3_int64 units = sqlite3_value_int64(values[1]), start = sqlite3_value_int64(values[2]);
  sqlite3_int64 moment;
  // A declaration may call it with anything.
  if (units <= 0 || units > 1000000000) return;
  if (sqlite3_value_type(values[0]) == SQLITE_INTEGER) {
    sqlite3_int64 number = sqlite3_value_int64(values[0]);
    if (units > 1000) {
      sqlite3_int64 unit = units / 1000;
      moment = number / unit - (number % unit < 0);
    } else {
      const sqlite3_int64 scale = 1000 / units;
      if (number > longest_time || number < -longest_time) return;
      moment = number * scale;
    }
  } else if (sqlite3_value_type(values[0]) == SQLITE_FLOAT) {
    double number = sqlite3_value_double(values[0]) * 1000 / (double)units;
    if (!(number > -(double)longest_time && number < (double)longest_time)) return;
    moment = (sqlite3_int64)number;
    if ((double)moment > number) moment--;
  } else {
    return;
  }
  if (__builtin_add_overflow(moment, start, &moment)) return;
  if (moment <= -longest_time || moment >= longest_time) return;
  sqlite3_result_int64(context, moment);
}

// The value of a line, a whole number if it is one.
static void return_setting(sqlite3_context *context, const char *value, const char *end) {
  const char *digit = value < end && (*value == '-' || *value == '+') ? value + 1 : value;
  sqlite3_int64 number = 0;
  int is_number = digit < end;
  for (; digit < end && is_number; digit++) {
    is_number = *digit >= '0' && *digit <= '9' &&
                !__builtin_mul_overflow(number, (sqlite3_int64)10, &number) &&
                !__builtin_add_overflow(number, (sqlite3_int64)(*digit - '0'), &number);
  }
  if (is_number) {
    sqlite3_result_int64(context, *value == '-' ? -number : number);
  } else {
    sqlite3_result_text(context, value, (int)(end - value), SQLITE_TRANSIENT);
  }
}

// The value of a name in a section of a text like an INI file: setting(text, section, name). The
// last one counts.
static void setting(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  for (int i = 0; i < 3; i++) {
    if (sqlite3_value_type(values[i]) != SQLITE_TEXT) return;
  }
  const char *line = (const char *)sqlite3_value_text(values[0]);
  const char *section = (const char *)sqlite3_value_text(values[1]);
  const char *name = (const char *)sqlite3_value_text(values[2]);
  if (line == NULL || section == NULL || name == NULL) return;
  const char *end = line + sqlite3_value_bytes(values[0]);
  size_t section_length = strlen(section), name_length = strlen(name);
  int is_inside = 0;
  const char *found = NULL, *found_end = NULL;
  while (line < end) {
    const char *next = line;
    while (next < end && *next != '\n' && *next != '\r') next++;
    size_t length = (size_t)(next - line);
    if (length > 0 && *line == '[') {
      is_inside = length == section_length + 2 && line[length - 1] == ']' &&
                  memcmp(line + 1, section, section_length) == 0;
    } else if (is_inside && length > name_length && line[name_length] == '=' &&
               memcmp(line, name, name_length) == 0) {
      found = line + name_length + 1;
      found_end = next;
    }
    line = next + 1;
  }
  if (found != NULL) return_setting(context, found, found_end);
}

void csqlite_return_text(sqlite3_context *context, const unsigned char *text, int count) {
  sqlite3_result_text(context, text == NULL ? "" : (const char *)text, count, SQLITE_TRANSIENT);
}

int csqlite_add_value_functions(sqlite3 *connection) {
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const struct {
    const char *name;
    int count;
    void (*function)(sqlite3_context *, int, sqlite3_value **);
  } added[] = {{"as_moment", 3, as_moment}, {"as_number", 3, as_number}, {"as_text", 1, as_text},
               {"as_whole", 3, as_whole},   {"setting", 3, setting},
               {"is_on_clock", -1, is_on_clock}};
  for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
    int code = sqlite3_create_function_v2(connection, added[i].name, added[i].count, flags, NULL,
                                          added[i].function, NULL, NULL, NULL);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}
