#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// A windowed-sinc filter, columns first. A ring holds as many source rows as the filter is tall, so
// memory does not depend on the height of the picture.

/// The number of fractional bits of a weight, which fits 16 bits.
static const int weight_bits = 14;
/// The fractional bits kept in sums of rows, which fit 16 bits although the filter overshoots.
static const int kept_bits = 6;
/// The weights of a column come in groups of this size, so that sums have no remainder.
static const int group = 8;
/// The filter's reach in result pixels, to each side.
static const double lobes = 3;

/// The source pixels that contribute to each result pixel.
typedef struct {
  int32_t *starts;
  int16_t *weights;
  /// The number of weights of each result pixel.
  int32_t taps;
} weighting;

struct cpictures_resampler {
  int channels;
  int32_t width, height, result_width, result_height;
  weighting columns, rows;
  /// `rows.taps` rows; row y is at y modulo their number.
  uint8_t *ring;
  size_t row_size;
  /// The next row to be filled, and the next to be taken.
  int32_t next_source, next_result;
  /// One row of sums, one plane for each channel, with space for a group after each.
  int16_t *planes;
  int32_t plane_width;
  int32_t *sums;
  /// True if result pixels are source pixels.
  bool is_copy;
  int32_t first_column, first_row;
};

static double sinc(double x) {
  if (x == 0) return 1;
  double angle = M_PI * x;
  return sin(angle) / angle;
}

static double lanczos(double x) { return fabs(x) >= lobes ? 0 : sinc(x) * sinc(x / lobes); }

/// Rounds weights so that their sum is exactly 1: flat colours are preserved.
static void round_weights(const double *exact, int32_t count, double sum, int16_t *weights) {
  double done = 0;
  long rounded = 0;
  for (int32_t tap = 0; tap < count; tap++) {
    done += exact[tap] / sum * (1 << weight_bits);
    long next = lrint(done);
    weights[tap] = (int16_t)(next - rounded);
    rounded = next;
  }
}

/// - Parameter multiple: taps are rounded up to a multiple of it; the added ones weigh nothing.
static bool make_weighting(
    weighting *result, int32_t size, cpictures_span span, int32_t result_size, int32_t multiple) {
  double step = span.length / result_size;
  double stretch = step > 1 ? step : 1;
  double reach = lobes * stretch;
  int32_t most = (int32_t)ceil(2 * reach) + 1;
  if (most > size) most = size;
  result->taps = (most + multiple - 1) / multiple * multiple;
  result->starts = malloc((size_t)result_size * sizeof *result->starts);
  result->weights = calloc((size_t)result_size * (size_t)result->taps, sizeof *result->weights);
  double *exact = malloc((size_t)most * sizeof *exact);
  if (!result->starts || !result->weights || !exact) {
    free(exact);
    return false;
  }
  for (int32_t place = 0; place < result_size; place++) {
    double centre = span.start + (place + 0.5) * step;
    int32_t start = (int32_t)ceil(centre - reach - 0.5);
    if (start > size - most) start = size - most;
    if (start < 0) start = 0;
    double sum = 0;
    for (int32_t tap = 0; tap < most; tap++) {
      exact[tap] = lanczos((start + tap + 0.5 - centre) / stretch);
      sum += exact[tap];
    }
    round_weights(exact, most, sum, result->weights + (size_t)place * (size_t)result->taps);
    result->starts[place] = start;
  }
  free(exact);
  return true;
}

static bool is_whole(cpictures_span span, int32_t result_size) {
  return span.start == floor(span.start) && span.length == result_size;
}

cpictures_resampler *cpictures_resampler_new(
    int32_t width, int32_t height, int channels, cpictures_span columns, cpictures_span rows,
    int32_t result_width, int32_t result_height) {
  cpictures_resampler *resampler = calloc(1, sizeof *resampler);
  if (!resampler) return NULL;
  resampler->channels = channels;
  resampler->width = width;
  resampler->height = height;
  resampler->result_width = result_width;
  resampler->result_height = result_height;
  resampler->row_size = (size_t)width * (size_t)channels;
  bool has_memory = true;
  if (is_whole(columns, result_width) && is_whole(rows, result_height)) {
    resampler->is_copy = true;
    resampler->first_column = (int32_t)columns.start;
    resampler->first_row = (int32_t)rows.start;
    resampler->rows.taps = 1;
  } else {
    has_memory = make_weighting(&resampler->columns, width, columns, result_width, group) &&
        make_weighting(&resampler->rows, height, rows, result_height, 1);
    if (has_memory) {
      resampler->plane_width = width + resampler->columns.taps;
      resampler->planes = calloc(
          (size_t)resampler->plane_width * (size_t)channels, sizeof *resampler->planes);
      resampler->sums = malloc(resampler->row_size * sizeof *resampler->sums);
    }
    has_memory = has_memory && resampler->planes && resampler->sums;
  }
  if (has_memory) resampler->ring = malloc(resampler->row_size * (size_t)resampler->rows.taps);
  if (resampler->ring) return resampler;
  cpictures_resampler_free(resampler);
  return NULL;
}

void cpictures_resampler_free(cpictures_resampler *resampler) {
  if (!resampler) return;
  free(resampler->columns.starts);
  free(resampler->columns.weights);
  free(resampler->rows.starts);
  free(resampler->rows.weights);
  free(resampler->ring);
  free(resampler->planes);
  free(resampler->sums);
  free(resampler);
}

/// Returns the end of the source rows that the next result row needs.
static int32_t needed_end(const cpictures_resampler *resampler) {
  int32_t next = resampler->next_result;
  if (resampler->is_copy) return resampler->first_row + next + 1;
  return resampler->rows.starts[next] + resampler->rows.taps;
}

uint8_t *cpictures_resampler_wants(cpictures_resampler *resampler) {
  if (resampler->next_result >= resampler->result_height) return NULL;
  if (resampler->next_source >= needed_end(resampler)) return NULL;
  size_t slot = (size_t)(resampler->next_source % resampler->rows.taps);
  return resampler->ring + slot * resampler->row_size;
}

void cpictures_resampler_filled(cpictures_resampler *resampler) { resampler->next_source++; }

/// Adds weighted rows; the loops are simple so that the compiler vectorises them.
static void add_rows(cpictures_resampler *resampler) {
  size_t size = resampler->row_size;
  int32_t taps = resampler->rows.taps;
  int32_t start = resampler->rows.starts[resampler->next_result];
  const int16_t *weights =
      resampler->rows.weights + (size_t)resampler->next_result * (size_t)taps;
  int32_t *restrict sums = resampler->sums;
  int32_t half = 1 << (weight_bits - kept_bits - 1);
  for (size_t place = 0; place < size; place++) sums[place] = half;
  for (int32_t tap = 0; tap < taps; tap++) {
    int16_t weight = weights[tap];
    if (weight == 0) continue;
    const uint8_t *restrict row =
        resampler->ring + (size_t)((start + tap) % taps) * size;
    for (size_t place = 0; place < size; place++) {
      sums[place] += (int32_t)(int16_t)row[place] * weight;
    }
  }
}

static void split_channels(cpictures_resampler *resampler) {
  int channels = resampler->channels;
  const int32_t *restrict sums = resampler->sums;
  for (int channel = 0; channel < channels; channel++) {
    int16_t *restrict plane =
        resampler->planes + (size_t)channel * (size_t)resampler->plane_width;
    for (int32_t x = 0; x < resampler->width; x++) {
      plane[x] = (int16_t)(sums[x * channels + channel] >> (weight_bits - kept_bits));
    }
  }
}

static void add_columns(const cpictures_resampler *resampler, uint8_t *row) {
  int32_t taps = resampler->columns.taps;
  int shift = weight_bits + kept_bits;
  for (int channel = 0; channel < resampler->channels; channel++) {
    const int16_t *plane =
        resampler->planes + (size_t)channel * (size_t)resampler->plane_width;
    for (int32_t x = 0; x < resampler->result_width; x++) {
      const int16_t *restrict pixels = plane + resampler->columns.starts[x];
      const int16_t *restrict weights = resampler->columns.weights + (size_t)x * (size_t)taps;
      int32_t sum = 1 << (shift - 1);
      for (int32_t tap = 0; tap < taps; tap++) sum += (int32_t)pixels[tap] * weights[tap];
      sum >>= shift;
      row[x * resampler->channels + channel] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
    }
  }
}

void cpictures_resampler_take(cpictures_resampler *resampler, uint8_t *row) {
  if (resampler->is_copy) {
    size_t skipped = (size_t)resampler->first_column * (size_t)resampler->channels;
    size_t size = (size_t)resampler->result_width * (size_t)resampler->channels;
    memcpy(row, resampler->ring + skipped, size);
  } else {
    add_rows(resampler);
    split_channels(resampler);
    add_columns(resampler, row);
  }
  resampler->next_result++;
}
