#include "scan.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef const char *special_search(const char *text, const char *end);

// The next quote or backslash; `end` where there is none.
static inline const char *plain_special(const char *text, const char *end) {
  while (text < end && *text != '"' && *text != '\\') text++;
  return text;
}

// The quote that ends a text; NULL where there is none.
__attribute__((always_inline)) static inline const char *text_end(
    const char *text, const char *end, special_search *search) {
  while ((text = search(text, end)) < end) {
    if (*text == '"') return text;
    text += 2;
  }
  return NULL;
}

// The first byte behind a list or an object; NULL where it has no end.
__attribute__((always_inline)) static inline const char *nested_end(
    const char *text, const char *end, special_search *search) {
  for (int depth = 0; text < end; text++) {
    if (*text == '"') {
      text = text_end(text + 1, end, search);
      if (text == NULL) return NULL;
    } else if (*text == '{' || *text == '[') {
      depth++;
    } else if ((*text == '}' || *text == ']') && --depth == 0) {
      return text + 1;
    }
  }
  return NULL;
}

static inline bool is(const char *text, const char *end, const char *word, size_t count) {
  return (size_t)(end - text) == count && memcmp(text, word, count) == 0;
}

#define IS(text, end, word) is(text, end, word, sizeof word - 1)

// Goes through the members of the object, and no further than both answers are known.
__attribute__((always_inline)) static inline bool passes(
    const char *text, const char *end, special_search *search) {
  bool is_image = false, is_wide = false;
  if (text == end || *text++ != '{') return false;
  while (text < end && *text == '"') {
    const char *key = text + 1, *key_end = text_end(key, end, search);
    if (key_end == NULL || key_end + 1 >= end || key_end[1] != ':') return false;
    const char *value = key_end + 2;
    if (*value == '"') {
      const char *value_end = text_end(value + 1, end, search);
      if (value_end == NULL) return false;
      if (IS(key, key_end, "mediaType")) {
        is_image = IS(value + 1, value_end, "image");
        if (!is_image) return false;
      }
      text = value_end + 1;
    } else if (*value == '{' || *value == '[') {
      text = nested_end(value, end, search);
      if (text == NULL) return false;
    } else {
      long number = 0;
      for (text = value; text < end && *text != ',' && *text != '}'; text++) {
        number = number * 10 + (*text - '0');
      }
      if (IS(key, key_end, "pixelWidth")) {
        is_wide = number >= 2000;
        if (!is_wide) return false;
      }
    }
    if (is_image && is_wide) return true;
    if (text < end && *text == ',') text++;
  }
  return false;
}

static bool plain_test(const char *record, const char *end) {
  return passes(record, end, plain_special);
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) static inline const char *wide_special(
    const char *text, const char *end) {
  for (; end - text >= 32; text += 32) {
    __m256i bytes = _mm256_loadu_si256((const __m256i *)text);
    __m256i special = _mm256_or_si256(
        _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"')),
        _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\')));
    uint32_t places = (uint32_t)_mm256_movemask_epi8(special);
    if (places != 0) return text + __builtin_ctz(places);
  }
  return plain_special(text, end);
}

__attribute__((target("avx2"))) static bool wide_test(const char *record, const char *end) {
  return passes(record, end, wide_special);
}

record_test *record_test_choose(void) {
  return __builtin_cpu_supports("avx2") ? wide_test : plain_test;
}

#else

record_test *record_test_choose(void) { return plain_test; }

#endif
