#pragma once

#include "CPictures.h"

/// What the channels of a pixel mean.
typedef enum {
  CPICTURES_GREY,
  CPICTURES_RGB,
  CPICTURES_CMYK,
} cpictures_model;

struct cpictures_source {
  /// The size as stored.
  int32_t width, height;
  /// The size of what is read, which `prepare` may make smaller.
  int32_t read_width, read_height;
  /// How many read pixels there are to a stored one; the last column may be a part of one.
  double scale_x, scale_y;

  cpictures_model model;
  /// Whether a channel of coverage comes last.
  bool has_alpha;
  /// Whether 255 means no ink.
  bool is_inverted;
  /// The embedded ICC profile, or NULL; lives as long as the source.
  const uint8_t *profile;
  size_t profile_length;

  /// Gets ready to read rows that have at least `factor` of the stored pixels in each direction.
  bool (*prepare)(cpictures_source *source, double factor, cpictures_problem *problem);
  /// Reads the next row of `read_width` pixels.
  bool (*read_row)(cpictures_source *source, uint8_t *row, cpictures_problem *problem);
  void (*close)(cpictures_source *source);
};

static inline int cpictures_channels(cpictures_model model, bool has_alpha) {
  return (model == CPICTURES_GREY ? 1 : model == CPICTURES_RGB ? 3 : 4) + (has_alpha ? 1 : 0);
}

/// Writes why something failed; returns false, to be returned on.
bool cpictures_fail(
    cpictures_problem *problem, cpictures_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Refuses a picture by its size; returns false.
bool cpictures_fail_as_too_large(
    cpictures_problem *problem, int32_t width, int32_t height, int64_t maximum_pixels);

/// Maps a whole file, which munmap undoes; a writable mapping does not change the file.
bool cpictures_map(
    int file, bool is_writable, void **bytes, size_t *count, cpictures_problem *problem);

// MARK: HEIF

/// Finds a box among others, with its header of 8 bytes; NULL without one.
const uint8_t *cpictures_find_box(
    const uint8_t *boxes, size_t available, const char *type, size_t *length);

/// The length of the box that starts here, with its header of 8 bytes; 0 if it does not fit. Boxes
/// with 64-bit lengths are those of media data only.
size_t cpictures_box_length(const uint8_t *box, size_t available);

/// Makes the bytes of a HEIF file acceptable to older versions of libheif.
void cpictures_simplify_references(uint8_t *bytes, size_t count);

/// The most that any of a HEIF's pictures asks of its decoder.
typedef struct {
  bool is_av1;
  /// Whether a sample has more than 8 bits.
  bool is_deep;
  /// Samples for each two pixels.
  int samples;
} cpictures_heif_coding;

/// Reads it from the file's decoder configurations; of a file without any, what most have.
cpictures_heif_coding cpictures_heif_coding_of(const uint8_t *bytes, size_t count);

/// How many bytes libheif takes at once to give RGB or RGBA.
int64_t cpictures_heif_memory(
    const cpictures_heif_coding *coding, bool has_alpha, int64_t pixel_count);

/// The number that is white in a PNM, as its header says it; 255 where it says nothing.
double cpictures_pnm_maximum(const uint8_t *bytes, size_t count);

// MARK: Resampling

/// Takes rows from the top, gives fewer (or more) rows of another width.
typedef struct cpictures_resampler cpictures_resampler;

/// A place in a row of source pixels, in fractions of a pixel.
typedef struct {
  double start, length;
} cpictures_span;

/// Returns NULL when there is no memory.
///
/// - Parameter columns, rows: what of the source is shown, within its size.
cpictures_resampler *cpictures_resampler_new(
    int32_t width, int32_t height, int channels, cpictures_span columns, cpictures_span rows,
    int32_t result_width, int32_t result_height);
void cpictures_resampler_free(cpictures_resampler *resampler);

/// Where the next source row belongs; NULL when the next result row can be taken first, or all are.
uint8_t *cpictures_resampler_wants(cpictures_resampler *resampler);
/// Says that the row that was wanted is there.
void cpictures_resampler_filled(cpictures_resampler *resampler);
/// Makes the next result row.
void cpictures_resampler_take(cpictures_resampler *resampler, uint8_t *row);

// MARK: Colour

/// From a source's pixels to sRGB; owned by the colours.
typedef struct cpictures_conversion cpictures_conversion;

/// Never NULL: a profile that does not fit, or makes no difference, converts nothing.
const cpictures_conversion *cpictures_conversion_for(
    cpictures_colours *colours, const cpictures_source *source);

/// Converts pixels to RGB, or to RGBA if the source has alpha.
void cpictures_convert(
    const cpictures_conversion *conversion, const uint8_t *pixels, uint8_t *result, size_t count);

// MARK: Writing

/// Takes rows of sRGB from the top, and writes a coded picture.
typedef struct cpictures_sink cpictures_sink;

struct cpictures_sink {
  bool (*write_row)(cpictures_sink *sink, const uint8_t *row, cpictures_problem *problem);
  /// Writes what is left.
  bool (*finish)(cpictures_sink *sink, cpictures_problem *problem);
  void (*close)(cpictures_sink *sink);
  int64_t byte_count;
};

/// Writes everything, or says why not. `total` grows by what was written.
bool cpictures_write(
    int file, const void *bytes, size_t count, int64_t *total, cpictures_problem *problem);

cpictures_sink *cpictures_jpeg_sink(
    const cpictures_output *output, int32_t width, int32_t height, cpictures_problem *problem);
cpictures_sink *cpictures_png_sink(
    const cpictures_output *output, int32_t width, int32_t height, bool has_alpha,
    cpictures_problem *problem);
cpictures_sink *cpictures_pam_sink(
    const cpictures_output *output, int32_t width, int32_t height, bool has_alpha,
    cpictures_problem *problem);
cpictures_sink *cpictures_webp_sink(
    const cpictures_vips *vips, const cpictures_output *output, int32_t width, int32_t height,
    bool has_alpha, cpictures_problem *problem);
