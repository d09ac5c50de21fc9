#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The reason of a failure; the values are those of Swift's DecodeProblem.Reason, plus one.
typedef enum {
  CPICTURES_OK = 0,
  CPICTURES_DAMAGED = 1,
  CPICTURES_UNSUPPORTED = 2,
  CPICTURES_TOO_LARGE = 3,
  CPICTURES_MISSING_LIBRARY = 4,
  CPICTURES_OUT_OF_MEMORY = 5,
  CPICTURES_NOT_WRITTEN = 8,
} cpictures_status;

/// A failure, with a NUL-terminated sentence for the user.
typedef struct {
  cpictures_status status;
  char message[256];
} cpictures_problem;

/// The pixels of a file as rows, from the top; not yet decoded.
typedef struct cpictures_source cpictures_source;

/// Opens the JPEG in `count` bytes of a file from `offset` on, all if `count` is negative; reads
/// the header only. Refuses more than `maximum_pixels`. Returns NULL and the problem on failure.
cpictures_source *cpictures_open_jpeg(
    int file, int64_t offset, int64_t count, int64_t maximum_pixels, cpictures_problem *problem);

/// Opens a PNG; reads what precedes its pixels.
cpictures_source *cpictures_open_png(
    int file, int64_t maximum_pixels, cpictures_problem *problem);

/// Opens a Windows or OS/2 bitmap, of any depth and run-length coding; reads the header, and unpacks
/// a coded one.
cpictures_source *cpictures_open_bmp(
    int file, int64_t maximum_pixels, cpictures_problem *problem);

/// Opens the merged picture of a Photoshop document, PSD or PSB. Refuses a document that was saved
/// without one.
cpictures_source *cpictures_open_psd(
    int file, int64_t maximum_pixels, cpictures_problem *problem);

/// libvips, opened at run time; a process has only one, which is never closed.
typedef struct cpictures_vips cpictures_vips;

/// Opens libvips with everything that it would open later, so that it needs no file system from
/// then on. Loaders that libvips calls untrusted are disabled, except the five that are needed.
/// Decoding happens on the calling thread, and nothing is cached. Returns NULL and sets the problem
/// on failure.
///
/// - Parameter with_jpegxl: true to open the loader for JPEG XL as well, if there is one.
cpictures_vips *cpictures_vips_open(bool with_jpegxl, cpictures_problem *problem);

/// Returns the release of libvips, such as "8.14.1".
const char *cpictures_vips_release(const cpictures_vips *vips);

/// The loader of libvips for a file; libvips never guesses it.
typedef enum {
  CPICTURES_GIF = 0,
  CPICTURES_WEBP = 1,
  CPICTURES_TIFF = 2,
  CPICTURES_PNM = 3,
  CPICTURES_RADIANCE = 4,
  CPICTURES_JPEG2000 = 5,
  CPICTURES_JPEGXL = 6,
  CPICTURES_SVG = 7,
} cpictures_loader;

/// Opens the first picture of a file through libvips. Reads the header only.
cpictures_source *cpictures_open_vips(
    cpictures_vips *vips, cpictures_loader loader, int file, int64_t maximum_pixels,
    cpictures_problem *problem);

/// libheif, opened at run time; a process has only one, which is never closed.
typedef struct cpictures_heif cpictures_heif;

/// Opens libheif and its decoders. Returns NULL and sets the problem on failure.
cpictures_heif *cpictures_heif_open(cpictures_problem *problem);

/// Opens the main picture of a HEIF or AVIF file; reads the header only. An embedded thumbnail with
/// enough pixels is decoded instead. Both are already oriented as the file specifies.
cpictures_source *cpictures_open_heif(
    cpictures_heif *heif, int file, int64_t maximum_pixels, cpictures_problem *problem);

/// Gets the stored size, before any orientation.
void cpictures_size(const cpictures_source *source, int32_t *width, int32_t *height);

/// Returns true if parts of the picture may be transparent.
bool cpictures_has_alpha(const cpictures_source *source);

/// Makes a source decode the picture itself, never a thumbnail in its file, and fail for damage that
/// viewers ignore. Called before the picture is made.
void cpictures_be_strict(cpictures_source *source);

void cpictures_close(cpictures_source *source);

/// The transformation of a source.
typedef struct {
  /// The part of the stored picture to show, in its pixels.
  double left, top, width, height;
  /// The size of the result in pixels, before orientation.
  int32_t result_width, result_height;
  /// The orientation, 1…8 as in EXIF.
  int32_t orientation;
} cpictures_plan;

typedef enum {
  CPICTURES_AS_JPEG = 0,
  CPICTURES_AS_PNG = 1,
  CPICTURES_AS_WEBP = 2,
  /// A portable arbitrary map (P7) of RGB, or of RGBA where the source has alpha.
  CPICTURES_AS_PAM = 3,
} cpictures_coding;

/// A text of a PNG, in Latin-1 with a NUL at the end.
typedef struct {
  const char *keyword;
  const char *text;
} cpictures_text;

/// The coding of a result, and its destination.
typedef struct {
  cpictures_coding coding;
  /// 1…100, for JPEG and WebP.
  int32_t quality;
  const cpictures_text *texts;
  size_t text_count;
  /// True to leave RGB in the colours of its profile, which the result gets; not for a map.
  bool keeps_profile;
  int file;
  /// Called with the number of rows that were read, and of all, after some megapixels; may be NULL.
  void (*advance)(void *context, int32_t rows, int32_t all);
  void *context;
} cpictures_output;

/// The cached conversions from profiles to sRGB, for the next picture of the same camera.
typedef struct cpictures_colours cpictures_colours;

/// Returns NULL if there is no memory.
cpictures_colours *cpictures_colours_new(void);
void cpictures_colours_free(cpictures_colours *colours);

/// Decodes the part of a source that the plan needs, once, and writes the coded result, whose
/// length `byte_count` receives. Without `vips`, which may be NULL, WebP can't be written. Returns
/// false and sets the problem on failure.
bool cpictures_make(
    cpictures_source *source, const cpictures_plan *plan, const cpictures_output *output,
    cpictures_colours *colours, cpictures_vips *vips, int64_t *byte_count,
    cpictures_problem *problem);
