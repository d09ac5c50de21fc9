#include <string.h>

#include "reader.h"

enum {
  IMAGE_WIDTH = 0x100,
  IMAGE_LENGTH = 0x101,
  MAKE = 0x10F,
  MODEL = 0x110,
  ORIENTATION = 0x112,
  DATE_TIME = 0x132,
  EXIF_DIRECTORY = 0x8769,
  DATE_TIME_ORIGINAL = 0x9003,
  OFFSET_TIME_ORIGINAL = 0x9011,
  USER_COMMENT = 0x9286,
};

struct block {
  const uint8_t *bytes;
  size_t count;
  bool is_big;
  bool has_size;
};

static uint32_t number16(const struct block *block, const uint8_t *p) {
  return block->is_big ? big16(p) : little16(p);
}

static uint32_t number32(const struct block *block, const uint8_t *p) {
  return block->is_big ? big32(p) : little32(p);
}

static void copy_text(char *target, size_t capacity, const uint8_t *text, size_t count) {
  size_t end = 0;
  while (end < count && end + 1 < capacity && text[end] >= ' ') {
    target[end] = (char)text[end];
    end++;
  }
  while (end > 0 && target[end - 1] == ' ') end--;
  target[end] = 0;
}

// `2015:09:27 21:29:28` as `2015-09-27T21:29:28`.
static void copy_date(char target[20], const uint8_t *text, size_t count) {
  if (count < 19 || text[0] < '0' || text[0] > '9' || text[4] != ':') return;
  memcpy(target, text, 19);
  target[4] = target[7] = '-';
  target[10] = 'T';
  target[19] = 0;
}

static void read_directory(
    struct facts *facts, const struct block *block, size_t offset, bool is_first) {
  static const uint8_t sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8};
  if (offset > block->count || block->count - offset < 2) return;
  size_t entries = number16(block, block->bytes + offset);
  size_t room = (block->count - offset - 2) / 12;
  if (entries > room) entries = room;
  for (size_t index = 0; index < entries; index++) {
    const uint8_t *entry = block->bytes + offset + 2 + index * 12;
    uint32_t type = number16(block, entry + 2);
    uint32_t count = number32(block, entry + 4);
    uint32_t place = number32(block, entry + 8);
    uint64_t length = type < sizeof sizes ? (uint64_t)sizes[type] * count : 0;
    const uint8_t *value = entry + 8;
    if (length > 4) value = place + length <= block->count ? block->bytes + place : NULL;
    uint32_t single = type == 3 ? number16(block, entry + 8) : place;
    switch (number16(block, entry)) {
    case IMAGE_WIDTH:
      if (is_first && block->has_size) facts->width = single;
      break;
    case IMAGE_LENGTH:
      if (is_first && block->has_size) facts->height = single;
      break;
    case MAKE:
      if (value != NULL) copy_text(facts->make, sizeof facts->make, value, length);
      break;
    case MODEL:
      if (value != NULL) copy_text(facts->model, sizeof facts->model, value, length);
      break;
    case ORIENTATION:
      if (is_first) facts->orientation = single;
      break;
    case DATE_TIME:
      if (value != NULL && facts->date[0] == 0) copy_date(facts->date, value, length);
      break;
    case DATE_TIME_ORIGINAL:
      if (value != NULL) copy_date(facts->date, value, length);
      break;
    case OFFSET_TIME_ORIGINAL:
      if (value != NULL) copy_text(facts->offset, sizeof facts->offset, value, length);
      break;
    case USER_COMMENT:
      if (value != NULL && length >= 18 && memcmp(value + 8, "Screenshot", 10) == 0) {
        facts->is_screenshot = true;
      }
      break;
    case EXIF_DIRECTORY:
      if (is_first) read_directory(facts, block, place, false);
      break;
    }
  }
}

void read_exif(struct facts *facts, const uint8_t *bytes, size_t count, bool has_size) {
  if (count < 8 || (bytes[0] != 'I' && bytes[0] != 'M')) return;
  struct block block = {bytes, count, bytes[0] == 'M', has_size};
  read_directory(facts, &block, number32(&block, bytes + 4), true);
}
