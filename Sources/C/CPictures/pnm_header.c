#include "internal.h"

// libvips returns the values of a PNM unscaled, whatever its maximum is (pgm(5), ppm(5)).

/// An upper bound for an encoder's comments, in bytes.
static const size_t longest_header = 64 << 10;

static bool is_blank(uint8_t byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/// Skips blanks and comments, up to the next word.
static size_t next_word(const uint8_t *bytes, size_t count, size_t place) {
  bool is_comment = false;
  while (place < count && (is_comment || is_blank(bytes[place]) || bytes[place] == '#')) {
    is_comment = is_comment ? bytes[place] != '\n' : bytes[place] == '#';
    place++;
  }
  return place;
}

double cpictures_pnm_maximum(const uint8_t *bytes, size_t count) {
  if (count > longest_header) count = longest_header;
  if (count < 2 || bytes[0] != 'P') return 255;
  // White is 1 in floating-point files; libvips expands bits to bytes.
  if (bytes[1] == 'F' || bytes[1] == 'f') return 1;
  if (bytes[1] == '1' || bytes[1] == '4') return 255;
  size_t place = next_word(bytes, count, 2);
  // The width and the height.
  for (int word = 0; word < 2; word++) {
    while (place < count && !is_blank(bytes[place])) place++;
    place = next_word(bytes, count, place);
  }
  int maximum = 0;
  while (place < count && bytes[place] >= '0' && bytes[place] <= '9' && maximum <= 65535) {
    maximum = maximum * 10 + (bytes[place++] - '0');
  }
  return maximum > 0 && maximum <= 65535 ? maximum : 255;
}
