#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

/// The size up to which rows are collected, as each write is a system call.
static const size_t piece_size = 64 << 10;

typedef struct {
  cpictures_sink base;
  int file;
  size_t row_size, filled, capacity;
  uint8_t *piece;
} pam_sink;

static bool write_piece(pam_sink *sink, cpictures_problem *problem) {
  size_t count = sink->filled;
  sink->filled = 0;
  return cpictures_write(sink->file, sink->piece, count, &sink->base.byte_count, problem);
}

static bool write_row(cpictures_sink *base, const uint8_t *row, cpictures_problem *problem) {
  pam_sink *sink = (pam_sink *)base;
  for (size_t place = 0; place < sink->row_size; place++) {
    if (sink->filled == sink->capacity && !write_piece(sink, problem)) return false;
    sink->piece[sink->filled++] = row[place];
  }
  return true;
}

static bool finish(cpictures_sink *base, cpictures_problem *problem) {
  return write_piece((pam_sink *)base, problem);
}

static void close_sink(cpictures_sink *base) {
  free(((pam_sink *)base)->piece);
  free(base);
}

cpictures_sink *cpictures_pam_sink(
    const cpictures_output *output, int32_t width, int32_t height, bool has_alpha,
    cpictures_problem *problem) {
  pam_sink *sink = calloc(1, sizeof *sink);
  if (sink) sink->piece = malloc(piece_size);
  if (!sink || !sink->piece) {
    free(sink);
    cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the result");
    return NULL;
  }
  sink->base.write_row = write_row;
  sink->base.finish = finish;
  sink->base.close = close_sink;
  sink->file = output->file;
  sink->capacity = piece_size;
  sink->row_size = (size_t)width * (has_alpha ? 4 : 3);
  int length = snprintf(
      (char *)sink->piece, piece_size,
      "P7\nWIDTH %d\nHEIGHT %d\nDEPTH %d\nMAXVAL 255\nTUPLTYPE %s\nENDHDR\n", width, height,
      has_alpha ? 4 : 3, has_alpha ? "RGB_ALPHA" : "RGB");
  sink->filled = (size_t)length;
  return &sink->base;
}
