#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Small loops over bytes, sixteen at a time where every processor of the kind can; inline, because
// they are called for every text of every record.

/// The first quote, backslash or control character from `start` on, or `end`.
static inline const uint8_t *csystem_text_end(const uint8_t *start, const uint8_t *end) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
  const __m128i control = _mm_set1_epi8(0x1F);
  while (end - start >= 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)start);
    __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, slash));
    found = _mm_or_si128(found, _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
    int mask = _mm_movemask_epi8(found);
    if (mask) return start + __builtin_ctz((unsigned)mask);
    start += 16;
  }
#endif
  while (start < end && *start != '"' && *start != '\\' && *start >= 0x20) start++;
  return start;
}

/// Whether every byte is an ASCII character that a JSON string may hold as it is.
static inline bool csystem_is_plain(const uint8_t *start, size_t count) {
  size_t place = 0;
#if defined(__SSE2__)
  if (count >= 16) {
    const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
    const __m128i control = _mm_set1_epi8(0x1F);
    for (;;) {
      __m128i bytes = _mm_loadu_si128((const __m128i *)(start + place));
      __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, slash));
      found = _mm_or_si128(found, _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
      // The sign bit of a byte is what the mask takes.
      if (_mm_movemask_epi8(_mm_or_si128(found, bytes))) return false;
      if (place + 16 == count) return true;
      // The last sixteen bytes are looked at as a whole, some of them twice.
      place = place + 32 <= count ? place + 16 : count - 16;
    }
  }
#endif
  for (; place < count; place++) {
    uint8_t byte = start[place];
    if (byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\') return false;
  }
  return true;
}

/// Whether no byte has its highest bit set.
static inline bool csystem_is_ascii(const uint8_t *start, size_t count) {
  const uint8_t *end = start + count;
#if defined(__SSE2__)
  while (end - start >= 16) {
    if (_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)start))) return false;
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
