#include <string.h>

#include "internal.h"

// libheif before 1.18 refuses a whole file when an auxiliary picture or a block of metadata refers
// to more than one picture (ISO/IEC 23008-12, section 6.4.4 and 6.5), as iPhones write it since iOS
// 18. Neither is needed to show the picture, so such references get a type that no reader knows.

static uint32_t read_32(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool has_type(const uint8_t *box, const char *type) { return memcmp(box + 4, type, 4) == 0; }

size_t cpictures_box_length(const uint8_t *box, size_t available) {
  if (available < 8) return 0;
  uint32_t length = read_32(box);
  return length >= 8 && length <= available ? length : 0;
}

const uint8_t *cpictures_find_box(
    const uint8_t *boxes, size_t available, const char *type, size_t *length) {
  while ((*length = cpictures_box_length(boxes, available)) != 0) {
    if (has_type(boxes, type)) return boxes;
    boxes += *length;
    available -= *length;
  }
  return NULL;
}

void cpictures_simplify_references(uint8_t *bytes, size_t count) {
  size_t length;
  const uint8_t *meta = cpictures_find_box(bytes, count, "meta", &length);
  // In both boxes a version and flags follow the header.
  if (!meta || length < 12) return;
  const uint8_t *references = cpictures_find_box(meta + 12, length - 12, "iref", &length);
  if (!references || length < 12) return;
  size_t identifier_size = references[8] == 0 ? 2 : 4;
  uint8_t *reference = bytes + (references - bytes) + 12;
  size_t available = length - 12;
  while ((length = cpictures_box_length(reference, available)) != 0) {
    bool is_dispensable = has_type(reference, "auxl") || has_type(reference, "cdsc");
    size_t place = 8 + identifier_size;
    if (is_dispensable && length >= place + 2 &&
        (reference[place] << 8 | reference[place + 1]) > 1) {
      memcpy(reference + 4, "skip", 4);
    }
    reference += length;
    available -= length;
  }
}
