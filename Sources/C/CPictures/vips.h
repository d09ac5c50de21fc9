#pragma once

#include "internal.h"

// The part of libvips that is used. It is opened at run time, so its headers are not needed; the
// declarations are those of its documented interface, which has been stable since 8.9.

typedef struct VipsImage VipsImage;
typedef struct VipsSource VipsSource;
typedef struct VipsRegion VipsRegion;

typedef int vips_load(VipsSource *source, VipsImage **image, ...);

struct cpictures_vips {
  void (*g_object_unref)(void *object);
  void (*g_free)(void *bytes);
  int (*vips_init)(const char *program);
  int (*vips_version)(int part);
  const char *(*vips_version_string)(void);
  void (*vips_concurrency_set)(int count);
  void (*vips_cache_set_max)(int count);
  void (*vips_vector_set_enabled)(int is_enabled);
  void (*vips_block_untrusted_set)(int is_blocked);
  void (*vips_operation_block_set)(const char *name, int is_blocked);
  const char *(*vips_error_buffer)(void);
  void (*vips_error_clear)(void);
  VipsSource *(*vips_source_new_from_memory)(const void *bytes, size_t count);
  vips_load *vips_gifload_source;
  vips_load *vips_webpload_source;
  vips_load *vips_tiffload_source;
  vips_load *vips_ppmload_source;
  vips_load *vips_radload_source;
  vips_load *vips_jp2kload_source;
  vips_load *vips_jxlload_source;
  vips_load *vips_svgload_source;
  int (*vips_image_get_width)(const VipsImage *image);
  int (*vips_image_get_height)(const VipsImage *image);
  int (*vips_image_get_bands)(const VipsImage *image);
  int (*vips_image_get_format)(const VipsImage *image);
  int (*vips_image_get_coding)(const VipsImage *image);
  int (*vips_image_get_interpretation)(const VipsImage *image);
  size_t (*vips_image_get_typeof)(const VipsImage *image, const char *name);
  int (*vips_image_get_blob)(
      const VipsImage *image, const char *name, const void **bytes, size_t *count);
  void (*vips_image_set_blob_copy)(
      VipsImage *image, const char *name, const void *bytes, size_t count);
  int (*vips_rad2float)(VipsImage *image, VipsImage **result, ...);
  int (*vips_colourspace)(VipsImage *image, VipsImage **result, int interpretation, ...);
  int (*vips_linear1)(VipsImage *image, VipsImage **result, double factor, double term, ...);
  int (*vips_cast)(VipsImage *image, VipsImage **result, int format, ...);
  int (*vips_msb)(VipsImage *image, VipsImage **result, ...);
  VipsRegion *(*vips_region_new)(VipsImage *image);
  uint8_t *(*vips_region_fetch)(
      VipsRegion *region, int left, int top, int width, int height, size_t *count);
  VipsImage *(*vips_image_new_from_memory)(
      const void *pixels, size_t count, int width, int height, int bands, int format);
  int (*vips_webpsave_buffer)(VipsImage *image, void **bytes, size_t *count, ...);
};

/// VipsBandFormat.
enum { vips_uchar = 0, vips_ushort = 2 };

/// Sets the problem to an error of libvips; returns false.
bool cpictures_vips_fail(
    const cpictures_vips *vips, cpictures_status status, const char *what,
    cpictures_problem *problem);
