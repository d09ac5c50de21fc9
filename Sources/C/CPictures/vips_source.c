#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vips.h"

/// The memory that libraries may use if they hold a decoded picture entirely.
static const int64_t maximum_held = 320LL << 20;
/// The number of rows fetched at once.
static const int32_t strip_height = 16;
/// VipsAccess: rows are requested from the top.
static const int sequential = 1;
/// VipsFailOn: a truncated file is an error.
static const int truncated = 1;

/// VipsInterpretation.
enum {
  interpretation_multiband = 0,
  interpretation_grey = 1,
  interpretation_cmyk = 15,
  interpretation_rgb = 17,
  interpretation_srgb = 22,
  interpretation_rgb16 = 25,
  interpretation_grey16 = 26,
};

/// VipsCoding: the four bytes of a pixel are its colours with a common exponent.
static const int coding_radiance = 6;

typedef struct {
  cpictures_source base;
  const cpictures_vips *vips;
  cpictures_loader loader;
  void *bytes;
  size_t length;
  VipsImage *image;
  VipsRegion *region;
  /// The number of channels of `image`; unknown ones are left out.
  int bands;
  /// True if the pixels are no longer in the colour space of an embedded profile.
  bool is_converted;
  uint8_t *strip;
  int32_t strip_top, strip_rows, next_row;
} vips_source;

static const char *name_of(cpictures_loader loader) {
  switch (loader) {
    case CPICTURES_GIF:
      return "GIF";
    case CPICTURES_WEBP:
      return "WebP";
    case CPICTURES_TIFF:
      return "TIFF";
    case CPICTURES_PNM:
      return "PNM";
    case CPICTURES_RADIANCE:
      return "Radiance picture";
    case CPICTURES_JPEG2000:
      return "JPEG 2000";
    case CPICTURES_JPEGXL:
      return "JPEG XL";
    case CPICTURES_SVG:
      return "SVG";
  }
}

static vips_load *loader_of(const vips_source *source) {
  switch (source->loader) {
    case CPICTURES_GIF:
      return source->vips->vips_gifload_source;
    case CPICTURES_WEBP:
      return source->vips->vips_webpload_source;
    case CPICTURES_TIFF:
      return source->vips->vips_tiffload_source;
    case CPICTURES_PNM:
      return source->vips->vips_ppmload_source;
    case CPICTURES_RADIANCE:
      return source->vips->vips_radload_source;
    case CPICTURES_JPEG2000:
      return source->vips->vips_jp2kload_source;
    case CPICTURES_JPEGXL:
      return source->vips->vips_jxlload_source;
    case CPICTURES_SVG:
      return source->vips->vips_svgload_source;
  }
}

/// True if a loader makes smaller pictures itself.
static bool scales(const vips_source *source) {
  return source->loader == CPICTURES_WEBP || source->loader == CPICTURES_SVG;
}

/// Opens the picture with its own loader; `scale` is for those that scale.
static VipsImage *load(const vips_source *source, double scale) {
  const cpictures_vips *vips = source->vips;
  VipsSource *bytes = vips->vips_source_new_from_memory(source->bytes, source->length);
  if (!bytes) return NULL;
  VipsImage *image = NULL;
  int failed = scales(source)
      ? loader_of(source)(
            bytes, &image, "access", sequential, "fail_on", truncated, "scale", scale, NULL)
      : loader_of(source)(bytes, &image, "access", sequential, "fail_on", truncated, NULL);
  vips->g_object_unref(bytes);
  if (!failed) return image;
  if (image) vips->g_object_unref(image);
  return NULL;
}

static bool fail(const vips_source *source, cpictures_problem *problem) {
  return cpictures_vips_fail(
      source->vips, CPICTURES_DAMAGED, name_of(source->loader), problem);
}

/// Replaces the image by the result of an operation.
static bool replace(VipsImage **image, int failed, VipsImage *result, const vips_source *source) {
  if (failed) return false;
  source->vips->g_object_unref(*image);
  *image = result;
  return true;
}

/// Scales the values of a PNM so that its maximum is white.
static bool stretch(const vips_source *source, VipsImage **image) {
  double maximum = cpictures_pnm_maximum(source->bytes, source->length);
  int format = source->vips->vips_image_get_format(*image);
  if (maximum == 255 || (maximum == 65535 && format == vips_ushort)) return true;
  VipsImage *result = NULL;
  int failed = source->vips->vips_linear1(*image, &result, 255 / maximum, 0.5, NULL);
  return replace(image, failed, result, source);
}

/// Converts every kind of pixel to 8 bits, and to grey, RGB or CMYK.
static bool simplify(vips_source *source, VipsImage **image, cpictures_model *model) {
  const cpictures_vips *vips = source->vips;
  VipsImage *result = NULL;
  if (source->loader == CPICTURES_PNM && !stretch(source, image)) return false;
  if (vips->vips_image_get_coding(*image) == coding_radiance &&
      !replace(image, vips->vips_rad2float(*image, &result, NULL), result, source)) {
    return false;
  }
  int bands = vips->vips_image_get_bands(*image);
  int format = vips->vips_image_get_format(*image);
  switch (vips->vips_image_get_interpretation(*image)) {
    case interpretation_cmyk:
      *model = bands >= 4 ? CPICTURES_CMYK : CPICTURES_GREY;
      break;
    case interpretation_multiband:
    case interpretation_grey:
    case interpretation_rgb:
    case interpretation_srgb:
    case interpretation_rgb16:
    case interpretation_grey16:
      *model = bands >= 3 ? CPICTURES_RGB : CPICTURES_GREY;
      break;
    default:
      if (!replace(
              image, vips->vips_colourspace(*image, &result, interpretation_srgb, NULL), result,
              source)) {
        return false;
      }
      source->is_converted = true;
      bands = vips->vips_image_get_bands(*image);
      format = vips->vips_image_get_format(*image);
      *model = bands >= 3 ? CPICTURES_RGB : CPICTURES_GREY;
  }
  if (format == vips_ushort) {
    return replace(image, vips->vips_msb(*image, &result, NULL), result, source);
  }
  if (format == vips_uchar) return true;
  return replace(image, vips->vips_cast(*image, &result, vips_uchar, NULL), result, source);
}

/// Returns the bytes that a decoder holds for each pixel; 0 if it works by rows or tiles.
static int held_bytes(const vips_source *source) {
  switch (source->loader) {
    case CPICTURES_GIF:
    case CPICTURES_WEBP:
      // RGBA, once as a canvas and once as a picture.
      return 8;
    case CPICTURES_JPEG2000:
      // Four bytes of each channel, before and after the wavelet synthesis.
      return 8 * source->bands;
    case CPICTURES_JPEGXL:
      // Measured with libjxl 0.7, rounded up: 6 to 24 bytes, and 42 with alpha.
      return source->base.has_alpha ? 48 : 24;
    case CPICTURES_SVG:
      return 4;
    default:
      return 0;
  }
}

/// Refuses a picture for which a decoder that holds it entirely would need too much memory.
static bool fits_memory(vips_source *source, cpictures_problem *problem) {
  int64_t pixel_count = (int64_t)source->base.width * source->base.height;
  if (pixel_count * held_bytes(source) <= maximum_held) return true;
  return cpictures_fail(
      problem, CPICTURES_TOO_LARGE, "a %s of %d x %d pixels needs more memory than is allowed",
      name_of(source->loader), source->base.width, source->base.height);
}

/// Returns a smaller version with enough pixels, which the loader makes; NULL without one.
static VipsImage *smaller(vips_source *source, double factor) {
  // Twice the pixels, so that the better filter does the last reduction.
  if (!scales(source) || factor >= 0.5) return NULL;
  VipsImage *image = load(source, factor * 2);
  cpictures_model model;
  if (image && simplify(source, &image, &model) && model == source->base.model &&
      source->vips->vips_image_get_bands(image) == source->bands) {
    return image;
  }
  if (image) source->vips->g_object_unref(image);
  source->vips->vips_error_clear();
  return NULL;
}

static bool prepare(cpictures_source *base, double factor, cpictures_problem *problem) {
  vips_source *source = (vips_source *)base;
  const cpictures_vips *vips = source->vips;
  VipsImage *image = smaller(source, factor);
  if (image) {
    vips->g_object_unref(source->image);
    source->image = image;
  } else if (!fits_memory(source, problem)) {
    return false;
  }
  base->read_width = vips->vips_image_get_width(source->image);
  base->read_height = vips->vips_image_get_height(source->image);
  base->scale_x = (double)base->read_width / base->width;
  base->scale_y = (double)base->read_height / base->height;
  base->profile = NULL;
  base->profile_length = 0;
  const void *profile = NULL;
  size_t length = 0;
  if (!source->is_converted &&
      vips->vips_image_get_typeof(source->image, "icc-profile-data") != 0 &&
      vips->vips_image_get_blob(source->image, "icc-profile-data", &profile, &length) == 0) {
    base->profile = profile;
    base->profile_length = length;
  }
  source->region = vips->vips_region_new(source->image);
  return source->region ? true : fail(source, problem);
}

static bool read_row(cpictures_source *base, uint8_t *row, cpictures_problem *problem) {
  vips_source *source = (vips_source *)base;
  const cpictures_vips *vips = source->vips;
  if (!source->strip || source->next_row >= source->strip_top + source->strip_rows) {
    vips->g_free(source->strip);
    int32_t rows = base->read_height - source->next_row;
    source->strip_top = source->next_row;
    source->strip_rows = rows < strip_height ? rows : strip_height;
    size_t count = 0;
    source->strip = vips->vips_region_fetch(
        source->region, 0, source->strip_top, base->read_width, source->strip_rows, &count);
    if (!source->strip) return fail(source, problem);
  }
  size_t bands = (size_t)source->bands;
  size_t channels = (size_t)cpictures_channels(base->model, base->has_alpha);
  size_t width = (size_t)base->read_width;
  const uint8_t *pixels =
      source->strip + (size_t)(source->next_row - source->strip_top) * width * bands;
  source->next_row++;
  if (bands == channels) {
    memcpy(row, pixels, width * channels);
    return true;
  }
  for (size_t x = 0; x < width; x++, pixels += bands, row += channels) {
    memcpy(row, pixels, channels);
  }
  return true;
}

static void close_source(cpictures_source *base) {
  vips_source *source = (vips_source *)base;
  const cpictures_vips *vips = source->vips;
  vips->g_free(source->strip);
  if (source->region) vips->g_object_unref(source->region);
  if (source->image) vips->g_object_unref(source->image);
  vips->vips_error_clear();
  // Nothing refers to the bytes now, because libvips has no cache.
  if (source->bytes) munmap(source->bytes, source->length);
  free(source);
}

static bool open_header(vips_source *source, int64_t maximum_pixels, cpictures_problem *problem) {
  const cpictures_vips *vips = source->vips;
  source->image = load(source, 1);
  if (!source->image) return fail(source, problem);
  cpictures_source *base = &source->base;
  base->width = vips->vips_image_get_width(source->image);
  base->height = vips->vips_image_get_height(source->image);
  if ((int64_t)base->width * base->height > maximum_pixels) {
    return cpictures_fail_as_too_large(problem, base->width, base->height, maximum_pixels);
  }
  if (!simplify(source, &source->image, &base->model)) return fail(source, problem);
  source->bands = vips->vips_image_get_bands(source->image);
  base->has_alpha = source->bands > cpictures_channels(base->model, false);
  return true;
}

cpictures_source *cpictures_open_vips(
    cpictures_vips *vips, cpictures_loader loader, int file, int64_t maximum_pixels,
    cpictures_problem *problem) {
  const cpictures_source base = {
      .prepare = prepare, .read_row = read_row, .close = close_source};
  vips_source *source = cpictures_new_source(sizeof *source, base, problem);
  if (!source) return NULL;
  source->vips = vips;
  source->loader = loader;
  return cpictures_opened(
      &source->base,
      cpictures_map(file, false, &source->bytes, &source->length, problem) &&
          open_header(source, maximum_pixels, problem));
}
