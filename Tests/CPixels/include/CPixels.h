#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes that the caller frees; none if it failed.
typedef struct {
  uint8_t *bytes;
  size_t count;
} cpixels_bytes;

/// Reads a PNG as RGBA, by libpng. `has_alpha` tells whether the file had it.
cpixels_bytes cpixels_read_png(
    const uint8_t *file, size_t count, int *width, int *height, int *has_alpha);

/// Reads a JPEG as RGBA, by libjpeg.
cpixels_bytes cpixels_read_jpeg(const uint8_t *file, size_t count, int *width, int *height);

/// Writes a JPEG of grey (1 channel), RGB (3) or Adobe's inverted CMYK (4), of the best quality.
cpixels_bytes cpixels_jpeg(
    const uint8_t *pixels, int width, int height, int channels, int is_progressive,
    const uint8_t *profile, size_t profile_count);

/// Writes a PNG of 8 or 16 bits a channel (big-endian): grey, grey and alpha, RGB or RGBA.
cpixels_bytes cpixels_png(
    const uint8_t *pixels, int width, int height, int channels, int depth, int is_interlaced);

/// An ICC profile of Display P3 or, without `is_wide`, of sRGB.
cpixels_bytes cpixels_profile(int is_wide);

/// Converts Display P3 colours to sRGB, in place; 3 bytes each.
void cpixels_convert_from_wide(uint8_t *pixels, size_t count);
