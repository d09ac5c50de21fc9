#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "internal.h"

/// The most pixels for the best compression, which takes seconds for a photo; others are fast.
static const int64_t maximum_packed = 2 << 20;

typedef struct {
  cpictures_sink base;
  png_structp encoder;
  png_infop info;
  cpictures_problem *problem;
  int file;
} png_sink;

static void fail(png_structp encoder, png_const_charp text) {
  png_sink *sink = png_get_error_ptr(encoder);
  // A failed write has already set the problem.
  if (sink->problem->status == CPICTURES_OK) {
    cpictures_fail(sink->problem, CPICTURES_NOT_WRITTEN, "can't make a PNG: %s", text);
  }
  png_longjmp(encoder, 1);
}

static void discard_warning(png_structp encoder, png_const_charp text) {
  (void)encoder;
  (void)text;
}

static void write_bytes(png_structp encoder, png_bytep bytes, size_t count) {
  png_sink *sink = png_get_io_ptr(encoder);
  if (!cpictures_write(sink->file, bytes, count, &sink->base.byte_count, sink->problem)) {
    png_error(encoder, "not written");
  }
}

static void flush_bytes(png_structp encoder) { (void)encoder; }

static bool write_row(cpictures_sink *base, const uint8_t *row, cpictures_problem *problem) {
  png_sink *sink = (png_sink *)base;
  sink->problem = problem;
  if (setjmp(png_jmpbuf(sink->encoder))) return false;
  png_write_row(sink->encoder, row);
  return true;
}

static bool finish(cpictures_sink *base, cpictures_problem *problem) {
  png_sink *sink = (png_sink *)base;
  sink->problem = problem;
  if (setjmp(png_jmpbuf(sink->encoder))) return false;
  png_write_end(sink->encoder, NULL);
  return true;
}

static void close_sink(cpictures_sink *base) {
  png_sink *sink = (png_sink *)base;
  png_destroy_write_struct(&sink->encoder, &sink->info);
  free(sink);
}

static bool start(
    png_sink *sink, const cpictures_output *output, cpictures_profile profile, int32_t width,
    int32_t height, bool has_alpha) {
  if (setjmp(png_jmpbuf(sink->encoder))) return false;
  png_set_write_fn(sink->encoder, sink, write_bytes, flush_bytes);
  // Small pieces would need a system call each.
  png_set_compression_buffer_size(sink->encoder, 64 << 10);
  if ((int64_t)width * height > maximum_packed) {
    png_set_compression_level(sink->encoder, 1);
    png_set_filter(sink->encoder, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  }
  png_set_IHDR(
      sink->encoder, sink->info, (png_uint_32)width, (png_uint_32)height, 8,
      has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (profile.bytes) {
    png_set_iCCP(
        sink->encoder, sink->info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, profile.bytes,
        (png_uint_32)profile.count);
  }
  for (size_t index = 0; index < output->text_count; index++) {
    png_text text = {0};
    text.compression = PNG_TEXT_COMPRESSION_NONE;
    text.key = (png_charp)output->texts[index].keyword;
    text.text = (png_charp)output->texts[index].text;
    text.text_length = strlen(text.text);
    png_set_text(sink->encoder, sink->info, &text, 1);
  }
  png_write_info(sink->encoder, sink->info);
  return true;
}

cpictures_sink *cpictures_png_sink(
    const cpictures_output *output, cpictures_profile profile, int32_t width, int32_t height,
    bool has_alpha, cpictures_problem *problem) {
  png_sink *sink = calloc(1, sizeof *sink);
  if (sink) {
    sink->base.write_row = write_row;
    sink->base.finish = finish;
    sink->base.close = close_sink;
    sink->problem = problem;
    sink->file = output->file;
    sink->encoder = png_create_write_struct(PNG_LIBPNG_VER_STRING, sink, fail, discard_warning);
    if (sink->encoder) sink->info = png_create_info_struct(sink->encoder);
    if (sink->info && start(sink, output, profile, width, height, has_alpha)) return &sink->base;
    close_sink(&sink->base);
  }
  if (problem->status == CPICTURES_OK) {
    cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the result");
  }
  return NULL;
}
