#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "internal.h"

// The part of libheif that is used. It is called directly, because libvips decodes a thumbnail
// three times to show it once; opening libheif takes a third of the time of libvips. The
// declarations are those of its documented interface, version 1.

#if defined(__APPLE__)
static const char *const library_name = "libheif.1.dylib";
static const char *const remedy = "install libheif with Homebrew";
#else
static const char *const library_name = "libheif.so.1";
static const char *const remedy = "install the package libheif1";
#endif

typedef struct heif_context heif_context;
typedef struct heif_image_handle heif_image_handle;
typedef struct heif_image heif_image;

typedef struct {
  int code, subcode;
  const char *message;
} heif_error;

/// The options of version 2; the library allocates them, and they may be longer.
typedef struct {
  uint8_t version, ignores_transformations;
  void *callbacks[3], *context;
  uint8_t converts_to_8_bits;
} heif_decoding_options;

enum {
  error_invalid_input = 2,
  error_memory = 6,
  error_decoder = 7,
  colorspace_rgb = 1,
  chroma_rgb = 10,
  chroma_rgba = 11,
  channel_interleaved = 10,
};

struct cpictures_heif {
  heif_context *(*heif_context_alloc)(void);
  void (*heif_context_free)(heif_context *context);
  heif_error (*heif_context_read_from_memory_without_copy)(
      heif_context *context, const void *bytes, size_t count, const void *options);
  void (*heif_context_set_max_decoding_threads)(heif_context *context, int count);
  heif_error (*heif_context_get_primary_image_handle)(
      heif_context *context, heif_image_handle **handle);
  void (*heif_image_handle_release)(const heif_image_handle *handle);
  int (*heif_image_handle_get_width)(const heif_image_handle *handle);
  int (*heif_image_handle_get_height)(const heif_image_handle *handle);
  int (*heif_image_handle_has_alpha_channel)(const heif_image_handle *handle);
  int (*heif_image_handle_get_list_of_thumbnail_IDs)(
      const heif_image_handle *handle, uint32_t *identifiers, int count);
  heif_error (*heif_image_handle_get_thumbnail)(
      const heif_image_handle *handle, uint32_t identifier, heif_image_handle **thumbnail);
  size_t (*heif_image_handle_get_raw_color_profile_size)(const heif_image_handle *handle);
  heif_error (*heif_image_handle_get_raw_color_profile)(
      const heif_image_handle *handle, void *profile);
  heif_decoding_options *(*heif_decoding_options_alloc)(void);
  void (*heif_decoding_options_free)(heif_decoding_options *options);
  heif_error (*heif_decode_image)(
      const heif_image_handle *handle, heif_image **image, int colorspace, int chroma,
      const heif_decoding_options *options);
  int (*heif_image_get_width)(const heif_image *image, int channel);
  int (*heif_image_get_height)(const heif_image *image, int channel);
  const uint8_t *(*heif_image_get_plane_readonly)(
      const heif_image *image, int channel, int *stride);
  void (*heif_image_release)(const heif_image *image);
};

/// The memory that libheif may use; the rest of the jail's limit is for the libraries and the rows.
static const int64_t maximum_held = 376LL << 20;
/// The maximum number of thumbnails of one picture that are considered.
enum { maximum_thumbnails = 8 };
static const size_t maximum_profile = 8 << 20;

typedef struct {
  cpictures_source base;
  const cpictures_heif *heif;
  void *bytes;
  size_t length;
  heif_context *context;
  heif_image_handle *picture;
  heif_image *image;
  cpictures_heif_coding coding;
  uint8_t *profile;
  const uint8_t *pixels;
  int stride;
  int32_t next_row;
} heif_source;

cpictures_heif *cpictures_heif_open(cpictures_problem *problem) {
  cpictures_heif *heif = calloc(1, sizeof *heif);
  if (!heif) {
    cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for libheif");
    return NULL;
  }
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    cpictures_fail(
        problem, CPICTURES_MISSING_LIBRARY, "HEIF and AVIF need libheif; %s", remedy);
    free(heif);
    return NULL;
  }
#define FUNCTION(name) {#name, (void **)&heif->name}
  const struct {
    const char *name;
    void **place;
  } functions[] = {
      FUNCTION(heif_context_alloc),
      FUNCTION(heif_context_free),
      FUNCTION(heif_context_read_from_memory_without_copy),
      FUNCTION(heif_context_set_max_decoding_threads),
      FUNCTION(heif_context_get_primary_image_handle),
      FUNCTION(heif_image_handle_release),
      FUNCTION(heif_image_handle_get_width),
      FUNCTION(heif_image_handle_get_height),
      FUNCTION(heif_image_handle_has_alpha_channel),
      FUNCTION(heif_image_handle_get_list_of_thumbnail_IDs),
      FUNCTION(heif_image_handle_get_thumbnail),
      FUNCTION(heif_image_handle_get_raw_color_profile_size),
      FUNCTION(heif_image_handle_get_raw_color_profile),
      FUNCTION(heif_decoding_options_alloc),
      FUNCTION(heif_decoding_options_free),
      FUNCTION(heif_decode_image),
      FUNCTION(heif_image_get_width),
      FUNCTION(heif_image_get_height),
      FUNCTION(heif_image_get_plane_readonly),
      FUNCTION(heif_image_release),
  };
#undef FUNCTION
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    *functions[index].place = dlsym(library, functions[index].name);
    if (*functions[index].place) continue;
    cpictures_fail(
        problem, CPICTURES_MISSING_LIBRARY, "the installed libheif is too old: no %s; %s",
        functions[index].name, remedy);
    free(heif);
    return NULL;
  }
  // The first context registers the decoders, and searches a folder for further ones.
  heif_context *context = heif->heif_context_alloc();
  if (context) heif->heif_context_free(context);
  return heif;
}

static bool fail(heif_error error, cpictures_problem *problem) {
  const char *message = error.message ? error.message : "";
  switch (error.code) {
    case error_memory:
      return cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "HEIF: %.160s", message);
    case error_invalid_input:
    case error_decoder:
      return cpictures_fail(problem, CPICTURES_DAMAGED, "damaged HEIF: %.160s", message);
    default:
      return cpictures_fail(problem, CPICTURES_UNSUPPORTED, "HEIF: %.160s", message);
  }
}

static bool fits_memory(
    const heif_source *source, const heif_image_handle *handle, cpictures_problem *problem) {
  int width = source->heif->heif_image_handle_get_width(handle);
  int height = source->heif->heif_image_handle_get_height(handle);
  int64_t needed = cpictures_heif_memory(
      &source->coding, source->base.has_alpha, (int64_t)width * height);
  if (needed <= maximum_held) return true;
  return cpictures_fail(
      problem, CPICTURES_TOO_LARGE,
      "a HEIF of %d x %d pixels%s needs %lld MB, which is more than is allowed", width, height,
      source->coding.is_deep ? " of more than 8 bits" : "", (long long)(needed >> 20));
}

static bool decode(
    heif_source *source, const heif_image_handle *handle, cpictures_problem *problem) {
  const cpictures_heif *heif = source->heif;
  if (!fits_memory(source, handle, problem)) return false;
  heif_decoding_options *options = heif->heif_decoding_options_alloc();
  if (!options) return cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the HEIF");
  if (options->version >= 2) options->converts_to_8_bits = 1;
  heif_error error = heif->heif_decode_image(
      handle, &source->image, colorspace_rgb, source->base.has_alpha ? chroma_rgba : chroma_rgb,
      options);
  heif->heif_decoding_options_free(options);
  if (error.code != 0) return fail(error, problem);
  cpictures_source *base = &source->base;
  base->read_width = heif->heif_image_get_width(source->image, channel_interleaved);
  base->read_height = heif->heif_image_get_height(source->image, channel_interleaved);
  source->pixels =
      heif->heif_image_get_plane_readonly(source->image, channel_interleaved, &source->stride);
  int64_t row_size = (int64_t)base->read_width * cpictures_channels(base->model, base->has_alpha);
  if (!source->pixels || base->read_width < 1 || base->read_height < 1 ||
      source->stride < row_size) {
    return cpictures_fail(problem, CPICTURES_DAMAGED, "damaged HEIF: no pixels");
  }
  base->scale_x = (double)base->read_width / base->width;
  base->scale_y = (double)base->read_height / base->height;
  return true;
}

/// Returns true if a size is a reduced size of the same shape with enough pixels.
static bool is_enough(const heif_source *source, int width, int height, double factor) {
  double scale_x = (double)width / source->base.width;
  double scale_y = (double)height / source->base.height;
  if (fmin(scale_x, scale_y) < factor || fmax(scale_x, scale_y) > 1) return false;
  // Sides are rounded to whole pixels, often to even ones.
  return fabs(scale_x / scale_y - 1) <= 2 / fmin(width, height);
}

/// Decodes the embedded thumbnail, if one has enough pixels.
static bool decode_thumbnail(heif_source *source, double factor) {
  const cpictures_heif *heif = source->heif;
  uint32_t identifiers[maximum_thumbnails];
  int count = heif->heif_image_handle_get_list_of_thumbnail_IDs(
      source->picture, identifiers, maximum_thumbnails);
  for (int index = 0; index < count && index < maximum_thumbnails; index++) {
    heif_image_handle *handle = NULL;
    heif_error error =
        heif->heif_image_handle_get_thumbnail(source->picture, identifiers[index], &handle);
    if (error.code != 0 || !handle) continue;
    cpictures_problem ignored;
    bool is_decoded =
        is_enough(
            source, heif->heif_image_handle_get_width(handle),
            heif->heif_image_handle_get_height(handle), factor) &&
        (!source->base.has_alpha || heif->heif_image_handle_has_alpha_channel(handle)) &&
        decode(source, handle, &ignored);
    heif->heif_image_handle_release(handle);
    // The size in the header may be wrong.
    if (is_decoded &&
        is_enough(source, source->base.read_width, source->base.read_height, factor)) {
      return true;
    }
    if (source->image) heif->heif_image_release(source->image);
    source->image = NULL;
  }
  return false;
}

static bool prepare(cpictures_source *base, double factor, cpictures_problem *problem) {
  heif_source *source = (heif_source *)base;
  if (factor < 1 && !base->is_strict && decode_thumbnail(source, factor)) return true;
  return decode(source, source->picture, problem);
}

static bool read_row(cpictures_source *base, uint8_t *row, cpictures_problem *problem) {
  (void)problem;
  heif_source *source = (heif_source *)base;
  size_t channels = (size_t)cpictures_channels(base->model, base->has_alpha);
  memcpy(
      row, source->pixels + (size_t)source->next_row * (size_t)source->stride,
      (size_t)base->read_width * channels);
  source->next_row++;
  return true;
}

static void close_source(cpictures_source *base) {
  heif_source *source = (heif_source *)base;
  const cpictures_heif *heif = source->heif;
  if (source->image) heif->heif_image_release(source->image);
  if (source->picture) heif->heif_image_handle_release(source->picture);
  if (source->context) heif->heif_context_free(source->context);
  if (source->bytes) munmap(source->bytes, source->length);
  free(source->profile);
  free(source);
}

static bool read_profile(heif_source *source) {
  const cpictures_heif *heif = source->heif;
  size_t length = heif->heif_image_handle_get_raw_color_profile_size(source->picture);
  if (length == 0 || length > maximum_profile) return true;
  source->profile = malloc(length);
  if (!source->profile) return false;
  if (heif->heif_image_handle_get_raw_color_profile(source->picture, source->profile).code == 0) {
    source->base.profile = source->profile;
    source->base.profile_length = length;
  }
  return true;
}

static bool open_header(heif_source *source, int64_t maximum_pixels, cpictures_problem *problem) {
  const cpictures_heif *heif = source->heif;
  cpictures_source *base = &source->base;
  cpictures_simplify_references(source->bytes, source->length);
  // A writable mapping counts as memory of this process, with all of its pages.
  mprotect(source->bytes, source->length, PROT_READ);
  source->coding = cpictures_heif_coding_of(source->bytes, source->length);
  source->context = heif->heif_context_alloc();
  if (!source->context) {
    return cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the HEIF");
  }
  // Tiles are decoded on this thread: there is a decoder process for each core.
  heif->heif_context_set_max_decoding_threads(source->context, 0);
  heif_error error = heif->heif_context_read_from_memory_without_copy(
      source->context, source->bytes, source->length, NULL);
  if (error.code != 0) return fail(error, problem);
  error = heif->heif_context_get_primary_image_handle(source->context, &source->picture);
  if (error.code != 0) return fail(error, problem);
  base->width = heif->heif_image_handle_get_width(source->picture);
  base->height = heif->heif_image_handle_get_height(source->picture);
  if (base->width < 1 || base->height < 1) {
    return cpictures_fail(problem, CPICTURES_DAMAGED, "damaged HEIF: no size");
  }
  if ((int64_t)base->width * base->height > maximum_pixels) {
    return cpictures_fail_as_too_large(problem, base->width, base->height, maximum_pixels);
  }
  base->model = CPICTURES_RGB;
  base->has_alpha = heif->heif_image_handle_has_alpha_channel(source->picture) != 0;
  return read_profile(source) ||
      cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the HEIF");
}

cpictures_source *cpictures_open_heif(
    cpictures_heif *heif, int file, int64_t maximum_pixels, cpictures_problem *problem) {
  const cpictures_source base = {
      .prepare = prepare, .read_row = read_row, .close = close_source};
  heif_source *source = cpictures_new_source(sizeof *source, base, problem);
  if (!source) return NULL;
  source->heif = heif;
  return cpictures_opened(
      &source->base,
      cpictures_map(file, true, &source->bytes, &source->length, problem) &&
          open_header(source, maximum_pixels, problem));
}
