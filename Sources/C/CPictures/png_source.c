#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <png.h>

#include "internal.h"

/// The maximum size of an interlaced picture, which is held entirely, in bytes.
static const int64_t maximum_held = 320LL << 20;

typedef struct {
  cpictures_source base;
  png_structp decoder;
  png_infop info;
  cpictures_problem *problem;
  /// The mapped file, and the place of the next byte to read.
  void *bytes;
  size_t length, place;
  bool is_interlaced;
  /// The rows of an interlaced picture; NULL for any other, and until rows are read.
  uint8_t *rows;
  int32_t next_row;
} png_source;

static void fail(png_structp decoder, png_const_charp text) {
  png_source *source = png_get_error_ptr(decoder);
  // The end of the file has already set the problem.
  if (source->problem->status == CPICTURES_OK) {
    cpictures_fail(source->problem, CPICTURES_DAMAGED, "damaged PNG: %s", text);
  }
  png_longjmp(decoder, 1);
}

static void discard_warning(png_structp decoder, png_const_charp text) {
  (void)decoder;
  (void)text;
}

static void read_bytes(png_structp decoder, png_bytep bytes, size_t count) {
  png_source *source = png_get_io_ptr(decoder);
  if (count > source->length - source->place) {
    cpictures_fail(
        source->problem, CPICTURES_DAMAGED, "the PNG ends before its picture does");
    png_error(decoder, "cut short");
  }
  memcpy(bytes, (const uint8_t *)source->bytes + source->place, count);
  source->place += count;
}

static size_t row_length(const cpictures_source *base) {
  return (size_t)base->width * (size_t)cpictures_channels(base->model, base->has_alpha);
}

/// Reads all rows of an interlaced picture: each of its seven passes goes through all of them.
static bool read_passes(png_source *source, cpictures_problem *problem) {
  size_t length = row_length(&source->base);
  int64_t total = (int64_t)length * source->base.height;
  if (total > maximum_held) {
    return cpictures_fail(
        problem, CPICTURES_TOO_LARGE,
        "an interlaced PNG of %d x %d pixels needs more memory than is allowed",
        source->base.width, source->base.height);
  }
  source->rows = malloc((size_t)total);
  if (!source->rows) {
    return cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the PNG");
  }
  int passes = png_set_interlace_handling(source->decoder);
  png_start_read_image(source->decoder);
  for (int pass = 0; pass < passes; pass++) {
    for (size_t row = 0; row < (size_t)source->base.height; row++) {
      png_read_row(source->decoder, source->rows + row * length, NULL);
    }
  }
  return true;
}

static bool prepare(cpictures_source *base, double factor, cpictures_problem *problem) {
  (void)factor;
  png_source *source = (png_source *)base;
  source->problem = problem;
  if (setjmp(png_jmpbuf(source->decoder))) return false;
  base->read_width = base->width;
  base->read_height = base->height;
  base->scale_x = base->scale_y = 1;
  if (source->is_interlaced) return read_passes(source, problem);
  png_start_read_image(source->decoder);
  return true;
}

static bool read_row(cpictures_source *base, uint8_t *row, cpictures_problem *problem) {
  png_source *source = (png_source *)base;
  source->problem = problem;
  if (setjmp(png_jmpbuf(source->decoder))) return false;
  if (source->rows) {
    size_t length = row_length(base);
    memcpy(row, source->rows + (size_t)source->next_row * length, length);
  } else {
    png_read_row(source->decoder, row, NULL);
  }
  source->next_row++;
  return true;
}

static void close_source(cpictures_source *base) {
  png_source *source = (png_source *)base;
  png_destroy_read_struct(&source->decoder, &source->info, NULL);
  free(source->rows);
  if (source->bytes) munmap(source->bytes, source->length);
  free(source);
}

/// Makes libpng convert every kind of pixel to 8 bits of grey or RGB, with alpha where a pixel has it.
static void simplify(png_source *source) {
  png_structp decoder = source->decoder;
  int type = png_get_color_type(decoder, source->info);
  bool has_key = png_get_valid(decoder, source->info, PNG_INFO_tRNS) != 0;
  // A palette becomes RGB, fewer bits become 8, and a transparent colour becomes alpha.
  png_set_expand(decoder);
  png_set_strip_16(decoder);
  source->base.model = type & PNG_COLOR_MASK_COLOR ? CPICTURES_RGB : CPICTURES_GREY;
  source->base.has_alpha = type & PNG_COLOR_MASK_ALPHA || has_key;
}

static bool open_header(
    png_source *source, int64_t maximum_pixels, cpictures_problem *problem) {
  png_structp decoder = source->decoder;
  source->problem = problem;
  if (setjmp(png_jmpbuf(decoder))) return false;
  png_set_read_fn(decoder, source, read_bytes);
  // Texts and other chunks that pixels don't need are neither kept nor unpacked.
  png_set_keep_unknown_chunks(decoder, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  // The pixels are counted below.
  png_set_user_limits(decoder, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_read_info(decoder, source->info);

  cpictures_source *base = &source->base;
  base->width = (int32_t)png_get_image_width(decoder, source->info);
  base->height = (int32_t)png_get_image_height(decoder, source->info);
  if ((int64_t)base->width * base->height > maximum_pixels) {
    return cpictures_fail_as_too_large(problem, base->width, base->height, maximum_pixels);
  }
  source->is_interlaced =
      png_get_interlace_type(decoder, source->info) != PNG_INTERLACE_NONE;
  simplify(source);
  png_charp name;
  png_bytep profile;
  png_uint_32 length;
  int method;
  if (png_get_iCCP(decoder, source->info, &name, &method, &profile, &length)) {
    base->profile = profile;
    base->profile_length = length;
  }
  return true;
}

cpictures_source *cpictures_open_png(
    int file, int64_t maximum_pixels, cpictures_problem *problem) {
  const cpictures_source base = {
      .prepare = prepare, .read_row = read_row, .close = close_source};
  png_source *source = cpictures_new_source(sizeof *source, base, problem);
  if (!source) return NULL;
  source->problem = problem;
  source->decoder =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, source, fail, discard_warning);
  if (source->decoder) source->info = png_create_info_struct(source->decoder);
  if (!source->info) {
    cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the PNG");
    return cpictures_opened(&source->base, false);
  }
  return cpictures_opened(
      &source->base,
      cpictures_map(file, false, &source->bytes, &source->length, problem) &&
          open_header(source, maximum_pixels, problem));
}
