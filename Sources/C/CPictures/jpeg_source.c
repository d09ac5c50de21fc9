#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jpeglib.h>

#include <jerror.h>

#include "internal.h"

/// More scans than any encoder writes; each costs time for the whole picture.
static const int maximum_scans = 200;
/// The memory that libjpeg may use; a progressive picture is held entirely, as coefficients.
static const long maximum_memory = 320L << 20;
static const size_t buffer_size = 128 << 10;
/// The number of bytes between the last coded row and a marker that some cameras leave.
static const int maximum_padding = 32;

typedef struct {
  cpictures_source base;
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr input;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  cpictures_problem *problem;
  int file;
  int64_t offset;
  /// The number of bytes that may still be read; negative for no limit.
  int64_t remaining;
  /// True once rows are read; all segments, and all scans of several, were present then.
  bool is_reading_rows;
  JOCTET *buffer;
  JOCTET *profile;
} jpeg_source;

static jpeg_source *source_of(j_common_ptr decoder) { return decoder->client_data; }

static void fail(j_common_ptr decoder) {
  jpeg_source *source = source_of(decoder);
  char text[JMSG_LENGTH_MAX];
  decoder->err->format_message(decoder, text);
  switch (decoder->err->msg_code) {
    case JERR_OUT_OF_MEMORY:
      cpictures_fail(source->problem, CPICTURES_OUT_OF_MEMORY, "no memory for the JPEG");
      break;
    case JERR_NO_BACKING_STORE:
    case JERR_TFILE_CREATE:
      cpictures_fail(
          source->problem, CPICTURES_TOO_LARGE,
          "a progressive JPEG of %d x %d pixels needs more memory than is allowed",
          source->base.width, source->base.height);
      break;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
      cpictures_fail(source->problem, CPICTURES_UNSUPPORTED, "unsupported JPEG: %s", text);
      break;
    default:
      cpictures_fail(source->problem, CPICTURES_DAMAGED, "damaged JPEG: %s", text);
  }
  longjmp(source->escape, 1);
}

static void fail_as_cut_off(jpeg_source *source) {
  cpictures_fail(source->problem, CPICTURES_DAMAGED, "the JPEG ends before its picture does");
  longjmp(source->escape, 1);
}

/// Returns true for a warning that coded data are damaged.
static bool is_damage(const struct jpeg_error_mgr *errors) {
  switch (errors->msg_code) {
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
      return true;
    case JWRN_EXTRANEOUS_DATA:
      return errors->msg_parm.i[0] > maximum_padding;
    default:
      return false;
  }
}

/// Fails for a truncated picture; smaller errors are ignored, as viewers do, unless the source is
/// strict.
static void warn(j_common_ptr decoder, int level) {
  if (level >= 0) return;
  decoder->err->num_warnings++;
  jpeg_source *source = source_of(decoder);
  if (decoder->err->msg_code == JWRN_HIT_MARKER) fail_as_cut_off(source);
  if (source->base.is_strict && is_damage(decoder->err)) fail(decoder);
}

static void discard_message(j_common_ptr decoder) { (void)decoder; }

static void start_input(j_decompress_ptr decoder) { (void)decoder; }

static boolean fill_input(j_decompress_ptr decoder) {
  static const JOCTET end[] = {0xFF, JPEG_EOI};
  jpeg_source *source = source_of((j_common_ptr)decoder);
  size_t wanted = buffer_size;
  if (source->remaining >= 0 && (int64_t)wanted > source->remaining) {
    wanted = (size_t)source->remaining;
  }
  ssize_t count = 0;
  while (wanted > 0) {
    count = pread(source->file, source->buffer, wanted, source->offset);
    if (count >= 0 || errno != EINTR) break;
  }
  if (count < 0) {
    cpictures_fail(source->problem, CPICTURES_DAMAGED, "can't read: %s", strerror(errno));
    longjmp(source->escape, 1);
  }
  if (count == 0) {
    // A missing end marker is harmless if all rows were present.
    if (!source->is_reading_rows) fail_as_cut_off(source);
    decoder->src->next_input_byte = end;
    decoder->src->bytes_in_buffer = sizeof end;
    return TRUE;
  }
  source->offset += count;
  if (source->remaining >= 0) source->remaining -= count;
  decoder->src->next_input_byte = source->buffer;
  decoder->src->bytes_in_buffer = (size_t)count;
  return TRUE;
}

/// Skips a segment without reading it.
static void skip_input(j_decompress_ptr decoder, long count) {
  jpeg_source *source = source_of((j_common_ptr)decoder);
  struct jpeg_source_mgr *input = decoder->src;
  if (count <= 0) return;
  if ((size_t)count <= input->bytes_in_buffer) {
    input->next_input_byte += count;
    input->bytes_in_buffer -= (size_t)count;
    return;
  }
  int64_t beyond = count - (int64_t)input->bytes_in_buffer;
  input->bytes_in_buffer = 0;
  if (source->remaining >= 0) {
    if (beyond > source->remaining) beyond = source->remaining;
    source->remaining -= beyond;
  }
  source->offset += beyond;
}

static void end_input(j_decompress_ptr decoder) { (void)decoder; }

static void check_progress(j_common_ptr decoder) {
  if (!decoder->is_decompressor) return;
  if (((j_decompress_ptr)decoder)->input_scan_number <= maximum_scans) return;
  jpeg_source *source = source_of(decoder);
  cpictures_fail(
      source->problem, CPICTURES_DAMAGED, "damaged JPEG: more than %d scans", maximum_scans);
  longjmp(source->escape, 1);
}

static bool prepare(cpictures_source *base, double factor, cpictures_problem *problem) {
  jpeg_source *source = (jpeg_source *)base;
  struct jpeg_decompress_struct *decoder = &source->decoder;
  source->problem = problem;
  if (setjmp(source->escape)) return false;
  int eighths = 8;
  // These four have fast inverse transforms. Some reduction is left to the better filter.
  for (int fewer = 4; fewer >= 1; fewer /= 2) {
    if (fewer / 8.0 < factor * 1.5) break;
    eighths = fewer;
  }
  decoder->scale_num = (unsigned)eighths;
  decoder->scale_denom = 8;
  if (base->model == CPICTURES_RGB) decoder->out_color_space = JCS_RGB;
  if (base->model == CPICTURES_CMYK) decoder->out_color_space = JCS_CMYK;
  if (!jpeg_start_decompress(decoder)) fail_as_cut_off(source);
  source->is_reading_rows = true;
  if (decoder->output_components != cpictures_channels(base->model, false)) {
    return cpictures_fail(
        problem, CPICTURES_UNSUPPORTED, "unsupported JPEG: %d channels",
        decoder->output_components);
  }
  base->read_width = (int32_t)decoder->output_width;
  base->read_height = (int32_t)decoder->output_height;
  base->scale_x = base->scale_y = eighths / 8.0;
  return true;
}

static bool read_row(cpictures_source *base, uint8_t *row, cpictures_problem *problem) {
  jpeg_source *source = (jpeg_source *)base;
  source->problem = problem;
  if (setjmp(source->escape)) return false;
  JSAMPROW rows[] = {row};
  if (jpeg_read_scanlines(&source->decoder, rows, 1) != 1) fail_as_cut_off(source);
  return true;
}

/// Reads to the end marker: where coded data were overwritten, blocks are missing or left over.
static bool finish(cpictures_source *base, cpictures_problem *problem) {
  jpeg_source *source = (jpeg_source *)base;
  struct jpeg_decompress_struct *decoder = &source->decoder;
  source->problem = problem;
  if (setjmp(source->escape)) return false;
  JSAMPARRAY rows = decoder->mem->alloc_sarray(
      (j_common_ptr)decoder, JPOOL_IMAGE,
      decoder->output_width * (JDIMENSION)decoder->output_components, 1);
  while (decoder->output_scanline < decoder->output_height) {
    jpeg_read_scanlines(decoder, rows, 1);
  }
  jpeg_finish_decompress(decoder);
  return true;
}

static void close_source(cpictures_source *base) {
  jpeg_source *source = (jpeg_source *)base;
  jpeg_destroy_decompress(&source->decoder);
  free(source->profile);
  free(source->buffer);
  free(source);
}

static bool open_header(jpeg_source *source, int64_t maximum_pixels, cpictures_problem *problem) {
  struct jpeg_decompress_struct *decoder = &source->decoder;
  source->problem = problem;
  if (setjmp(source->escape)) return false;
  jpeg_create_decompress(decoder);
  decoder->client_data = source;
  decoder->src = &source->input;
  decoder->progress = &source->progress;
  decoder->mem->max_memory_to_use = maximum_memory;
  jpeg_save_markers(decoder, JPEG_APP0 + 2, 0xFFFF);
  if (jpeg_read_header(decoder, TRUE) != JPEG_HEADER_OK) fail_as_cut_off(source);

  cpictures_source *base = &source->base;
  base->width = (int32_t)decoder->image_width;
  base->height = (int32_t)decoder->image_height;
  if ((int64_t)base->width * base->height > maximum_pixels) {
    return cpictures_fail_as_too_large(problem, base->width, base->height, maximum_pixels);
  }
  switch (decoder->jpeg_color_space) {
    case JCS_GRAYSCALE:
      base->model = CPICTURES_GREY;
      break;
    case JCS_CMYK:
    case JCS_YCCK:
      base->model = CPICTURES_CMYK;
      base->is_inverted = decoder->saw_Adobe_marker;
      break;
    case JCS_YCbCr:
    case JCS_RGB:
      base->model = CPICTURES_RGB;
      break;
    default:
      return cpictures_fail(
          problem, CPICTURES_UNSUPPORTED, "unsupported JPEG: %d channels",
          decoder->num_components);
  }
  unsigned length = 0;
  if (jpeg_read_icc_profile(decoder, &source->profile, &length)) {
    base->profile = source->profile;
    base->profile_length = length;
  }
  return true;
}

cpictures_source *cpictures_open_jpeg(
    int file, int64_t offset, int64_t count, int64_t maximum_pixels, cpictures_problem *problem) {
  jpeg_source *source = calloc(1, sizeof *source);
  JOCTET *buffer = malloc(buffer_size);
  if (!source || !buffer) {
    free(source);
    free(buffer);
    cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the JPEG");
    return NULL;
  }
  source->base.prepare = prepare;
  source->base.read_row = read_row;
  source->base.finish = finish;
  source->base.close = close_source;
  source->file = file;
  source->offset = offset;
  source->remaining = count < 0 ? -1 : count;
  source->buffer = buffer;
  source->input.init_source = start_input;
  source->input.fill_input_buffer = fill_input;
  source->input.skip_input_data = skip_input;
  source->input.resync_to_restart = jpeg_resync_to_restart;
  source->input.term_source = end_input;
  source->progress.progress_monitor = check_progress;
  source->decoder.err = jpeg_std_error(&source->errors);
  source->decoder.client_data = source;
  source->errors.error_exit = fail;
  source->errors.emit_message = warn;
  source->errors.output_message = discard_message;
  return cpictures_opened(&source->base, open_header(source, maximum_pixels, problem));
}
