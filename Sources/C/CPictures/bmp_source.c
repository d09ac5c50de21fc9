#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "internal.h"

// Windows and OS/2 bitmaps: "Bitmap Storage" in Microsoft's documentation of the Windows GDI, and
// "Bitmap File Format" in IBM's of OS/2.

/// The size of the file header, which the bitmap header follows.
static const size_t file_header = 14;
/// The maximum number of pixels of a compressed bitmap, which is held entirely: a byte for each.
static const int64_t maximum_held = 320LL << 20;

/// The values of biCompression.
enum { raw = 0, rle8 = 1, rle4 = 2, bit_fields = 3, alpha_bit_fields = 6 };

/// The bits of a channel in a pixel, and the value for which they are all set; 0 without any.
typedef struct {
  uint32_t mask, maximum;
  int shift;
} channel;

typedef struct {
  cpictures_source base;
  void *bytes;
  size_t length;
  /// The place of the first stored row, and the distance between two.
  size_t pixels, stride;
  int bits;
  bool is_top_down;
  /// Red, green and blue of each index.
  uint8_t palette[256][3];
  /// Red, green, blue and alpha.
  channel channels[4];
  /// The indices of a compressed bitmap, by rows from the bottom; NULL for any other.
  uint8_t *indices;
  int32_t next_row;
} bmp_source;

static uint32_t little(const uint8_t *bytes, int count) {
  uint32_t value = 0;
  for (int place = count; place-- > 0;) value = value << 8 | bytes[place];
  return value;
}

static bool fail(cpictures_problem *problem, const char *reason) {
  return cpictures_fail(problem, CPICTURES_DAMAGED, "damaged BMP: %s", reason);
}

static bool is_cut(cpictures_problem *problem) { return fail(problem, "it is cut short"); }

static channel channel_of(uint32_t mask) {
  channel found = {mask, 0, 0};
  if (mask == 0) return found;
  while (!(mask >> found.shift & 1)) found.shift++;
  found.maximum = mask >> found.shift;
  return found;
}

static uint8_t value_of(channel channel, uint32_t pixel) {
  if (channel.maximum == 0) return 0;
  uint64_t value = (pixel & channel.mask) >> channel.shift;
  return (uint8_t)((value * 255 + channel.maximum / 2) / channel.maximum);
}

/// Sets the masks of 16 and 32 bits: those of the header, or the usual ones.
static void set_channels(bmp_source *bmp, const uint8_t *masks, bool has_alpha) {
  static const uint32_t usual16[] = {0x7C00, 0x3E0, 0x1F}, usual32[] = {0xFF0000, 0xFF00, 0xFF};
  const uint32_t *usual = bmp->bits == 16 ? usual16 : usual32;
  for (int index = 0; index < 3; index++) {
    bmp->channels[index] = channel_of(masks ? little(masks + 4 * index, 4) : usual[index]);
  }
  if (has_alpha) bmp->channels[3] = channel_of(little(masks + 12, 4));
}

/// Returns the stored row, counted from the top; NULL if the file ends before it does.
static const uint8_t *stored_row(const bmp_source *bmp, int32_t row) {
  size_t place = (size_t)(bmp->is_top_down ? row : bmp->base.height - 1 - row);
  size_t start = bmp->pixels + place * bmp->stride;
  // The last row may lack the bytes that only fill it up.
  size_t needed = ((size_t)bmp->base.width * (size_t)bmp->bits + 7) / 8;
  if (start > bmp->length || bmp->length - start < needed) return NULL;
  return (const uint8_t *)bmp->bytes + start;
}

/// Returns true if any pixel is not transparent. Many programs leave alpha 0 everywhere.
static bool uses_alpha(const bmp_source *bmp) {
  int size = bmp->bits / 8;
  for (int32_t y = 0; y < bmp->base.height; y++) {
    const uint8_t *row = stored_row(bmp, y);
    if (!row) return false;
    for (int32_t x = 0; x < bmp->base.width; x++) {
      if (little(row + (size_t)x * (size_t)size, size) & bmp->channels[3].mask) return true;
    }
  }
  return false;
}

/// Unpacks run-length coded indices. Pixels that are left out have the index 0.
static bool unpack(bmp_source *bmp, bool is_nibbles, cpictures_problem *problem) {
  int64_t width = bmp->base.width, height = bmp->base.height;
  if (width * height > maximum_held) {
    return cpictures_fail(
        problem, CPICTURES_TOO_LARGE,
        "a compressed BMP of %d x %d pixels needs more memory than is allowed", bmp->base.width,
        bmp->base.height);
  }
  bmp->indices = calloc((size_t)width, (size_t)height);
  if (!bmp->indices) {
    return cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the picture");
  }
  const uint8_t *code = (const uint8_t *)bmp->bytes + bmp->pixels;
  const uint8_t *end = (const uint8_t *)bmp->bytes + bmp->length;
  int64_t x = 0, y = 0;
  while (y < height && end - code >= 2) {
    int count = code[0], value = code[1];
    code += 2;
    bool is_literal = count == 0 && value > 2;
    if (count == 0 && value == 0) {
      x = 0;
      y++;
    } else if (count == 0 && value == 1) {
      return true;
    } else if (count == 0 && value == 2) {
      if (end - code < 2) break;
      x += code[0];
      y += code[1];
      code += 2;
    } else {
      const uint8_t *literal = code;
      if (is_literal) {
        count = value;
        // Literals are filled up to an even number of bytes.
        int taken = is_nibbles ? (count + 1) / 2 : count;
        if (end - code < taken) break;
        code += taken + (taken & 1 && end - code > taken);
      }
      // What is behind the end of a row is left out.
      for (int place = 0; place < count && x + place < width; place++) {
        int byte = is_literal ? literal[is_nibbles ? place / 2 : place] : value;
        if (is_nibbles) byte = place & 1 ? byte & 15 : byte >> 4;
        bmp->indices[y * width + x + place] = (uint8_t)byte;
      }
      x += count;
    }
  }
  // Some programs leave out the mark of the end.
  return y >= height || (y == height - 1 && x >= width) ? true : is_cut(problem);
}

static bool prepare(cpictures_source *base, double factor, cpictures_problem *problem) {
  (void)factor;
  (void)problem;
  base->read_width = base->width;
  base->read_height = base->height;
  base->scale_x = base->scale_y = 1;
  return true;
}

static bool read_row(cpictures_source *base, uint8_t *row, cpictures_problem *problem) {
  bmp_source *bmp = (bmp_source *)base;
  int32_t y = bmp->next_row++;
  const uint8_t *stored =
      bmp->indices ? bmp->indices + (size_t)(base->height - 1 - y) * (size_t)base->width
                   : stored_row(bmp, y);
  if (!stored) return is_cut(problem);
  int bits = bmp->indices ? 8 : bmp->bits;
  for (int32_t x = 0; x < base->width; x++) {
    if (bits <= 8) {
      size_t bit = (size_t)x * (size_t)bits;
      int index = stored[bit / 8] >> (8 - bits - (int)(bit % 8)) & ((1 << bits) - 1);
      memcpy(row, bmp->palette[index], 3);
    } else if (bits == 24) {
      for (int index = 0; index < 3; index++) row[index] = stored[3 * (size_t)x + 2 - (size_t)index];
    } else {
      uint32_t pixel = little(stored + (size_t)x * (size_t)(bits / 8), bits / 8);
      for (int index = 0; index < 3; index++) row[index] = value_of(bmp->channels[index], pixel);
      if (base->has_alpha) row[3] = value_of(bmp->channels[3], pixel);
    }
    row += base->has_alpha ? 4 : 3;
  }
  return true;
}

static void close_source(cpictures_source *base) {
  bmp_source *bmp = (bmp_source *)base;
  free(bmp->indices);
  if (bmp->bytes) munmap(bmp->bytes, bmp->length);
  free(bmp);
}

/// Reads the palette, which follows the header; colours that it lacks are black.
static void read_palette(bmp_source *bmp, size_t start, uint32_t count, size_t entry) {
  const uint8_t *bytes = bmp->bytes;
  for (uint32_t index = 0; index < count && index < 256; index++, start += entry) {
    if (start > bmp->length || bmp->length - start < 3) return;
    for (int channel = 0; channel < 3; channel++) {
      bmp->palette[index][channel] = bytes[start + 2 - (size_t)channel];
    }
  }
}

static bool is_known(int bits, uint32_t compression) {
  switch (compression) {
    case raw:
      return bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16 || bits == 24 ||
          bits == 32;
    case rle8:
      return bits == 8;
    case rle4:
      return bits == 4;
    case bit_fields:
    case alpha_bit_fields:
      return bits == 16 || bits == 32;
    default:
      return false;
  }
}

static bool open_header(bmp_source *bmp, int64_t maximum_pixels, cpictures_problem *problem) {
  const uint8_t *bytes = bmp->bytes;
  if (bmp->length < file_header + 12) return is_cut(problem);
  const uint8_t *header = bytes + file_header;
  uint32_t size = little(header, 4), compression = raw, used = 0;
  bool is_core = size == 12;
  if (bytes[0] != 'B' || bytes[1] != 'M' || size < 12 || (size > 12 && size < 16) || size > 124) {
    return fail(problem, "its header is of no known length");
  }
  if (bmp->length - file_header < size) return is_cut(problem);
  int64_t width, height;
  if (is_core) {
    width = little(header + 4, 2);
    height = little(header + 6, 2);
    bmp->bits = (int)little(header + 10, 2);
  } else {
    width = (int32_t)little(header + 4, 4);
    height = (int32_t)little(header + 8, 4);
    bmp->bits = (int)little(header + 14, 2);
    if (size >= 20) compression = little(header + 16, 4);
    if (size >= 36) used = little(header + 32, 4);
  }
  bmp->is_top_down = height < 0;
  if (height < 0) height = -height;
  if (width <= 0 || height <= 0 || height > INT32_MAX) return fail(problem, "it has no pixels");
  // OS/2 gives the numbers above 2 other meanings.
  bool is_os2 = size == 64 || size == 16;
  if (!is_known(bmp->bits, compression) || (is_os2 && compression > rle4)) {
    return cpictures_fail(
        problem, CPICTURES_UNSUPPORTED, "a BMP with %d bits a pixel in compression %u is not read",
        bmp->bits, compression);
  }
  bmp->base.width = (int32_t)width;
  bmp->base.height = (int32_t)height;
  if (width * height > maximum_pixels) {
    return cpictures_fail_as_too_large(
        problem, bmp->base.width, bmp->base.height, maximum_pixels);
  }
  // The masks are in the longer headers, and behind the usual one.
  size_t palette = file_header + size;
  bool has_masks = compression == bit_fields || compression == alpha_bit_fields;
  bool has_alpha = has_masks && (size >= 56 || (size == 40 && compression == alpha_bit_fields));
  if (has_masks && size == 40) palette += has_alpha ? 16 : 12;
  if (has_masks && size < 40) return fail(problem, "its header has no masks");
  if (palette > bmp->length || (has_masks && bmp->length < file_header + 40 + 16)) {
    return is_cut(problem);
  }
  if (bmp->bits == 16 || bmp->bits == 32) {
    set_channels(bmp, has_masks ? header + 40 : NULL, has_alpha);
  }
  uint32_t colours = bmp->bits <= 8 ? 1u << bmp->bits : 0;
  if (used > 0 && used < colours) colours = used;
  size_t entry = is_core ? 3 : 4;
  read_palette(bmp, palette, colours, entry);
  bmp->pixels = little(bytes + 10, 4);
  if (bmp->pixels < file_header + size) bmp->pixels = palette + colours * entry;
  if (bmp->pixels >= bmp->length) return is_cut(problem);
  bmp->stride = ((size_t)width * (size_t)bmp->bits + 31) / 32 * 4;
  bmp->base.model = CPICTURES_RGB;
  if (compression == rle8 || compression == rle4) {
    return bmp->is_top_down ? fail(problem, "a compressed one begins at the bottom")
                            : unpack(bmp, compression == rle4, problem);
  }
  bmp->base.has_alpha = bmp->channels[3].mask != 0 && uses_alpha(bmp);
  return true;
}

cpictures_source *cpictures_open_bmp(
    int file, int64_t maximum_pixels, cpictures_problem *problem) {
  const cpictures_source base = {
      .prepare = prepare, .read_row = read_row, .close = close_source};
  bmp_source *bmp = cpictures_new_source(sizeof *bmp, base, problem);
  if (!bmp) return NULL;
  return cpictures_opened(
      &bmp->base,
      cpictures_map(file, false, &bmp->bytes, &bmp->length, problem) &&
          open_header(bmp, maximum_pixels, problem));
}
