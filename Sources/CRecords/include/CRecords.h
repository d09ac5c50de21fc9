#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One member of a record: where its key and value lie in the bytes that hold the record.
typedef struct {
  uint32_t key_start, key_count;
  /// The value without the quotes of a text, with the brackets of a list.
  uint32_t value_start, value_count;
  uint8_t value_kind;
} crecords_member;

/// The kinds of values, numbered as `JSONKind` is.
enum {
  CRECORDS_TEXT,
  CRECORDS_ESCAPED_TEXT,
  CRECORDS_INTEGER,
  CRECORDS_NUMBER,
  CRECORDS_YES,
  CRECORDS_NO,
  CRECORDS_NULL,
  CRECORDS_OBJECT,
  CRECORDS_LIST,
};

/// A record that is being read, in the bytes that also hold the one before.
typedef struct {
  const uint8_t *bytes;
  /// Where reading goes on, and where nothing may be read any more.
  size_t position, end;
  /// The record before: where it begins, and its members.
  size_t before;
  const crecords_member *members_before;
  size_t member_count;
  /// Whether a byte beyond ASCII was, or may have been, in a value.
  bool is_beyond_ascii;
} crecords_line;

/// Reads members as long as they are like those of the record before: between two values stand
/// the same bytes, which were checked there, and the values are texts without escapes, numbers, words,
/// and flat lists and objects of those without blanks. Any other member is left to a reader of
/// all JSON.
///
/// `place` is the number of members that were read of the record, of which the last ends at the
/// position. Those that are read now are written to `members`, which has room for all the others of
/// the record before. Returns how many they are; the position is behind the last one.
size_t crecords_read(crecords_line *line, size_t place, crecords_member *members);
