#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSQLite.h"

#include <stdint.h>
#include <string.h>

// SQLite's own functions for texts take a time that grows with the product of two lengths, in one
// step that nothing interrupts. These do the same in a time that is bounded, and refuse the rest.

enum { longest_value = 16 << 20, longest_pattern = 1000 };

/// The greatest product of the lengths of two texts that are compared byte by byte.
static const int64_t most_comparisons = 1 << 25;

typedef struct {
  const char *bytes;
  size_t count;
} text;

static text text_of(sqlite3_value *value) {
  const char *bytes = (const char *)sqlite3_value_text(value);
  return (text){bytes, bytes ? (size_t)sqlite3_value_bytes(value) : 0};
}

static text blob_of(sqlite3_value *value) {
  const char *bytes = sqlite3_value_blob(value);
  return (text){bytes, (size_t)sqlite3_value_bytes(value)};
}

/// Reports that two texts are too long to be compared byte by byte; returns true if they are.
static int are_too_long(sqlite3_context *context, text one, text other) {
  if ((int64_t)one.count * (int64_t)other.count <= most_comparisons) return 0;
  sqlite3_result_error(context, "the texts are too long to be compared", -1);
  return 1;
}

/// The mark of a call of `match` that is one of `glob`.
static const int is_glob = 1;

static int is_blob(sqlite3_value *value) { return sqlite3_value_type(value) == SQLITE_BLOB; }

static void match(sqlite3_context *context, int count, sqlite3_value **values) {
  if ((is_blob(values[0]) || is_blob(values[1])) &&
      sqlite3_compileoption_used("LIKE_DOESNT_MATCH_BLOBS")) {
    sqlite3_result_int(context, 0);
    return;
  }
  text pattern = text_of(values[0]), whole = text_of(values[1]);
  if (!pattern.bytes || !whole.bytes) return;
  unsigned escape = 0;
  if (count == 3) {
    text sign = text_of(values[2]);
    if (!sign.bytes) return;
    if (sign.count != 1 || *sign.bytes & 0x80) {
      sqlite3_result_error(context, "ESCAPE needs one character of ASCII", -1);
      return;
    }
    escape = (unsigned char)*sign.bytes;
  }
  if (pattern.count > longest_pattern) {
    sqlite3_result_error(context, "the pattern is too long", -1);
    return;
  }
  if (are_too_long(context, pattern, whole)) return;
  int differs = sqlite3_user_data(context) ? sqlite3_strglob(pattern.bytes, whole.bytes)
                                           : sqlite3_strlike(pattern.bytes, whole.bytes, escape);
  sqlite3_result_int(context, differs == 0);
}

static void position(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  if (sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  int are_blobs = is_blob(values[0]) && is_blob(values[1]);
  text whole = are_blobs ? blob_of(values[0]) : text_of(values[0]);
  text part = are_blobs ? blob_of(values[1]) : text_of(values[1]);
  if (part.count == 0) {
    sqlite3_result_int(context, 1);
    return;
  }
  const char *found =
      whole.count ? memmem(whole.bytes, whole.count, part.bytes, part.count) : NULL;
  sqlite3_int64 number = found ? 1 : 0;
  for (const char *byte = whole.bytes; found && byte < found; byte++) {
    // Of a text, characters count.
    if (are_blobs || (*byte & 0xC0) != 0x80) number++;
  }
  sqlite3_result_int64(context, number);
}

/// Returns the next place of a part in a text from a place on; NULL if none exists.
static const char *next(text whole, const char *from, text part) {
  size_t rest = whole.count - (size_t)(from - whole.bytes);
  return rest < part.count ? NULL : memmem(from, rest, part.bytes, part.count);
}

static void replace(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  text whole = text_of(values[0]), part = text_of(values[1]);
  if (!whole.bytes || !part.bytes) return;
  if (part.count == 0) {
    sqlite3_result_value(context, values[0]);
    return;
  }
  text other = text_of(values[2]);
  if (!other.bytes) return;
  int64_t size = (int64_t)whole.count;
  const char *from = whole.bytes, *found;
  for (; (found = next(whole, from, part)); from = found + part.count)
    size += (int64_t)other.count - (int64_t)part.count;
  if (size > sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1)) {
    sqlite3_result_error_toobig(context);
    return;
  }
  char *made = sqlite3_malloc64((sqlite3_uint64)size + 1), *end = made;
  if (!made) {
    sqlite3_result_error_nomem(context);
    return;
  }
  for (from = whole.bytes; (found = next(whole, from, part)); from = found + part.count) {
    end = (char *)memcpy(end, from, (size_t)(found - from)) + (found - from);
    end = (char *)memcpy(end, other.bytes, other.count) + other.count;
  }
  memcpy(end, from, whole.count - (size_t)(from - whole.bytes));
  sqlite3_result_text64(context, made, (sqlite3_uint64)size, sqlite3_free, SQLITE_UTF8);
}

/// Returns the bytes of the character at the beginning of a text that is not empty.
static size_t first_character(text whole) {
  size_t count = 1;
  while (count < whole.count && (whole.bytes[count] & 0xC0) == 0x80) count++;
  return count;
}

/// Returns the bytes of the character of a set that a text begins or ends with; 0 for none.
static size_t matching(text whole, text set, int at_end) {
  while (set.count) {
    size_t count = first_character(set);
    const char *place = at_end ? whole.bytes + whole.count - count : whole.bytes;
    if (count <= whole.count && memcmp(place, set.bytes, count) == 0) return count;
    set.bytes += count;
    set.count -= count;
  }
  return 0;
}

enum { at_begin = 1, at_end = 2 };
static const int trim_left = at_begin, trim_right = at_end, trim_both = at_begin | at_end;

static void trim(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  text whole = text_of(values[0]), set = text_of(values[1]);
  if (!whole.bytes || !set.bytes || are_too_long(context, whole, set)) return;
  int ends = *(const int *)sqlite3_user_data(context);
  size_t bytes;
  while (ends & at_begin && (bytes = matching(whole, set, 0))) {
    whole.bytes += bytes;
    whole.count -= bytes;
  }
  while (ends & at_end && (bytes = matching(whole, set, 1))) whole.count -= bytes;
  sqlite3_result_text(context, whole.bytes, (int)whole.count, SQLITE_TRANSIENT);
}

/// Copies the characters of a set from a place of a format to a conversion, `most` of them at most.
static const char *copy_of(
    const char *from, const char *set, int most, char *conversion, size_t *used) {
  for (; most > 0 && *from && strchr(set, *from); most--) conversion[(*used)++] = *from++;
  return from;
}

/// Appends the value of a conversion, which has its flags, width and precision; false if there is no
/// such conversion.
static int append(
    sqlite3_str *made, const char *kind, char *conversion, size_t used, sqlite3_value *value) {
  if (*kind && strchr("diuxXo", *kind)) {
    memcpy(conversion + used, "ll", 2);
    conversion[used + 2] = *kind;
    sqlite3_str_appendf(made, conversion, value ? sqlite3_value_int64(value) : 0);
  } else if (*kind && strchr("feEgG", *kind)) {
    conversion[used] = *kind;
    sqlite3_str_appendf(made, conversion, value ? sqlite3_value_double(value) : 0.0);
  } else if (*kind && strchr("szqQw", *kind)) {
    conversion[used] = *kind == 'z' ? 's' : *kind;
    sqlite3_str_appendf(made, conversion, value ? text_of(value).bytes : NULL);
  } else if (*kind == '%') {
    sqlite3_str_appendall(made, "%");
  } else {
    return 0;
  }
  return 1;
}

/// Writes values as SQLite's `printf` does, with widths and precisions of up to four digits that are in
/// the format.
static void print(sqlite3_context *context, int count, sqlite3_value **values) {
  const char *at = count ? text_of(values[0]).bytes : NULL;
  if (!at) return;
  static const char digits[] = "0123456789";
  sqlite3_str *made = sqlite3_str_new(sqlite3_context_db_handle(context));
  int next_value = 1, is_known = 1;
  while (*at && is_known && sqlite3_str_errcode(made) == SQLITE_OK) {
    size_t plain = strcspn(at, "%");
    sqlite3_str_append(made, at, (int)plain);
    at += plain;
    if (!*at) break;
    char conversion[32] = "%";
    size_t used = 1;
    at = copy_of(at + 1, "-+ 0#!,", 8, conversion, &used);
    at = copy_of(at, digits, 4, conversion, &used);
    if (*at == '.') {
      conversion[used++] = *at++;
      at = copy_of(at, digits, 4, conversion, &used);
    }
    at += strspn(at, "l");
    sqlite3_value *value = *at != '%' && next_value < count ? values[next_value++] : NULL;
    is_known = append(made, at, conversion, used, value);
    at += *at != 0;
  }
  int code = sqlite3_str_errcode(made), size = sqlite3_str_length(made);
  char *result = sqlite3_str_finish(made);
  if (!is_known) {
    sqlite3_result_error(context, "printf knows no such conversion", -1);
  } else if (code != SQLITE_OK) {
    sqlite3_result_error_code(context, code);
  } else {
    // SQLite's own gives NULL for a text of no bytes.
    sqlite3_result_text(context, result, size, SQLITE_TRANSIENT);
  }
  sqlite3_free(result);
}

int csqlite_bound_functions(sqlite3 *connection) {
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const struct {
    const char *name;
    int count;
    void (*function)(sqlite3_context *, int, sqlite3_value **);
    const void *data;
  } added[] = {
      {"like", 2, match, NULL},         {"like", 3, match, NULL},
      {"glob", 2, match, &is_glob},     {"instr", 2, position, NULL},
      {"replace", 3, replace, NULL},    {"ltrim", 2, trim, &trim_left},
      {"rtrim", 2, trim, &trim_right},  {"trim", 2, trim, &trim_both},
      {"printf", -1, print, NULL},      {"format", -1, print, NULL},
  };
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, longest_value);
  for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
    int code = sqlite3_create_function_v2(connection, added[i].name, added[i].count, flags,
                                          (void *)added[i].data, added[i].function, NULL, NULL,
                                          NULL);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}
