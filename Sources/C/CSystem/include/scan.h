#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Small loops over bytes, sixteen at a time where every processor of the architecture can. They are
// inline, because they are called for every text of every record.

// The compiler's own vectors are used and not <emmintrin.h>: that header puts part of the C library
// into a module of its own, where Swift then looks for it.
#if defined(__SSE2__)
typedef uint8_t csystem_bytes __attribute__((vector_size(16)));
typedef char csystem_chars __attribute__((vector_size(16)));

static inline csystem_bytes csystem_load(const uint8_t *start) {
  csystem_bytes bytes;
  memcpy(&bytes, start, sizeof bytes);
  return bytes;
}

/// Returns one bit for each byte: its highest.
static inline unsigned csystem_signs(csystem_bytes bytes) {
  return (unsigned)__builtin_ia32_pmovmskb128((csystem_chars)bytes);
}

/// Returns a mask of all bytes that a JSON text can't hold unescaped.
static inline csystem_bytes csystem_specials(csystem_bytes bytes) {
  return (csystem_bytes)(bytes == '"') | (csystem_bytes)(bytes == '\\') |
         (csystem_bytes)(bytes < 0x20);
}

/// Returns true if all bytes are ASCII characters that a JSON string may hold unescaped.
static inline bool csystem_are_plain(csystem_bytes bytes) {
  return !csystem_signs(csystem_specials(bytes) | bytes);
}
#endif

/// Returns the first quote, backslash or control character from `start` on, or `end`.
static inline const uint8_t *csystem_text_end(const uint8_t *start, const uint8_t *end) {
#if defined(__SSE2__)
  while (end - start >= 16) {
    unsigned mask = csystem_signs(csystem_specials(csystem_load(start)));
    if (mask) return start + __builtin_ctz(mask);
    start += 16;
  }
#endif
  while (start < end && *start != '"' && *start != '\\' && *start >= 0x20) start++;
  return start;
}

/// Returns true if every byte is an ASCII character that a JSON string may hold unescaped.
static inline bool csystem_is_plain(const uint8_t *start, size_t count) {
  size_t place = 0;
#if defined(__SSE2__)
  if (count >= 16) {
    for (;;) {
      if (!csystem_are_plain(csystem_load(start + place))) return false;
      if (place + 16 == count) return true;
      // The last sixteen bytes are checked as a whole, some of them twice.
      place = place + 32 <= count ? place + 16 : count - 16;
    }
  }
  // Eight or four bytes at both ends, which meet or overlap in the middle.
  if (count >= 8) {
    uint64_t ends[2];
    memcpy(&ends[0], start, 8);
    memcpy(&ends[1], start + count - 8, 8);
    return csystem_are_plain(csystem_load((const uint8_t *)ends));
  }
  if (count >= 4) {
    uint32_t ends[4];
    memcpy(&ends[0], start, 4);
    memcpy(&ends[1], start + count - 4, 4);
    ends[2] = ends[3] = ends[0];
    return csystem_are_plain(csystem_load((const uint8_t *)ends));
  }
#endif
  for (; place < count; place++) {
    uint8_t byte = start[place];
    if (byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\') return false;
  }
  return true;
}

/// Returns true if no byte has its highest bit set.
static inline bool csystem_is_ascii(const uint8_t *start, size_t count) {
  const uint8_t *end = start + count;
#if defined(__SSE2__)
  while (end - start >= 16) {
    if (csystem_signs(csystem_load(start))) return false;
    start += 16;
  }
#endif
  while (end - start >= 8) {
    uint64_t word;
    memcpy(&word, start, sizeof word);
    if (word & 0x8080808080808080u) return false;
    start += 8;
  }
  while (start < end)
    if (*start++ & 0x80) return false;
  return true;
}
