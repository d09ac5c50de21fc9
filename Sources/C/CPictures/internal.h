#pragma once

#include "CPictures.h"

/// The meaning of a pixel's channels.
typedef enum {
  CPICTURES_GREY,
  CPICTURES_RGB,
  CPICTURES_CMYK,
} cpictures_model;

struct cpictures_source {
  /// The stored size.
  int32_t width, height;
  /// The size of the rows that are read, which `prepare` may reduce.
  int32_t read_width, read_height;
  /// The number of read pixels for each stored one; the last column may be a part of one.
  double scale_x, scale_y;

  cpictures_model model;
  /// True if the last channel is alpha.
  bool has_alpha;
  /// True if 255 means no ink.
  bool is_inverted;
  /// True if the picture itself is decoded, and all damage is a failure.
  bool is_strict;
  /// The embedded ICC profile, or NULL; valid as long as the source.
  const uint8_t *profile;
  size_t profile_length;

  /// Prepares to read rows that have at least `factor` of the stored pixels in each direction.
  bool (*prepare)(cpictures_source *source, double factor, cpictures_problem *problem);
  /// Reads the next row of `read_width` pixels.
  bool (*read_row)(cpictures_source *source, uint8_t *row, cpictures_problem *problem);
  /// Reads what follows the rows, of a strict source; NULL if nothing does.
  bool (*finish)(cpictures_source *source, cpictures_problem *problem);
  void (*close)(cpictures_source *source);
};

/// Allocates a source of `size` bytes, which begins with `base`; NULL, with the problem set, if there
/// is no memory.
void *cpictures_new_source(size_t size, cpictures_source base, cpictures_problem *problem);

/// Returns a source that was opened; closes another one, and returns NULL.
cpictures_source *cpictures_opened(cpictures_source *source, bool is_open);

static inline int cpictures_channels(cpictures_model model, bool has_alpha) {
  return (model == CPICTURES_GREY ? 1 : model == CPICTURES_RGB ? 3 : 4) + (has_alpha ? 1 : 0);
}

/// Sets the problem; returns false, so that the caller can return it.
bool cpictures_fail(
    cpictures_problem *problem, cpictures_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Refuses a picture because of its size; returns false.
bool cpictures_fail_as_too_large(
    cpictures_problem *problem, int32_t width, int32_t height, int64_t maximum_pixels);

/// Maps a whole file, which munmap undoes; a writable mapping does not change the file.
bool cpictures_map(
    int file, bool is_writable, void **bytes, size_t *count, cpictures_problem *problem);

/// Finds a box in a sequence, and returns it with its header of 8 bytes; NULL without one.
const uint8_t *cpictures_find_box(
    const uint8_t *boxes, size_t available, const char *type, size_t *length);

/// Returns the length of the box that begins here, with its header of 8 bytes; 0 if it does not
/// fit. Only boxes of media data have 64-bit lengths, which are not supported.
size_t cpictures_box_length(const uint8_t *box, size_t available);

/// Changes the bytes of a HEIF file so that older versions of libheif accept it.
void cpictures_simplify_references(uint8_t *bytes, size_t count);

/// The maximum demands that the pictures of a HEIF make on its decoder.
typedef struct {
  bool is_av1;
  /// True if a sample has more than 8 bits.
  bool is_deep;
  /// The number of samples of two pixels.
  int samples;
} cpictures_heif_coding;

/// Reads the coding from the file's decoder configurations; the most common one without any.
cpictures_heif_coding cpictures_heif_coding_of(const uint8_t *bytes, size_t count);

/// Returns the number of bytes that libheif needs at once to produce RGB or RGBA.
int64_t cpictures_heif_memory(
    const cpictures_heif_coding *coding, bool has_alpha, int64_t pixel_count);

/// Returns the value of white in a PNM according to its header; 255 if it has none.
double cpictures_pnm_maximum(const uint8_t *bytes, size_t count);

/// Converts rows, given from the top, to fewer (or more) rows of another width.
typedef struct cpictures_resampler cpictures_resampler;

/// A range in a row of source pixels, in fractions of a pixel.
typedef struct {
  double start, length;
} cpictures_span;

/// Returns NULL if there is no memory. `columns` and `rows` are the part of the source to show.
cpictures_resampler *cpictures_resampler_new(
    int32_t width, int32_t height, int channels, cpictures_span columns, cpictures_span rows,
    int32_t result_width, int32_t result_height);
void cpictures_resampler_free(cpictures_resampler *resampler);

/// Returns the place for the next source row; NULL if a result row is due, or all were taken.
uint8_t *cpictures_resampler_wants(cpictures_resampler *resampler);
/// Records that the requested row was filled in.
void cpictures_resampler_filled(cpictures_resampler *resampler);
void cpictures_resampler_take(cpictures_resampler *resampler, uint8_t *row);

/// A conversion from a source's pixels to sRGB; owned by the colours.
typedef struct cpictures_conversion cpictures_conversion;

/// Returns a conversion, never NULL: a profile that does not fit, or has no effect, does nothing.
/// With `keeps_profile` the channels of RGB stay as they are, and the result has their profile.
const cpictures_conversion *cpictures_conversion_for(
    cpictures_colours *colours, const cpictures_source *source, bool keeps_profile);

/// The ICC profile of a result; no bytes for sRGB.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} cpictures_profile;

/// Returns the profile of converted pixels, valid as long as the conversion.
cpictures_profile cpictures_conversion_profile(const cpictures_conversion *conversion);

/// Converts pixels to RGB, or to RGBA if the source has alpha.
void cpictures_convert(
    const cpictures_conversion *conversion, const uint8_t *pixels, uint8_t *result, size_t count);

/// Writes a coded picture from rows of sRGB, from the top.
typedef struct cpictures_sink cpictures_sink;

struct cpictures_sink {
  bool (*write_row)(cpictures_sink *sink, const uint8_t *row, cpictures_problem *problem);
  bool (*finish)(cpictures_sink *sink, cpictures_problem *problem);
  void (*close)(cpictures_sink *sink);
  int64_t byte_count;
};

/// Writes all bytes, or sets the problem. Adds the number of written bytes to `total`.
bool cpictures_write(
    int file, const void *bytes, size_t count, int64_t *total, cpictures_problem *problem);

cpictures_sink *cpictures_jpeg_sink(
    const cpictures_output *output, cpictures_profile profile, int32_t width, int32_t height,
    cpictures_problem *problem);
cpictures_sink *cpictures_png_sink(
    const cpictures_output *output, cpictures_profile profile, int32_t width, int32_t height,
    bool has_alpha, cpictures_problem *problem);
cpictures_sink *cpictures_pam_sink(
    const cpictures_output *output, int32_t width, int32_t height, bool has_alpha,
    cpictures_problem *problem);
cpictures_sink *cpictures_webp_sink(
    const cpictures_vips *vips, const cpictures_output *output, cpictures_profile profile,
    int32_t width, int32_t height, bool has_alpha, cpictures_problem *problem);
