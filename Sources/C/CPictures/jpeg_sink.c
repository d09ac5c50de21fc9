#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "internal.h"

static const size_t buffer_size = 64 << 10;
/// The maximum side of a picture with full chroma; halving it would be visible, and save little.
static const int32_t small_side = 64;

typedef struct {
  cpictures_sink base;
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr output;
  jmp_buf escape;
  cpictures_problem *problem;
  int file;
  JOCTET *buffer;
} jpeg_sink;

static jpeg_sink *sink_of(j_common_ptr encoder) { return encoder->client_data; }

static void fail(j_common_ptr encoder) {
  jpeg_sink *sink = sink_of(encoder);
  char text[JMSG_LENGTH_MAX];
  encoder->err->format_message(encoder, text);
  cpictures_fail(sink->problem, CPICTURES_NOT_WRITTEN, "can't make a JPEG: %s", text);
  longjmp(sink->escape, 1);
}

static void discard_message(j_common_ptr encoder) { (void)encoder; }

static void write_buffer(jpeg_sink *sink, size_t count) {
  if (!cpictures_write(
          sink->file, sink->buffer, count, &sink->base.byte_count, sink->problem)) {
    longjmp(sink->escape, 1);
  }
  sink->output.next_output_byte = sink->buffer;
  sink->output.free_in_buffer = buffer_size;
}

static void start_output(j_compress_ptr encoder) {
  encoder->dest->next_output_byte = sink_of((j_common_ptr)encoder)->buffer;
  encoder->dest->free_in_buffer = buffer_size;
}

static boolean empty_output(j_compress_ptr encoder) {
  write_buffer(sink_of((j_common_ptr)encoder), buffer_size);
  return TRUE;
}

static void end_output(j_compress_ptr encoder) {
  write_buffer(sink_of((j_common_ptr)encoder), buffer_size - encoder->dest->free_in_buffer);
}

static bool write_row(cpictures_sink *base, const uint8_t *row, cpictures_problem *problem) {
  jpeg_sink *sink = (jpeg_sink *)base;
  sink->problem = problem;
  if (setjmp(sink->escape)) return false;
  JSAMPROW rows[] = {(JSAMPROW)row};
  return jpeg_write_scanlines(&sink->encoder, rows, 1) == 1 ||
      cpictures_fail(problem, CPICTURES_NOT_WRITTEN, "can't make a JPEG");
}

static bool finish(cpictures_sink *base, cpictures_problem *problem) {
  jpeg_sink *sink = (jpeg_sink *)base;
  sink->problem = problem;
  if (setjmp(sink->escape)) return false;
  jpeg_finish_compress(&sink->encoder);
  return true;
}

static void close_sink(cpictures_sink *base) {
  jpeg_sink *sink = (jpeg_sink *)base;
  jpeg_destroy_compress(&sink->encoder);
  free(sink->buffer);
  free(sink);
}

static bool start(
    jpeg_sink *sink, const cpictures_output *output, cpictures_profile profile, int32_t width,
    int32_t height) {
  if (setjmp(sink->escape)) return false;
  jpeg_create_compress(&sink->encoder);
  sink->encoder.dest = &sink->output;
  sink->encoder.image_width = (JDIMENSION)width;
  sink->encoder.image_height = (JDIMENSION)height;
  sink->encoder.input_components = 3;
  sink->encoder.in_color_space = JCS_RGB;
  // The defaults are YCbCr with chroma halved in both directions.
  jpeg_set_defaults(&sink->encoder);
  if (width <= small_side && height <= small_side) {
    sink->encoder.comp_info[0].h_samp_factor = sink->encoder.comp_info[0].v_samp_factor = 1;
  }
  jpeg_set_quality(&sink->encoder, output->quality, TRUE);
  jpeg_start_compress(&sink->encoder, TRUE);
  if (profile.bytes) {
    jpeg_write_icc_profile(&sink->encoder, profile.bytes, (unsigned int)profile.count);
  }
  return true;
}

cpictures_sink *cpictures_jpeg_sink(
    const cpictures_output *output, cpictures_profile profile, int32_t width, int32_t height,
    cpictures_problem *problem) {
  jpeg_sink *sink = calloc(1, sizeof *sink);
  JOCTET *buffer = malloc(buffer_size);
  if (!sink || !buffer) {
    free(sink);
    free(buffer);
    cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the result");
    return NULL;
  }
  sink->base.write_row = write_row;
  sink->base.finish = finish;
  sink->base.close = close_sink;
  sink->problem = problem;
  sink->file = output->file;
  sink->buffer = buffer;
  sink->output.init_destination = start_output;
  sink->output.empty_output_buffer = empty_output;
  sink->output.term_destination = end_output;
  sink->encoder.err = jpeg_std_error(&sink->errors);
  sink->encoder.client_data = sink;
  sink->errors.error_exit = fail;
  sink->errors.output_message = discard_message;
  if (start(sink, output, profile, width, height)) return &sink->base;
  close_sink(&sink->base);
  return NULL;
}
