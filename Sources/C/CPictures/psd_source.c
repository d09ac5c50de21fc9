#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "internal.h"

// The merged picture at the end of Photoshop's documents (Adobe Photoshop File Formats
// Specification, November 2019), which shows all layers as the document does.

/// The colour modes.
enum { bitmap = 0, grey = 1, indexed = 2, rgb = 3, cmyk = 4, duotone = 8 };
/// The maximum number of channels that are read: CMYK and alpha.
enum { most_channels = 5 };

/// A part of the file that is read from the front.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} part;

typedef struct {
  cpictures_source base;
  void *bytes;
  size_t length;
  int depth, mode;
  bool is_packed;
  /// The bytes of a channel's unpacked row, and the number of channels that are read.
  size_t row_size;
  int channels;
  /// For each read channel the place of its next row, and for packed rows that of its length.
  size_t rows[most_channels], lengths[most_channels];
  /// The bytes of a packed row's length.
  int length_size;
  /// Reds, greens and blues of the indices; NULL without any.
  const uint8_t *palette;
  /// An unpacked row of one channel.
  uint8_t *unpacked;
} psd_source;

static uint64_t big(const uint8_t *bytes, int count) {
  uint64_t value = 0;
  for (int place = 0; place < count; place++) value = value << 8 | bytes[place];
  return value;
}

static bool fail(cpictures_problem *problem, const char *reason) {
  return cpictures_fail(problem, CPICTURES_DAMAGED, "damaged PSD: %s", reason);
}

static bool is_cut(cpictures_problem *problem) { return fail(problem, "it is cut short"); }

static bool refuse(cpictures_problem *problem, const char *reason) {
  return cpictures_fail(problem, CPICTURES_UNSUPPORTED, "a PSD %s is not read", reason);
}

/// Takes bytes from the front; false if there are fewer.
static bool take(part *rest, size_t count, part *taken) {
  if (rest->count < count) return false;
  *taken = (part){rest->bytes, count};
  rest->bytes += count;
  rest->count -= count;
  return true;
}

/// Takes a section that begins with its length.
static bool take_section(part *rest, int length_size, part *section) {
  part length;
  if (!take(rest, (size_t)length_size, &length)) return false;
  uint64_t count = big(length.bytes, length_size);
  return count <= rest->count && take(rest, (size_t)count, section);
}

/// Finds the profile, and whether the merged picture is one: a document may be saved without.
static bool read_resources(psd_source *psd, part rest) {
  bool is_merged = true;
  part head, name, data;
  while (take(&rest, 6, &head) && rest.count > 0) {
    // A name has its length in front, and all is filled up to an even number of bytes.
    size_t name_size = ((size_t)rest.bytes[0] + 2) & ~(size_t)1;
    if (!take(&rest, name_size, &name) || !take_section(&rest, 4, &data)) break;
    uint64_t number = big(head.bytes + 4, 2);
    if (number == 1039) {
      psd->base.profile = data.bytes;
      psd->base.profile_length = data.count;
    } else if (number == 1057 && data.count >= 5) {
      is_merged = data.bytes[4] != 0;
    }
    if (data.count & 1 && !take(&rest, 1, &data)) break;
  }
  return is_merged;
}

/// Returns true if the first channel behind the colours is the merged picture's alpha, as a
/// negative number of layers says.
static bool has_alpha(part layers, int length_size) {
  part info;
  return take_section(&layers, length_size, &info) && info.count >= 2 && info.bytes[0] & 0x80;
}

/// Unpacks a row (PackBits, TIFF 6.0, section 9); false if it does not fill the row.
static bool unpack(part packed, uint8_t *row, size_t size) {
  size_t made = 0;
  while (made < size && packed.count > 0) {
    int code = (int8_t)packed.bytes[0];
    packed.bytes++;
    packed.count--;
    if (code == -128) continue;
    size_t count = (size_t)(code < 0 ? 1 - code : 1 + code);
    size_t taken = code < 0 ? 1 : count;
    if (packed.count < taken) return false;
    if (count > size - made) count = size - made;
    if (code < 0) {
      memset(row + made, packed.bytes[0], count);
    } else {
      memcpy(row + made, packed.bytes, count);
    }
    made += count;
    packed.bytes += taken;
    packed.count -= taken;
  }
  return made == size;
}

/// Returns the next row of a channel; NULL if it is damaged.
static const uint8_t *next_row(psd_source *psd, int channel) {
  const uint8_t *bytes = psd->bytes;
  size_t start = psd->rows[channel], size = psd->row_size;
  if (psd->is_packed) {
    // The table of lengths was found to be there.
    size = (size_t)big(bytes + psd->lengths[channel], psd->length_size);
    psd->lengths[channel] += (size_t)psd->length_size;
  }
  if (start > psd->length || psd->length - start < size) return NULL;
  psd->rows[channel] = start + size;
  if (!psd->is_packed) return bytes + start;
  return unpack((part){bytes + start, size}, psd->unpacked, psd->row_size) ? psd->unpacked : NULL;
}

static bool prepare(cpictures_source *base, double factor, cpictures_problem *problem) {
  (void)factor;
  (void)problem;
  base->read_width = base->width;
  base->read_height = base->height;
  base->scale_x = base->scale_y = 1;
  return true;
}

/// Takes the white out of a row that Photoshop put below what is transparent.
static void take_white_out(uint8_t *row, int32_t count, int channels) {
  for (; count > 0; count--, row += channels) {
    int alpha = row[channels - 1];
    if (alpha == 0 || alpha == 255) continue;
    for (int channel = 0; channel < channels - 1; channel++) {
      int value = ((row[channel] - 255 + alpha) * 255 + alpha / 2) / alpha;
      row[channel] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
  }
}

static bool read_row(cpictures_source *base, uint8_t *row, cpictures_problem *problem) {
  psd_source *psd = (psd_source *)base;
  size_t step = (size_t)cpictures_channels(base->model, base->has_alpha);
  size_t sample = psd->depth == 16 ? 2 : 1;
  for (int channel = 0; channel < psd->channels; channel++) {
    const uint8_t *stored = next_row(psd, channel);
    if (!stored) return is_cut(problem);
    uint8_t *place = row + channel;
    for (size_t x = 0; x < (size_t)base->width; x++, place += step) {
      if (psd->depth == 1) {
        // Black is 1.
        *place = stored[x / 8] >> (7 - x % 8) & 1 ? 0 : 255;
      } else if (psd->palette) {
        for (size_t index = 0; index < 3; index++) place[index] = psd->palette[256 * index + stored[x]];
      } else {
        // The first byte of two is the more significant one.
        *place = stored[x * sample];
      }
    }
  }
  if (base->has_alpha) take_white_out(row, base->width, (int)step);
  return true;
}

static void close_source(cpictures_source *base) {
  psd_source *psd = (psd_source *)base;
  free(psd->unpacked);
  if (psd->bytes) munmap(psd->bytes, psd->length);
  free(psd);
}

/// Finds the rows of the channels; each channel has all its rows together.
static bool find_rows(psd_source *psd, part rest, int all_channels, cpictures_problem *problem) {
  const uint8_t *start = psd->bytes;
  size_t height = (size_t)psd->base.height;
  if (!psd->is_packed) {
    for (int channel = 0; channel < psd->channels; channel++) {
      psd->rows[channel] = (size_t)(rest.bytes - start) + (size_t)channel * height * psd->row_size;
    }
    return true;
  }
  part table;
  if (!take(&rest, height * (size_t)all_channels * (size_t)psd->length_size, &table)) {
    return is_cut(problem);
  }
  psd->unpacked = malloc(psd->row_size);
  if (!psd->unpacked) {
    return cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the picture");
  }
  size_t place = (size_t)(rest.bytes - start);
  for (int channel = 0; channel < psd->channels; channel++) {
    psd->rows[channel] = place;
    psd->lengths[channel] =
        (size_t)(table.bytes - start) + (size_t)channel * height * (size_t)psd->length_size;
    for (size_t row = 0; row < height; row++) {
      size_t length = (size_t)psd->length_size;
      place += (size_t)big(start + psd->lengths[channel] + row * length, psd->length_size);
      if (place > psd->length) return is_cut(problem);
    }
  }
  return true;
}

/// Sets the model, and the number of channels of its colours; 0 for a mode that is not read.
static int colours_of(psd_source *psd) {
  switch (psd->mode) {
    case bitmap:
    case grey:
    case duotone:
      psd->base.model = CPICTURES_GREY;
      return (psd->depth == 1) == (psd->mode == bitmap) ? 1 : 0;
    case indexed:
      psd->base.model = CPICTURES_RGB;
      return psd->depth == 8 ? 1 : 0;
    case rgb:
      psd->base.model = CPICTURES_RGB;
      return psd->depth == 1 ? 0 : 3;
    case cmyk:
      psd->base.model = CPICTURES_CMYK;
      psd->base.is_inverted = true;
      return psd->depth == 1 ? 0 : 4;
    default:
      return 0;
  }
}

static bool open_header(psd_source *psd, int64_t maximum_pixels, cpictures_problem *problem) {
  part rest = {psd->bytes, psd->length}, head, palette, resources, layers, compression;
  if (!take(&rest, 26, &head)) return is_cut(problem);
  uint64_t version = big(head.bytes + 4, 2);
  if (memcmp(head.bytes, "8BPS", 4) != 0 || (version != 1 && version != 2)) {
    return fail(problem, "it does not begin as one");
  }
  int all_channels = (int)big(head.bytes + 12, 2);
  uint64_t height = big(head.bytes + 14, 4), width = big(head.bytes + 18, 4);
  psd->depth = (int)big(head.bytes + 22, 2);
  psd->mode = (int)big(head.bytes + 24, 2);
  // The format's own limits.
  if (width == 0 || height == 0 || width > 300000 || height > 300000 || all_channels < 1 ||
      all_channels > 56) {
    return fail(problem, "its header has impossible numbers");
  }
  psd->base.width = (int32_t)width;
  psd->base.height = (int32_t)height;
  if ((int64_t)(width * height) > maximum_pixels) {
    return cpictures_fail_as_too_large(problem, psd->base.width, psd->base.height, maximum_pixels);
  }
  if (psd->depth != 1 && psd->depth != 8 && psd->depth != 16) {
    return refuse(problem, "with this number of bits");
  }
  int colours = colours_of(psd);
  if (colours == 0) return refuse(problem, "in this colour mode");
  if (colours > all_channels) return fail(problem, "it has too few channels");
  int size = version == 2 ? 8 : 4;
  if (!take_section(&rest, 4, &palette) || !take_section(&rest, 4, &resources) ||
      !take_section(&rest, size, &layers) || !take(&rest, 2, &compression)) {
    return is_cut(problem);
  }
  if (!read_resources(psd, resources)) return refuse(problem, "without a merged picture");
  if (psd->mode == indexed) {
    if (palette.count < 768) return fail(problem, "it has no colours");
    psd->palette = palette.bytes;
  }
  uint64_t coding = big(compression.bytes, 2);
  if (coding > 1) return refuse(problem, "with this compression");
  psd->is_packed = coding == 1;
  psd->length_size = version == 2 ? 4 : 2;
  psd->base.has_alpha =
      all_channels > colours && psd->mode != bitmap && !psd->palette && has_alpha(layers, size);
  psd->channels = colours + (psd->base.has_alpha ? 1 : 0);
  psd->row_size = ((size_t)width * (size_t)psd->depth + 7) / 8;
  return find_rows(psd, rest, all_channels, problem);
}

cpictures_source *cpictures_open_psd(
    int file, int64_t maximum_pixels, cpictures_problem *problem) {
  const cpictures_source base = {
      .prepare = prepare, .read_row = read_row, .close = close_source};
  psd_source *psd = cpictures_new_source(sizeof *psd, base, problem);
  if (!psd) return NULL;
  return cpictures_opened(
      &psd->base,
      cpictures_map(file, false, &psd->bytes, &psd->length, problem) &&
          open_header(psd, maximum_pixels, problem));
}
