// Records of one kind mostly differ in their values only. So the bytes between two values are
// compared at once with the previous record, instead of being parsed.

#include "CSystem.h"

#include <string.h>

#include "scan.h"

#define INLINE __attribute__((always_inline)) static inline

INLINE bool is_same(const uint8_t *one, const uint8_t *other, size_t count) {
#if defined(__SSE2__)
  // The caller guarantees that 32 bytes can be read in both places.
  if (count <= 32) {
    uint32_t same = csystem_signs((csystem_bytes)(csystem_load(one) == csystem_load(other)));
    if (count > 16) {
      csystem_bytes rest = (csystem_bytes)(csystem_load(one + 16) == csystem_load(other + 16));
      same |= csystem_signs(rest) << 16;
    }
    return ~same << (32 - count) == 0;
  }
#endif
  return memcmp(one, other, count) == 0;
}

// All bytes of texts so far, combined by "or".
#if defined(__SSE2__)
typedef csystem_bytes seen_bytes;
INLINE bool is_beyond_ascii(seen_bytes seen) { return csystem_signs(seen) != 0; }
#else
typedef uint8_t seen_bytes;
INLINE bool is_beyond_ascii(seen_bytes seen) { return seen >= 0x80; }
#endif

// Returns the quote that ends a text, if nothing in the text is special; else NULL.
INLINE const uint8_t *plain_end(const uint8_t *text, const uint8_t *end, seen_bytes *seen) {
#if defined(__SSE2__)
  for (; end - text >= 16; text += 16) {
    csystem_bytes bytes = csystem_load(text);
    unsigned specials = csystem_signs(csystem_specials(bytes));
    // Some of these bytes may be after the text. It is checked again, then.
    *seen |= bytes;
    if (specials) {
      text += __builtin_ctz(specials);
      return *text == '"' ? text : NULL;
    }
  }
#endif
  for (; text < end && *text != '\\' && *text >= 0x20; text++) {
    if (*text == '"') return text;
    *seen |= *text;
  }
  return NULL;
}

// Returns the end of a number (RFC 8259, section 6); NULL for anything else.
INLINE const uint8_t *digits_end(const uint8_t *digits, const uint8_t *end) {
  const uint8_t *first = digits;
  while (digits < end && (uint8_t)(*digits - '0') < 10) digits++;
  return digits > first ? digits : NULL;
}

INLINE const uint8_t *number_end(const uint8_t *number, const uint8_t *end, uint8_t *kind) {
  *kind = CRECORDS_INTEGER;
  if (*number == '-') number++;
  const uint8_t *first = number;
  number = digits_end(number, end);
  if (number == NULL || (*first == '0' && number > first + 1)) return NULL;
  if (number < end && *number == '.') {
    *kind = CRECORDS_NUMBER;
    number = digits_end(number + 1, end);
    if (number == NULL) return NULL;
  }
  if (number < end && (*number | 0x20) == 'e') {
    *kind = CRECORDS_NUMBER;
    number++;
    if (number < end && (*number == '+' || *number == '-')) number++;
    number = digits_end(number, end);
  }
  return number;
}

INLINE const uint8_t *word_end(const uint8_t *word, const uint8_t *end, const char *wanted,
                                      size_t count) {
  return (size_t)(end - word) >= count && memcmp(word, wanted, count) == 0 ? word + count : NULL;
}

// Returns the end of a value that is neither a list nor an object; NULL for those.
INLINE const uint8_t *plain_value_end(const uint8_t *value, const uint8_t *end,
                                             uint8_t *kind, seen_bytes *seen) {
  if (value == end) return NULL;
  switch (*value) {
    case '"':
      *kind = CRECORDS_TEXT;
      value = plain_end(value + 1, end, seen);
      return value ? value + 1 : NULL;
    case 't': *kind = CRECORDS_YES; return word_end(value, end, "true", 4);
    case 'f': *kind = CRECORDS_NO; return word_end(value, end, "false", 5);
    case 'n': *kind = CRECORDS_NULL; return word_end(value, end, "null", 4);
    default: return number_end(value, end, kind);
  }
}

// Returns the end of a list or an object that contains neither and no blanks; else NULL.
INLINE const uint8_t *flat_end(const uint8_t *flat, const uint8_t *end, seen_bytes *seen) {
  bool has_names = *flat == '{';
  uint8_t bracket = has_names ? '}' : ']', kind;
  if (++flat < end && *flat == bracket) return flat + 1;
  while (true) {
    if (has_names) {
      flat = plain_value_end(flat, end, &kind, seen);
      if (flat == NULL || kind != CRECORDS_TEXT || flat == end || *flat++ != ':') return NULL;
    }
    flat = plain_value_end(flat, end, &kind, seen);
    if (flat == NULL || flat == end) return NULL;
    if (*flat == bracket) return flat + 1;
    if (*flat++ != ',') return NULL;
  }
}

// Returns the end of a value that is not a text. A function of its own, so that texts, which most
// values are, have the registers.
__attribute__((noinline)) static const uint8_t *value_end(const uint8_t *value,
                                                          const uint8_t *end, uint8_t *kind,
                                                          seen_bytes *seen) {
  if (*value != '[' && *value != '{') return plain_value_end(value, end, kind, seen);
  *kind = *value == '[' ? CRECORDS_LIST : CRECORDS_OBJECT;
  return flat_end(value, end, seen);
}

INLINE bool is_text(const crecords_member *member) {
  return member->value_kind <= CRECORDS_ESCAPED_TEXT;
}

INLINE size_t read_members(crecords_line *line, size_t place, crecords_member *members) {
  const uint8_t *bytes = line->bytes, *end = bytes + line->end, *at = bytes + line->position;
  const crecords_member *before = line->members_before + place;
  const crecords_member *last = line->members_before + line->member_count;
  // The place after the last value, whose quote is no part of it.
  const uint8_t *gap = bytes + line->before;
  if (place > 0) gap = bytes + before[-1].value_start + before[-1].value_count + is_text(before - 1);
  seen_bytes seen = {0};
  crecords_member *member = members;
  for (; before < last; before++, member++) {
    const uint8_t *gap_end = bytes + before->value_start;
    size_t gap_count = (size_t)(gap_end - gap);
    // Everything that is read of this member, except texts, is within these bytes.
    if ((size_t)(end - at) < gap_count + 32) break;
    if (!is_same(at, gap, gap_count)) break;
    const uint8_t *value = at + gap_count, *stop;
    uint8_t kind = CRECORDS_TEXT;
    bool was_text = is_text(before), is_quoted = was_text || *value == '"';
    if (is_quoted) {
      // The gap does not contain the quote.
      value += !was_text;
      stop = plain_end(value, end, &seen);
    } else {
      seen_bytes within = {0};
      stop = value_end(value, end, &kind, &within);
      seen |= within;
    }
    if (stop == NULL) break;
    member->key_start = (uint32_t)(at - gap) + before->key_start;
    member->key_count = before->key_count;
    member->value_start = (uint32_t)(value - bytes);
    member->value_count = (uint32_t)(stop - value);
    member->value_kind = kind;
    at = stop + is_quoted;
    gap = gap_end + before->value_count + was_text;
  }
  line->position = (size_t)(at - bytes);
  line->is_beyond_ascii |= is_beyond_ascii(seen);
  return (size_t)(member - members);
}

#if defined(__x86_64__)
// The same code for processors since 2013, whose shorter instructions take a quarter less time.
__attribute__((target("avx2"))) static size_t read_wide(crecords_line *line, size_t place,
                                                        crecords_member *members) {
  return read_members(line, place, members);
}
#endif

size_t crecords_read(crecords_line *line, size_t place, crecords_member *members) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return read_wide(line, place, members);
#endif
  return read_members(line, place, members);
}
