#include <stdlib.h>
#include <string.h>

#include "vips.h"

/// The maximum side of a WebP (RFC 9649, section 2.6).
static const int32_t maximum_side = 16383;
/// The maximum size of the held picture; the encoder makes several further copies.
static const int64_t maximum_held = 128LL << 20;

typedef struct {
  cpictures_sink base;
  const cpictures_vips *vips;
  int file, quality;
  cpictures_profile profile;
  int32_t width, height, channels, next_row;
  uint8_t *pixels;
} webp_sink;

static size_t row_size(const webp_sink *sink) {
  return (size_t)sink->width * (size_t)sink->channels;
}

static bool write_row(cpictures_sink *base, const uint8_t *row, cpictures_problem *problem) {
  (void)problem;
  webp_sink *sink = (webp_sink *)base;
  memcpy(sink->pixels + (size_t)sink->next_row * row_size(sink), row, row_size(sink));
  sink->next_row++;
  return true;
}

static bool finish(cpictures_sink *base, cpictures_problem *problem) {
  webp_sink *sink = (webp_sink *)base;
  const cpictures_vips *vips = sink->vips;
  VipsImage *image = vips->vips_image_new_from_memory(
      sink->pixels, row_size(sink) * (size_t)sink->height, sink->width, sink->height,
      sink->channels, vips_uchar);
  if (image && sink->profile.bytes) {
    vips->vips_image_set_blob_copy(
        image, "icc-profile-data", sink->profile.bytes, sink->profile.count);
  }
  void *bytes = NULL;
  size_t count = 0;
  int failed = !image ||
      vips->vips_webpsave_buffer(image, &bytes, &count, "Q", sink->quality, "strip", sink->profile.bytes ? 0 : 1, NULL);
  if (image) vips->g_object_unref(image);
  if (failed) {
    return cpictures_vips_fail(vips, CPICTURES_NOT_WRITTEN, "can't make a WebP", problem);
  }
  bool is_written = cpictures_write(sink->file, bytes, count, &base->byte_count, problem);
  vips->g_free(bytes);
  return is_written;
}

static void close_sink(cpictures_sink *base) {
  free(((webp_sink *)base)->pixels);
  free(base);
}

cpictures_sink *cpictures_webp_sink(
    const cpictures_vips *vips, const cpictures_output *output, cpictures_profile profile,
    int32_t width, int32_t height, bool has_alpha, cpictures_problem *problem) {
  if (!vips) {
    cpictures_fail(
        problem, CPICTURES_MISSING_LIBRARY, "to make a WebP, libvips has to be opened first");
    return NULL;
  }
  int32_t channels = has_alpha ? 4 : 3;
  if (width > maximum_side || height > maximum_side ||
      (int64_t)width * height * channels > maximum_held) {
    cpictures_fail(
        problem, CPICTURES_TOO_LARGE, "%d x %d pixels are too many for a WebP", width, height);
    return NULL;
  }
  webp_sink *sink = calloc(1, sizeof *sink);
  uint8_t *pixels = malloc((size_t)width * (size_t)height * (size_t)channels);
  if (!sink || !pixels) {
    free(sink);
    free(pixels);
    cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the result");
    return NULL;
  }
  sink->base.write_row = write_row;
  sink->base.finish = finish;
  sink->base.close = close_sink;
  sink->vips = vips;
  sink->file = output->file;
  sink->quality = output->quality;
  sink->profile = profile;
  sink->width = width;
  sink->height = height;
  sink->channels = channels;
  sink->pixels = pixels;
  return &sink->base;
}
