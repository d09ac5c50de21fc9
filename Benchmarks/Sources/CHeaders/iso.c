#include <string.h>
#include <time.h>

#include "reader.h"

// A box of ISO/IEC 14496-12 whose content is in memory.
struct box {
  const uint8_t *content;
  size_t count;
  char type[4];
};

static bool is_type(const struct box *box, const char *type) {
  return memcmp(box->type, type, 4) == 0;
}

// Takes the first box off the bytes at `*p`.
static bool next_box(const uint8_t **p, size_t *count, struct box *box) {
  if (*count < 8) return false;
  uint64_t length = big32(*p);
  size_t head = 8;
  if (length == 1 && *count >= 16) {
    length = big64(*p + 8);
    head = 16;
  }
  if (length < head || length > *count) return false;
  memcpy(box->type, *p + 4, 4);
  box->content = *p + head;
  box->count = (size_t)length - head;
  *p += length;
  *count -= length;
  return true;
}

// Seconds since 1904 as an ISO date.
static void set_date(struct facts *facts, uint64_t seconds) {
  static const uint64_t from_1904_to_1970 = 2082844800;
  if (seconds <= from_1904_to_1970) return;
  time_t time = (time_t)(seconds - from_1904_to_1970);
  struct tm date;
  if (gmtime_r(&time, &date) == NULL) return;
  strftime(facts->date, sizeof facts->date, "%Y-%m-%dT%H:%M:%S", &date);
}

static void read_movie(struct facts *facts, const uint8_t *p, size_t count) {
  struct box box;
  while (next_box(&p, &count, &box)) {
    const uint8_t *content = box.content;
    if (is_type(&box, "trak")) {
      read_movie(facts, content, box.count);
    } else if (is_type(&box, "mvhd") && box.count >= 32) {
      bool is_long = content[0] == 1;
      set_date(facts, is_long ? big64(content + 4) : big32(content + 4));
      uint32_t scale = big32(content + (is_long ? 20 : 12));
      uint64_t duration = is_long ? big64(content + 24) : big32(content + 16);
      if (scale > 0) facts->duration = (double)duration / scale;
    } else if (is_type(&box, "tkhd") && box.count >= 84) {
      size_t place = content[0] == 1 ? 88 : 76;
      if (box.count < place + 8) continue;
      uint32_t width = big32(content + place) >> 16;
      uint32_t height = big32(content + place + 4) >> 16;
      if (width > 0 && height > 0) {
        facts->width = width;
        facts->height = height;
      }
    }
  }
}

// The item of type Exif in `iinf` (14496-12, 8.11.6); 0 when there is none.
static uint32_t exif_item(const uint8_t *p, size_t count) {
  size_t head = count > 0 && p[0] > 0 ? 8 : 6;
  if (count < head) return 0;
  p += head;
  count -= head;
  struct box entry;
  while (next_box(&p, &count, &entry)) {
    bool is_wide = entry.count > 0 && entry.content[0] == 3;
    if (entry.count < (is_wide ? 14u : 12u)) continue;
    if (memcmp(entry.content + (is_wide ? 10 : 8), "Exif", 4) != 0) continue;
    return is_wide ? big32(entry.content + 4) : big16(entry.content + 4);
  }
  return 0;
}

static uint64_t sized(const uint8_t *p, unsigned size) {
  return size == 8 ? big64(p) : size == 4 ? big32(p) : 0;
}

// Where `iloc` (14496-12, 8.11.3) says that an item begins and how long it is.
static bool item_place(
    const uint8_t *p, size_t count, uint32_t item, uint64_t *start, uint64_t *length) {
  if (count < 8) return false;
  const uint8_t *end = p + count;
  unsigned version = p[0];
  unsigned offset_size = p[4] >> 4, length_size = p[4] & 15, base_size = p[5] >> 4;
  unsigned index_size = version > 0 ? p[5] & 15 : 0;
  uint32_t items = version < 2 ? big16(p + 6) : big32(p + 6);
  p += version < 2 ? 8 : 10;
  size_t head = (version < 2 ? 2u : 4u) + (version > 0 ? 2u : 0u) + 2u + base_size + 2u;
  size_t extent_size = index_size + offset_size + length_size;
  while (items-- > 0 && (size_t)(end - p) >= head) {
    uint32_t number = version < 2 ? big16(p) : big32(p);
    uint64_t base = sized(p + head - 2 - base_size, base_size);
    uint32_t extents = big16(p + head - 2);
    p += head;
    if ((size_t)(end - p) < extents * extent_size) return false;
    if (number == item && extents > 0) {
      *start = base + sized(p + index_size, offset_size);
      *length = sized(p + index_size + offset_size, length_size);
      return true;
    }
    p += extents * extent_size;
  }
  return false;
}

// The largest `ispe` (ISO/IEC 23008-12, 6.5.3) is the picture's own.
static void read_properties(struct facts *facts, const uint8_t *p, size_t count) {
  struct box box;
  while (next_box(&p, &count, &box)) {
    if (is_type(&box, "ipco")) {
      read_properties(facts, box.content, box.count);
    } else if (is_type(&box, "ispe") && box.count >= 12) {
      uint64_t width = big32(box.content + 4), height = big32(box.content + 8);
      if (width * height > facts->width * facts->height) {
        facts->width = width;
        facts->height = height;
      }
    }
  }
}

static void read_items(struct facts *facts, struct window *window, uint64_t place, size_t count) {
  const uint8_t *p = window_at(window, place, count);
  if (p == NULL || count < 4) return;
  uint32_t item = 0;
  uint64_t start = 0, length = 0;
  struct box box, places = {0};
  p += 4;
  count -= 4;
  while (next_box(&p, &count, &box)) {
    if (is_type(&box, "iinf")) item = exif_item(box.content, box.count);
    if (is_type(&box, "iprp")) read_properties(facts, box.content, box.count);
    if (is_type(&box, "iloc")) places = box;
  }
  if (item == 0 || places.content == NULL) return;
  if (!item_place(places.content, places.count, item, &start, &length)) return;
  if (length < 12 || length > WINDOW) return;
  p = window_at(window, start, (size_t)length);
  if (p == NULL) return;
  uint64_t skipped = 4 + (uint64_t)big32(p);
  if (skipped < length) read_exif(facts, p + skipped, (size_t)(length - skipped), false);
}

void read_iso(struct facts *facts, struct window *window) {
  static const char pictures[][5] = {"heic", "heix", "hevc", "mif1", "msf1", "avif"};
  const uint8_t *p = window_at(window, 0, 12);
  if (p == NULL) return;
  facts->type = memcmp(p + 8, "qt  ", 4) == 0 ? QUICKTIME : MPEG4;
  facts->is_video = true;
  for (size_t index = 0; index < sizeof pictures / sizeof *pictures; index++) {
    if (memcmp(p + 8, pictures[index], 4) != 0) continue;
    facts->type = HEIF;
    facts->is_video = false;
  }
  for (uint64_t place = 0; (p = window_at(window, place, 8)) != NULL;) {
    uint64_t length = big32(p);
    size_t head = 8;
    bool has_movie = memcmp(p + 4, "moov", 4) == 0, has_items = memcmp(p + 4, "meta", 4) == 0;
    if (length == 1) {
      p = window_at(window, place, 16);
      if (p == NULL) return;
      length = big64(p + 8);
      head = 16;
    }
    if (length == 0) length = window->size - place;
    if (length < head || length > window->size - place) return;
    if (facts->is_video && has_movie) {
      p = window_at(window, place + head, (size_t)length - head);
      if (p != NULL) read_movie(facts, p, (size_t)length - head);
      return;
    }
    if (!facts->is_video && has_items) {
      read_items(facts, window, place + head, (size_t)length - head);
      return;
    }
    place += length;
  }
}
