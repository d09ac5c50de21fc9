#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One member of a record: the places of its key and value in the bytes that hold the record.
typedef struct {
  uint32_t key_start, key_count;
  /// The value without the quotes of a text, with the brackets of a list.
  uint32_t value_start, value_count;
  uint8_t value_kind;
} crecords_member;

/// The kinds of values, with the numbers of `JSONKind`.
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

/// A record that is being read, in the bytes that also hold the previous record.
typedef struct {
  const uint8_t *bytes;
  /// The place of the next byte to read, and the end of the bytes.
  size_t position, end;
  /// The previous record: the place where it begins, and its members.
  size_t before;
  const crecords_member *members_before;
  size_t member_count;
  /// True if a byte beyond ASCII was, or may have been, in a value.
  bool is_beyond_ascii;
} crecords_line;

/// Reads members as long as they are like those of the previous record: the bytes between two
/// values are the same, which were checked there, and the values are texts without escapes,
/// numbers, words, and flat lists and objects of those without blanks. Any other member is left to
/// a full JSON parser.
///
/// `place` is the number of members of the record that were read; the last of them ends at the
/// position. The members that are read now are written to `members`, which has room for all
/// remaining members of the previous record. Returns their number; the position is after the last.
size_t crecords_read(crecords_line *line, size_t place, crecords_member *members);
