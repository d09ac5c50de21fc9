// The least that making photographs small costs: threads take one picture after the other, decode
// it with libjpeg at an eighth of its size, scale that to fit a square, and write it as JPEG.
//
//     small-pictures DIR OUT [-j THREADS] [-s SIDE]

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// It uses types of stdio.h and leaves including that to others.
#include <jpeglib.h>

#include "file_list.h"

enum { CHANNELS = 3, QUALITY = 75 };

static struct file_list list;
static const char *target;
static unsigned side = 150;
static atomic_size_t next_file;

struct picture {
  unsigned width, height;
  uint8_t *pixels;
};

static struct picture make(unsigned width, unsigned height) {
  struct picture picture = {width, height, malloc((size_t)width * height * CHANNELS)};
  if (picture.pixels == NULL) exit(1);
  return picture;
}

static uint8_t *row_of(const struct picture *picture, unsigned row) {
  return picture->pixels + (size_t)row * picture->width * CHANNELS;
}

// At an eighth, or the largest part that is not smaller than what is wanted.
static struct picture decode(FILE *file) {
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr errors;
  decoder.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&decoder);
  jpeg_stdio_src(&decoder, file);
  jpeg_read_header(&decoder, TRUE);
  decoder.out_color_space = JCS_RGB;
  decoder.scale_num = 1;
  unsigned longer =
      decoder.image_width > decoder.image_height ? decoder.image_width : decoder.image_height;
  for (decoder.scale_denom = 8; longer / decoder.scale_denom < side && decoder.scale_denom > 1;) {
    decoder.scale_denom /= 2;
  }
  jpeg_start_decompress(&decoder);
  struct picture picture = make(decoder.output_width, decoder.output_height);
  while (decoder.output_scanline < decoder.output_height) {
    JSAMPROW row = row_of(&picture, decoder.output_scanline);
    jpeg_read_scanlines(&decoder, &row, 1);
  }
  jpeg_finish_decompress(&decoder);
  jpeg_destroy_decompress(&decoder);
  return picture;
}

// The mean of the pixels that each pixel covers.
static struct picture scale(const struct picture *whole) {
  unsigned longer = whole->width > whole->height ? whole->width : whole->height;
  if (longer < side) longer = side;
  struct picture small = make(
      (whole->width * side + longer / 2) / longer, (whole->height * side + longer / 2) / longer);
  for (unsigned y = 0; y < small.height; y++) {
    unsigned top = y * whole->height / small.height;
    unsigned bottom = (y + 1) * whole->height / small.height;
    for (unsigned x = 0; x < small.width; x++) {
      unsigned left = x * whole->width / small.width;
      unsigned right = (x + 1) * whole->width / small.width;
      unsigned sums[CHANNELS] = {0}, count = (bottom - top) * (right - left);
      for (unsigned row = top; row < bottom; row++) {
        const uint8_t *pixel = row_of(whole, row) + left * CHANNELS;
        for (unsigned column = left; column < right; column++, pixel += CHANNELS) {
          for (unsigned channel = 0; channel < CHANNELS; channel++) sums[channel] += pixel[channel];
        }
      }
      uint8_t *pixel = row_of(&small, y) + x * CHANNELS;
      for (unsigned channel = 0; channel < CHANNELS; channel++) {
        pixel[channel] = (uint8_t)(sums[channel] / count);
      }
    }
  }
  return small;
}

static void encode(const struct picture *picture, FILE *file) {
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  encoder.err = jpeg_std_error(&errors);
  jpeg_create_compress(&encoder);
  jpeg_stdio_dest(&encoder, file);
  encoder.image_width = picture->width;
  encoder.image_height = picture->height;
  encoder.input_components = CHANNELS;
  encoder.in_color_space = JCS_RGB;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, QUALITY, TRUE);
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < encoder.image_height) {
    JSAMPROW row = row_of(picture, encoder.next_scanline);
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
}

static FILE *open_file(const char *folder, const char *name, const char *mode) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, mode);
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  return file;
}

static void make_small(void *context) {
  (void)context;
  for (size_t index; (index = atomic_fetch_add(&next_file, 1)) < list.count;) {
    FILE *input = open_file(file_folder(&list, index)->path, file_name(&list, index), "rb");
    struct picture whole = decode(input);
    fclose(input);
    struct picture small = scale(&whole);
    FILE *output = open_file(target, file_name(&list, index), "wb");
    encode(&small, output);
    if (fclose(output) != 0) exit(1);
    free(whole.pixels);
    free(small.pixels);
  }
}

int main(int count, char **arguments) {
  int threads = 1;
  for (int option; (option = getopt(count, arguments, "j:s:")) != -1;) {
    if (option == 'j') threads = atoi(optarg);
    else if (option == 's') side = (unsigned)atoi(optarg);
    else threads = 0;
  }
  if (threads < 1 || side < 1 || optind != count - 2
      || file_list_read(&list, arguments[optind]) != 0) {
    fprintf(stderr, "usage: small-pictures DIR OUT [-j THREADS] [-s SIDE]\n");
    return 64;
  }
  target = arguments[optind + 1];
  in_threads(threads, make_small, NULL);
  return 0;
}
