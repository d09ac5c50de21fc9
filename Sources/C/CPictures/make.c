#include <stdlib.h>
#include <string.h>

#include "internal.h"

/// The maximum size of a picture that must be rotated, which is held entirely.
static const int64_t maximum_held = 320LL << 20;
/// The number of rows of a rotated picture made at once: columns of the held one are read together.
enum { turned_rows = 32 };
/// The minimum reduction that the filter itself does if pixels are averaged first.
static const double filtered_step = 4;
/// The number of decoded source pixels between two progress reports.
static const int64_t told_pixels = 4 << 20;

/// The state of making one picture.
typedef struct {
  cpictures_source *source;
  const cpictures_plan *plan;
  cpictures_sink *sink;
  const cpictures_conversion *conversion;
  cpictures_problem *problem;
  const cpictures_output *output;
  /// The number of progress reports.
  int32_t steps;
  int channels;
  bool keeps_alpha, is_premultiplied;
  cpictures_resampler *resampler;
  /// Squares of this many read pixels are averaged before filtering.
  int32_t block;
  int32_t block_width, block_height, rows_read;
  uint8_t *read_row;
  uint32_t *sums;
  /// One row of the result, in the source's channels, then as sRGB.
  uint8_t *row, *converted;
  uint8_t *held;
} making;

static void premultiply(uint8_t *row, int32_t count, int channels) {
  for (int32_t index = 0; index < count; index++, row += channels) {
    int alpha = row[channels - 1];
    if (alpha == 255) continue;
    for (int channel = 0; channel < channels - 1; channel++) {
      row[channel] = (uint8_t)((row[channel] * alpha + 127) / 255);
    }
  }
}

static void unpremultiply(uint8_t *row, int32_t count, int channels) {
  for (int32_t index = 0; index < count; index++, row += channels) {
    int alpha = row[channels - 1];
    if (alpha == 255 || alpha == 0) continue;
    for (int channel = 0; channel < channels - 1; channel++) {
      int value = (row[channel] * 255 + alpha / 2) / alpha;
      row[channel] = (uint8_t)(value > 255 ? 255 : value);
    }
  }
}

static void flatten_on_white(uint8_t *row, int32_t count) {
  for (int32_t index = 0; index < count; index++) {
    const uint8_t *pixel = row + 4 * index;
    uint8_t *flat = row + 3 * index;
    int alpha = pixel[3];
    for (int channel = 0; channel < 3; channel++) {
      flat[channel] = (uint8_t)((pixel[channel] * alpha + 255 * (255 - alpha) + 127) / 255);
    }
  }
}

/// Reports progress each time another step is complete; steps are found by integer division.
static void tell_advance(const making *making) {
  if (making->steps == 0 || !making->output->advance) return;
  int64_t rows = making->rows_read, all = making->source->read_height;
  if (rows * making->steps / all != (rows - 1) * making->steps / all) {
    making->output->advance(making->output->context, (int32_t)rows, (int32_t)all);
  }
}

static bool read_source_row(making *making, uint8_t *row) {
  if (!making->source->read_row(making->source, row, making->problem)) return false;
  making->rows_read++;
  tell_advance(making);
  if (making->is_premultiplied) {
    premultiply(row, making->source->read_width, making->channels);
  }
  return true;
}

/// Averages the next squares into a row; those at the right and lower edge may be smaller.
static bool read_blocks(making *making, uint8_t *row) {
  int32_t width = making->source->read_width;
  int32_t block = making->block;
  size_t size = (size_t)width * (size_t)making->channels;
  int32_t rows = making->source->read_height - making->rows_read;
  if (rows > block) rows = block;
  uint32_t *restrict sums = making->sums;
  memset(sums, 0, size * sizeof *sums);
  for (int32_t y = 0; y < rows; y++) {
    if (!read_source_row(making, making->read_row)) return false;
    const uint8_t *restrict pixels = making->read_row;
    for (size_t place = 0; place < size; place++) sums[place] += pixels[place];
  }
  for (int32_t x = 0; x < making->block_width; x++) {
    int32_t columns = width - x * block < block ? width - x * block : block;
    uint32_t count = (uint32_t)(columns * rows);
    const uint32_t *first = sums + (size_t)x * (size_t)block * (size_t)making->channels;
    for (int channel = 0; channel < making->channels; channel++) {
      uint64_t sum = 0;
      for (int32_t column = 0; column < columns; column++) {
        sum += first[column * making->channels + channel];
      }
      row[x * making->channels + channel] = (uint8_t)((sum + count / 2) / count);
    }
  }
  return true;
}

/// Makes the next row of the result, not yet oriented, in the source's channels.
static bool make_row(making *making, uint8_t *row) {
  for (uint8_t *wanted; (wanted = cpictures_resampler_wants(making->resampler));) {
    bool is_read = making->block > 1 ? read_blocks(making, wanted)
                                     : read_source_row(making, wanted);
    if (!is_read) return false;
    cpictures_resampler_filled(making->resampler);
  }
  cpictures_resampler_take(making->resampler, row);
  if (making->is_premultiplied) {
    unpremultiply(row, making->plan->result_width, making->channels);
  }
  return true;
}

static bool write_row(making *making, const uint8_t *row, int32_t width) {
  cpictures_convert(making->conversion, row, making->converted, (size_t)width);
  if (making->source->has_alpha && !making->keeps_alpha) {
    flatten_on_white(making->converted, width);
  }
  return making->sink->write_row(making->sink, making->converted, making->problem);
}

/// The position of a stored pixel in EXIF's orientation: axes are swapped first, then mirrored.
typedef struct {
  bool swaps_axes, mirrors_columns, mirrors_rows;
} turn;

static turn turn_for(int32_t orientation) {
  switch (orientation) {
    case 2:
      return (turn){false, true, false};
    case 3:
      return (turn){false, true, true};
    case 4:
      return (turn){false, false, true};
    case 5:
      return (turn){true, false, false};
    case 6:
      return (turn){true, true, false};
    case 7:
      return (turn){true, true, true};
    case 8:
      return (turn){true, false, true};
    default:
      return (turn){false, false, false};
  }
}

static bool write_straight(making *making) {
  for (int32_t y = 0; y < making->plan->result_height; y++) {
    if (!make_row(making, making->row)) return false;
    if (!write_row(making, making->row, making->plan->result_width)) return false;
  }
  return true;
}

/// Collects the picture, and writes it row by row in display orientation.
static bool write_turned(making *making, turn turn) {
  int32_t stored_width = making->plan->result_width, stored_height = making->plan->result_height;
  int32_t width = turn.swaps_axes ? stored_height : stored_width;
  int32_t height = turn.swaps_axes ? stored_width : stored_height;
  size_t channels = (size_t)making->channels;
  size_t row_size = (size_t)stored_width * channels;
  for (int32_t y = 0; y < stored_height; y++) {
    if (!make_row(making, making->held + (size_t)y * row_size)) return false;
  }
  for (int32_t top = 0; top < height; top += turned_rows) {
    int32_t rows = height - top < turned_rows ? height - top : turned_rows;
    for (int32_t x = 0; x < width; x++) {
      int32_t column = turn.mirrors_columns ? width - 1 - x : x;
      for (int32_t y = 0; y < rows; y++) {
        int32_t line = turn.mirrors_rows ? height - 1 - (top + y) : top + y;
        const uint8_t *pixel = turn.swaps_axes
            ? making->held + (size_t)column * row_size + (size_t)line * channels
            : making->held + (size_t)line * row_size + (size_t)column * channels;
        uint8_t *shown = making->row + ((size_t)y * (size_t)width + (size_t)x) * channels;
        for (size_t channel = 0; channel < channels; channel++) shown[channel] = pixel[channel];
      }
    }
    for (int32_t y = 0; y < rows; y++) {
      if (!write_row(making, making->row + (size_t)y * (size_t)width * channels, width)) {
        return false;
      }
    }
  }
  return true;
}

/// Prepares the source for the filter: its own reduction, and the averaging.
static bool start_reading(making *making) {
  cpictures_source *source = making->source;
  const cpictures_plan *plan = making->plan;
  double factor_x = plan->result_width / plan->width;
  double factor_y = plan->result_height / plan->height;
  double factor = factor_x > factor_y ? factor_x : factor_y;
  if (!source->prepare(source, factor, making->problem)) return false;
  double scale_x = source->scale_x, scale_y = source->scale_y;
  double step_x = scale_x / factor_x, step_y = scale_y / factor_y;
  double step = step_x < step_y ? step_x : step_y;
  making->block = step >= 2 * filtered_step ? (int32_t)(step / filtered_step) : 1;
  making->block_width = (source->read_width + making->block - 1) / making->block;
  making->block_height = (source->read_height + making->block - 1) / making->block;
  scale_x /= making->block;
  scale_y /= making->block;
  // Invisible pixels must not contribute to averages.
  bool is_scaled = plan->result_width != plan->width || plan->result_height != plan->height;
  making->is_premultiplied = source->has_alpha && is_scaled;
  making->resampler = cpictures_resampler_new(
      making->block_width, making->block_height, making->channels,
      (cpictures_span){plan->left * scale_x, plan->width * scale_x},
      (cpictures_span){plan->top * scale_y, plan->height * scale_y}, plan->result_width,
      plan->result_height);
  if (making->block > 1) {
    size_t size = (size_t)source->read_width * (size_t)making->channels;
    making->read_row = malloc(size);
    making->sums = malloc(size * sizeof *making->sums);
    if (!making->read_row || !making->sums) return false;
  }
  return making->resampler != NULL;
}

static cpictures_sink *open_sink(const making *making, const cpictures_vips *vips, turn turn) {
  const cpictures_plan *plan = making->plan;
  int32_t width = turn.swaps_axes ? plan->result_height : plan->result_width;
  int32_t height = turn.swaps_axes ? plan->result_width : plan->result_height;
  const cpictures_output *output = making->output;
  cpictures_profile profile = cpictures_conversion_profile(making->conversion);
  switch (output->coding) {
    case CPICTURES_AS_JPEG:
      return cpictures_jpeg_sink(output, profile, width, height, making->problem);
    case CPICTURES_AS_PNG:
      return cpictures_png_sink(
          output, profile, width, height, making->keeps_alpha, making->problem);
    case CPICTURES_AS_WEBP:
      return cpictures_webp_sink(
          vips, output, profile, width, height, making->keeps_alpha, making->problem);
    case CPICTURES_AS_PAM:
      return cpictures_pam_sink(output, width, height, making->keeps_alpha, making->problem);
  }
}

static bool make(
    making *making, turn turn, bool is_turned, cpictures_colours *colours,
    const cpictures_vips *vips) {
  const cpictures_plan *plan = making->plan;
  int32_t width = turn.swaps_axes ? plan->result_height : plan->result_width;
  size_t channels = (size_t)making->channels;
  int64_t size = (int64_t)plan->result_width * plan->result_height * making->channels;
  if (is_turned && size > maximum_held) {
    return cpictures_fail(
        making->problem, CPICTURES_TOO_LARGE,
        "to turn a picture of %d x %d pixels takes more memory than is allowed",
        plan->result_width, plan->result_height);
  }
  if (!start_reading(making)) return false;
  making->conversion =
      cpictures_conversion_for(colours, making->source, making->output->keeps_profile);
  making->sink = open_sink(making, vips, turn);
  if (!making->sink) return false;
  making->row = malloc((size_t)width * channels * (is_turned ? turned_rows : 1));
  making->converted = malloc((size_t)width * 4);
  if (is_turned) making->held = malloc((size_t)size);
  if (!making->row || !making->converted || (is_turned && !making->held)) return false;
  bool is_written = is_turned ? write_turned(making, turn) : write_straight(making);
  cpictures_source *source = making->source;
  if (is_written && source->is_strict && source->finish) {
    is_written = source->finish(source, making->problem);
  }
  return is_written && making->sink->finish(making->sink, making->problem);
}

bool cpictures_make(
    cpictures_source *source, const cpictures_plan *plan, const cpictures_output *output,
    cpictures_colours *colours, cpictures_vips *vips, int64_t *byte_count,
    cpictures_problem *problem) {
  problem->status = CPICTURES_OK;
  turn turn = turn_for(plan->orientation);
  making making = {0};
  making.source = source;
  making.plan = plan;
  making.problem = problem;
  making.output = output;
  making.steps = (int32_t)((int64_t)source->width * source->height / told_pixels);
  making.channels = cpictures_channels(source->model, source->has_alpha);
  making.keeps_alpha = source->has_alpha && output->coding != CPICTURES_AS_JPEG;
  bool is_turned = turn.swaps_axes || turn.mirrors_columns || turn.mirrors_rows;
  bool is_made = make(&making, turn, is_turned, colours, vips);
  if (!is_made && problem->status == CPICTURES_OK) {
    cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for the picture");
  }
  if (making.sink) {
    *byte_count = making.sink->byte_count;
    making.sink->close(making.sink);
  }
  cpictures_resampler_free(making.resampler);
  free(making.read_row);
  free(making.sums);
  free(making.row);
  free(making.converted);
  free(making.held);
  return is_made;
}

void cpictures_size(const cpictures_source *source, int32_t *width, int32_t *height) {
  *width = source->width;
  *height = source->height;
}

void cpictures_be_strict(cpictures_source *source) { source->is_strict = true; }

bool cpictures_has_alpha(const cpictures_source *source) { return source->has_alpha; }

void cpictures_close(cpictures_source *source) {
  if (source) source->close(source);
}
