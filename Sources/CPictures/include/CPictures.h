#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Why nothing was made; the values are those of Swift's DecodeProblem.Reason, moved on by one.
typedef enum {
  CPICTURES_OK = 0,
  CPICTURES_DAMAGED = 1,
  CPICTURES_UNSUPPORTED = 2,
  CPICTURES_TOO_LARGE = 3,
  CPICTURES_MISSING_LIBRARY = 4,
  CPICTURES_OUT_OF_MEMORY = 5,
  CPICTURES_NOT_WRITTEN = 8,
} cpictures_status;

/// What went wrong, with a NUL-terminated sentence for a person.
typedef struct {
  cpictures_status status;
  char message[256];
} cpictures_problem;

/// Rows of pixels that are read from a file, from the top; not yet decoded.
typedef struct cpictures_source cpictures_source;

/// Opens the JPEG that lies in `count` bytes of a file from `offset` on; all that follow if `count`
/// is negative. Reads the header only.
///
/// - Parameter maximum_pixels: more are refused.
/// Returns NULL and says why.
cpictures_source *cpictures_open_jpeg(
    int file, int64_t offset, int64_t count, int64_t maximum_pixels, cpictures_problem *problem);

/// libvips, opened at run time; there is one in a process, and it is never closed.
typedef struct cpictures_vips cpictures_vips;

/// Opens libvips with all that it would open later, so that it needs no file system from then on.
///
/// Of its loaders, those that libvips calls untrusted are switched off, but for the four that
/// are wanted. It decodes on the calling thread and keeps nothing. Returns NULL and says why.
///
/// - Parameter with_jpegxl: whether the loader for JPEG XL is opened as well, if there is one.
cpictures_vips *cpictures_vips_open(bool with_jpegxl, cpictures_problem *problem);

/// The release of libvips, such as "8.14.1".
const char *cpictures_vips_release(const cpictures_vips *vips);

/// Which of libvips' loaders reads a file; it is never left to guess.
typedef enum {
  CPICTURES_PNG = 0,
  CPICTURES_GIF = 1,
  CPICTURES_WEBP = 2,
  CPICTURES_TIFF = 3,
  CPICTURES_PNM = 4,
  CPICTURES_RADIANCE = 5,
  CPICTURES_JPEG2000 = 6,
  CPICTURES_JPEGXL = 7,
} cpictures_loader;

/// Opens the first picture of a file through libvips. Reads the header only.
cpictures_source *cpictures_open_vips(
    cpictures_vips *vips, cpictures_loader loader, int file, int64_t maximum_pixels,
    cpictures_problem *problem);

/// libheif, opened at run time; there is one in a process, and it is never closed.
typedef struct cpictures_heif cpictures_heif;

/// Opens libheif and its decoders. Returns NULL and says why.
cpictures_heif *cpictures_heif_open(cpictures_problem *problem);

/// Opens the main picture of a HEIF or AVIF file. Reads the header only.
///
/// A picture that is embedded as its thumbnail is decoded instead if it has enough pixels. Both
/// are turned already, as the file says.
cpictures_source *cpictures_open_heif(
    cpictures_heif *heif, int file, int64_t maximum_pixels, cpictures_problem *problem);

/// The size as stored, before any orientation.
void cpictures_size(const cpictures_source *source, int32_t *width, int32_t *height);

/// Whether parts of the picture may be transparent.
bool cpictures_has_alpha(const cpictures_source *source);

void cpictures_close(cpictures_source *source);

/// What is made of a source.
typedef struct {
  /// The part of the stored picture that is shown, in its pixels.
  double left, top, width, height;
  /// The pixels to make of that part, before they are turned.
  int32_t result_width, result_height;
  /// 1…8 as in EXIF.
  int32_t orientation;
} cpictures_plan;

typedef enum {
  CPICTURES_AS_JPEG = 0,
  CPICTURES_AS_PNG = 1,
  CPICTURES_AS_WEBP = 2,
  /// A portable arbitrary map (P7) of RGB, or of RGBA where the source has alpha.
  CPICTURES_AS_PAM = 3,
} cpictures_coding;

/// One text of a PNG, as Latin-1 bytes that end with NUL.
typedef struct {
  const char *keyword;
  const char *text;
} cpictures_text;

/// How a result is coded, and where it goes.
typedef struct {
  cpictures_coding coding;
  /// 1…100, for JPEG and WebP.
  int32_t quality;
  const cpictures_text *texts;
  size_t text_count;
  int file;
  /// Is told how many rows of the source were read, of so many, each time that some megapixels were;
  /// may be NULL.
  void (*advance)(void *context, int32_t rows, int32_t all);
  void *context;
} cpictures_output;

/// Conversions to sRGB that were made for profiles, kept for the next picture of the same camera.
typedef struct cpictures_colours cpictures_colours;

/// Returns NULL when there is no memory.
cpictures_colours *cpictures_colours_new(void);
void cpictures_colours_free(cpictures_colours *colours);

/// Decodes what the plan needs of a source, once, and writes the coded result.
///
/// - Parameters:
///   - vips: may be NULL; WebP can't be written then.
///   - byte_count: takes how many bytes were written.
/// Returns false and says why.
bool cpictures_make(
    cpictures_source *source, const cpictures_plan *plan, const cpictures_output *output,
    cpictures_colours *colours, cpictures_vips *vips, int64_t *byte_count,
    cpictures_problem *problem);
