#include "CPixels.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <lcms2.h>
#include <png.h>

cpixels_bytes cpixels_read_png(
    const uint8_t *file, size_t count, int *width, int *height, int *has_alpha) {
  cpixels_bytes result = {0};
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_memory(&image, file, count)) return result;
  *has_alpha = (image.format & PNG_FORMAT_FLAG_ALPHA) != 0;
  image.format = PNG_FORMAT_RGBA;
  result.count = PNG_IMAGE_SIZE(image);
  result.bytes = malloc(result.count);
  if (!png_image_finish_read(&image, NULL, result.bytes, 0, NULL)) {
    free(result.bytes);
    return (cpixels_bytes){0};
  }
  *width = (int)image.width;
  *height = (int)image.height;
  return result;
}

cpixels_bytes cpixels_read_jpeg(const uint8_t *file, size_t count, int *width, int *height) {
  cpixels_bytes result = {0};
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr errors;
  decoder.err = jpeg_std_error(&errors);
  if (count < 4 || file[0] != 0xFF || file[1] != 0xD8) return result;
  jpeg_create_decompress(&decoder);
  jpeg_mem_src(&decoder, file, count);
  jpeg_read_header(&decoder, TRUE);
  decoder.out_color_space = JCS_EXT_RGBA;
  jpeg_start_decompress(&decoder);
  *width = (int)decoder.output_width;
  *height = (int)decoder.output_height;
  size_t row_size = (size_t)decoder.output_width * 4;
  result.count = row_size * decoder.output_height;
  result.bytes = malloc(result.count);
  while (decoder.output_scanline < decoder.output_height) {
    JSAMPROW row = result.bytes + row_size * decoder.output_scanline;
    jpeg_read_scanlines(&decoder, &row, 1);
  }
  jpeg_finish_decompress(&decoder);
  jpeg_destroy_decompress(&decoder);
  return result;
}

cpixels_bytes cpixels_jpeg(
    const uint8_t *pixels, int width, int height, int channels, int is_progressive,
    const uint8_t *profile, size_t profile_count) {
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  encoder.err = jpeg_std_error(&errors);
  jpeg_create_compress(&encoder);
  unsigned char *bytes = NULL;
  unsigned long count = 0;
  jpeg_mem_dest(&encoder, &bytes, &count);
  encoder.image_width = (JDIMENSION)width;
  encoder.image_height = (JDIMENSION)height;
  encoder.input_components = channels;
  encoder.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(&encoder);
  if (channels == 4) jpeg_set_colorspace(&encoder, JCS_YCCK);
  jpeg_set_quality(&encoder, 100, TRUE);
  for (int index = 0; index < encoder.num_components; index++) {
    encoder.comp_info[index].h_samp_factor = encoder.comp_info[index].v_samp_factor = 1;
  }
  if (is_progressive) jpeg_simple_progression(&encoder);
  jpeg_start_compress(&encoder, TRUE);
  if (profile_count > 0) {
    jpeg_write_icc_profile(&encoder, profile, (unsigned)profile_count);
  }
  while (encoder.next_scanline < encoder.image_height) {
    size_t offset = (size_t)encoder.next_scanline * (size_t)(width * channels);
    JSAMPROW row = (JSAMPROW)pixels + offset;
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  return (cpixels_bytes){bytes, count};
}

static void append(png_structp encoder, png_bytep bytes, size_t count) {
  cpixels_bytes *result = png_get_io_ptr(encoder);
  result->bytes = realloc(result->bytes, result->count + count);
  memcpy(result->bytes + result->count, bytes, count);
  result->count += count;
}

cpixels_bytes cpixels_png(
    const uint8_t *pixels, int width, int height, int channels, int depth, int is_interlaced) {
  static const int types[] = {
      0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
      PNG_COLOR_TYPE_RGB_ALPHA,
  };
  cpixels_bytes result = {0};
  png_structp encoder = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(encoder);
  png_set_write_fn(encoder, &result, append, NULL);
  png_set_IHDR(
      encoder, info, (png_uint_32)width, (png_uint_32)height, depth, types[channels],
      is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
      PNG_FILTER_TYPE_DEFAULT);
  png_write_info(encoder, info);
  int passes = png_set_interlace_handling(encoder);
  size_t row_size = (size_t)width * (size_t)channels * (size_t)depth / 8;
  for (int pass = 0; pass < passes; pass++) {
    for (int y = 0; y < height; y++) png_write_row(encoder, pixels + (size_t)y * row_size);
  }
  png_write_end(encoder, NULL);
  png_destroy_write_struct(&encoder, &info);
  return result;
}

static cmsHPROFILE wide_profile(void) {
  // DCI-P3's primaries with D65 and sRGB's curve.
  cmsCIExyY white = {0.3127, 0.3290, 1};
  cmsCIExyYTRIPLE primaries = {{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}};
  double parameters[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsToneCurve *curve = cmsBuildParametricToneCurve(NULL, 4, parameters);
  cmsToneCurve *curves[] = {curve, curve, curve};
  cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
  cmsFreeToneCurve(curve);
  return profile;
}

cpixels_bytes cpixels_profile(int is_wide) {
  cmsHPROFILE profile = is_wide ? wide_profile() : cmsCreate_sRGBProfile();
  cmsUInt32Number count = 0;
  cmsSaveProfileToMem(profile, NULL, &count);
  cpixels_bytes result = {malloc(count), count};
  cmsSaveProfileToMem(profile, result.bytes, &count);
  cmsCloseProfile(profile);
  return result;
}

void cpixels_convert_from_wide(uint8_t *pixels, size_t count) {
  cmsHPROFILE wide = wide_profile(), srgb = cmsCreate_sRGBProfile();
  cmsHTRANSFORM transform = cmsCreateTransform(
      wide, TYPE_RGB_8, srgb, TYPE_RGB_8, INTENT_RELATIVE_COLORIMETRIC, 0);
  cmsDoTransform(transform, pixels, pixels, (cmsUInt32Number)count);
  cmsDeleteTransform(transform);
  cmsCloseProfile(wide);
  cmsCloseProfile(srgb);
}
