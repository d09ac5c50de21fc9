#include <string.h>

#include "internal.h"

// The coding of a HEIF's pictures according to their decoder configurations (ISO/IEC 14496-15
// section 8.3.2, AV1 in ISOBMFF section 2.3), and the memory that libheif needs for it.

enum {
  /// Samples of two pixels: 4:0:0, 4:2:0, 4:2:2 and 4:4:4.
  grey_samples = 2,
  quarter_samples = 3,
  half_samples = 4,
  all_samples = 6,
};

static void note(cpictures_heif_coding *coding, bool is_deep, int samples) {
  coding->is_deep = coding->is_deep || is_deep;
  if (samples > coding->samples) coding->samples = samples;
}

static void note_hevc(cpictures_heif_coding *coding, const uint8_t *record, size_t count) {
  static const int samples[] = {grey_samples, quarter_samples, half_samples, all_samples};
  if (count < 19) return;
  note(coding, (record[17] & 7) || (record[18] & 7), samples[record[16] & 3]);
}

static void note_av1(cpictures_heif_coding *coding, const uint8_t *record, size_t count) {
  if (count < 4) return;
  coding->is_av1 = true;
  bool is_grey = record[2] & 0x10, halves_columns = record[2] & 8, halves_rows = record[2] & 4;
  note(
      coding, record[2] & 0x40,
      is_grey              ? grey_samples
          : halves_rows    ? quarter_samples
          : halves_columns ? half_samples
                           : all_samples);
}

cpictures_heif_coding cpictures_heif_coding_of(const uint8_t *bytes, size_t count) {
  cpictures_heif_coding coding = {false, false, 0};
  size_t length;
  const uint8_t *box = cpictures_find_box(bytes, count, "meta", &length);
  // A version and flags follow the header.
  if (box && length >= 12) box = cpictures_find_box(box + 12, length - 12, "iprp", &length);
  if (box) box = cpictures_find_box(box + 8, length - 8, "ipco", &length);
  if (box) {
    const uint8_t *property = box + 8;
    size_t available = length - 8;
    while ((length = cpictures_box_length(property, available)) != 0) {
      if (memcmp(property + 4, "hvcC", 4) == 0) note_hevc(&coding, property + 8, length - 8);
      if (memcmp(property + 4, "av1C", 4) == 0) note_av1(&coding, property + 8, length - 8);
      property += length;
      available -= length;
    }
  }
  if (coding.samples == 0) coding.samples = quarter_samples;
  return coding;
}

/// Measured with libheif 1.15, libde265 1.0.11 and dav1d 1.0, at 6 megapixels, rounded up.
int64_t cpictures_heif_memory(
    const cpictures_heif_coding *coding, bool has_alpha, int64_t pixel_count) {
  int64_t depth = coding->is_deep ? 2 : 1;
  // In eighths of a byte: the decoder's own buffers beside the copy that it returns.
  int64_t decoding = coding->is_av1 ? 20 * depth * coding->samples : 8 * depth * coding->samples + 4;
  // RGB planes, before and after a step such as rotating or interleaving.
  int64_t converting = 48 * depth + 1;
  int64_t eighths = decoding > converting ? decoding : converting;
  if (has_alpha) eighths += coding->is_av1 ? 40 * depth : 28 * depth;
  return pixel_count * eighths / 8;
}
