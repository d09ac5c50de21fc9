#include <string.h>

#include "reader.h"

// JPEG (ITU T.81, annex B): marker segments up to the frame header.
void read_jpeg(struct facts *facts, struct window *window) {
  facts->type = JPEG;
  for (uint64_t place = 2;;) {
    const uint8_t *p = window_at(window, place, 4);
    if (p == NULL || p[0] != 0xFF) return;
    uint8_t marker = p[1];
    size_t length = big16(p + 2);
    if (marker == 0xFF) {
      place++;
      continue;
    }
    bool is_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8
        && marker != 0xCC;
    if (is_frame) {
      p = window_at(window, place, 9);
      if (p == NULL) return;
      facts->height = big16(p + 5);
      facts->width = big16(p + 7);
      return;
    }
    if (marker == 0xDA || marker == 0xD9 || length < 2) return;
    if (marker == 0xE1 && length > 16) {
      p = window_at(window, place + 4, length - 2);
      if (p != NULL && memcmp(p, "Exif\0", 6) == 0) read_exif(facts, p + 6, length - 8, false);
    }
    place += 2 + length;
  }
}

// PNG: chunks up to the first with pixels.
void read_png(struct facts *facts, struct window *window) {
  facts->type = PNG;
  const uint8_t *p = window_at(window, 0, 33);
  if (p == NULL) return;
  facts->width = big32(p + 16);
  facts->height = big32(p + 20);
  uint64_t place = 33;
  for (int chunks = 0; chunks < 64; chunks++) {
    p = window_at(window, place, 8);
    if (p == NULL || memcmp(p + 4, "IDAT", 4) == 0 || memcmp(p + 4, "IEND", 4) == 0) return;
    size_t length = big32(p);
    if (memcmp(p + 4, "eXIf", 4) == 0) {
      p = window_at(window, place + 8, length);
      if (p != NULL) read_exif(facts, p, length, false);
    }
    place += 12 + (uint64_t)length;
  }
}

void read_gif(struct facts *facts, struct window *window) {
  facts->type = GIF;
  const uint8_t *p = window_at(window, 0, 10);
  if (p == NULL) return;
  facts->width = little16(p + 6);
  facts->height = little16(p + 8);
}

// WebP (RFC 9649): the canvas size, and Exif where the flags promise it.
void read_webp(struct facts *facts, struct window *window) {
  facts->type = WEBP;
  uint64_t place = 12;
  for (int chunks = 0; chunks < 64; chunks++) {
    const uint8_t *p = window_at(window, place, 8);
    if (p == NULL) return;
    size_t length = little32(p + 4);
    if (memcmp(p, "VP8X", 4) == 0) {
      p = window_at(window, place, 18);
      if (p == NULL) return;
      facts->width = 1 + (p[12] | (uint64_t)p[13] << 8 | (uint64_t)p[14] << 16);
      facts->height = 1 + (p[15] | (uint64_t)p[16] << 8 | (uint64_t)p[17] << 16);
      if ((p[8] & 8) == 0) return;
    } else if (memcmp(p, "VP8 ", 4) == 0 && facts->width == 0) {
      p = window_at(window, place, 18);
      if (p == NULL) return;
      facts->width = little16(p + 14) & 0x3FFF;
      facts->height = little16(p + 16) & 0x3FFF;
      return;
    } else if (memcmp(p, "VP8L", 4) == 0 && facts->width == 0) {
      p = window_at(window, place, 13);
      if (p == NULL) return;
      uint32_t bits = little32(p + 9);
      facts->width = 1 + (bits & 0x3FFF);
      facts->height = 1 + (bits >> 14 & 0x3FFF);
      return;
    } else if (memcmp(p, "EXIF", 4) == 0) {
      p = window_at(window, place + 8, length);
      if (p != NULL) read_exif(facts, p, length, false);
      return;
    }
    place += 8 + (uint64_t)length + (length & 1);
  }
}

void read_tiff(struct facts *facts, struct window *window) {
  facts->type = TIFF;
  size_t count = window->size < WINDOW ? (size_t)window->size : WINDOW;
  const uint8_t *p = window_at(window, 0, count);
  if (p != NULL) read_exif(facts, p, count, true);
}
