#include <stdlib.h>
#include <string.h>

#include <lcms2.h>

#include "internal.h"

/// The maximum size of a profile; larger ones are damaged, as even printers' have at most 3 MB.
static const size_t maximum_profile = 8 << 20;
/// The number of cached conversions; a library has few different cameras.
enum { kept_conversions = 8 };
/// The maximum colour difference over a grid at which a profile is treated as sRGB.
static const int unseen_difference = 2;

struct cpictures_conversion {
  cpictures_model model;
  bool has_alpha, is_inverted;
  uint8_t *profile;
  size_t profile_length;
  bool keeps_profile;
  /// True if the result has the profile, as it was asked for and fits.
  bool has_profile;
  /// NULL if the channels need no conversion.
  cmsHTRANSFORM transform;
};

struct cpictures_colours {
  cmsContext context;
  cmsHPROFILE srgb;
  struct cpictures_conversion conversions[kept_conversions];
  size_t next;
};

static void discard_message(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)context;
  (void)code;
  (void)text;
}

cpictures_colours *cpictures_colours_new(void) {
  cpictures_colours *colours = calloc(1, sizeof *colours);
  if (!colours) return NULL;
  colours->context = cmsCreateContext(NULL, NULL);
  if (colours->context) {
    cmsSetLogErrorHandlerTHR(colours->context, discard_message);
    return colours;
  }
  free(colours);
  return NULL;
}

static void forget(struct cpictures_conversion *conversion) {
  if (conversion->transform) cmsDeleteTransform(conversion->transform);
  free(conversion->profile);
  *conversion = (struct cpictures_conversion){0};
}

void cpictures_colours_free(cpictures_colours *colours) {
  if (!colours) return;
  for (size_t index = 0; index < kept_conversions; index++) forget(&colours->conversions[index]);
  if (colours->srgb) cmsCloseProfile(colours->srgb);
  cmsDeleteContext(colours->context);
  free(colours);
}

static cmsUInt32Number pixel_format(const struct cpictures_conversion *conversion) {
  cmsUInt32Number extra = EXTRA_SH(conversion->has_alpha ? 1 : 0);
  switch (conversion->model) {
    case CPICTURES_GREY:
      return TYPE_GRAY_8 | extra;
    case CPICTURES_RGB:
      return TYPE_RGB_8 | extra;
    case CPICTURES_CMYK:
      return (conversion->is_inverted ? TYPE_CMYK_8_REV : TYPE_CMYK_8) | extra;
  }
}

static cmsColorSpaceSignature color_space(cpictures_model model) {
  switch (model) {
    case CPICTURES_GREY:
      return cmsSigGrayData;
    case CPICTURES_RGB:
      return cmsSigRgbData;
    case CPICTURES_CMYK:
      return cmsSigCmykData;
  }
}

/// Returns true if a transform has no visible effect on the channels.
static bool changes_nothing(const struct cpictures_conversion *conversion) {
  if (conversion->model == CPICTURES_CMYK) return false;
  int channels = conversion->model == CPICTURES_RGB ? 3 : 1;
  int stride = channels + (conversion->has_alpha ? 1 : 0);
  int result_stride = conversion->has_alpha ? 4 : 3;
  for (int red = 0; red <= 255; red += 51) {
    for (int green = 0; green <= 255; green += 51) {
      uint8_t pixels[6 * 5] = {0};
      uint8_t result[6 * 4] = {0};
      for (int blue = 0; blue < 6; blue++) {
        pixels[blue * stride] = (uint8_t)red;
        if (channels < 3) continue;
        pixels[blue * stride + 1] = (uint8_t)green;
        pixels[blue * stride + 2] = (uint8_t)(blue * 51);
      }
      cmsDoTransform(conversion->transform, pixels, result, 6);
      for (int pixel = 0; pixel < 6; pixel++) {
        for (int channel = 0; channel < 3; channel++) {
          int before = pixels[pixel * stride + (channels == 3 ? channel : 0)];
          if (abs(before - result[pixel * result_stride + channel]) > unseen_difference) {
            return false;
          }
        }
      }
    }
  }
  return true;
}

static cmsHTRANSFORM make_transform(
    cpictures_colours *colours, const struct cpictures_conversion *conversion) {
  if (!colours->srgb) colours->srgb = cmsCreate_sRGBProfileTHR(colours->context);
  cmsHPROFILE profile = cmsOpenProfileFromMemTHR(
      colours->context, conversion->profile, (cmsUInt32Number)conversion->profile_length);
  if (!profile) return NULL;
  cmsHTRANSFORM transform = NULL;
  if (colours->srgb && cmsGetColorSpace(profile) == color_space(conversion->model)) {
    cmsUInt32Number flags = conversion->has_alpha ? cmsFLAGS_COPY_ALPHA : 0;
    transform = cmsCreateTransformTHR(
        colours->context, profile, pixel_format(conversion), colours->srgb,
        conversion->has_alpha ? TYPE_RGBA_8 : TYPE_RGB_8, INTENT_RELATIVE_COLORIMETRIC,
        flags | cmsFLAGS_BLACKPOINTCOMPENSATION);
  }
  cmsCloseProfile(profile);
  return transform;
}

static bool is_for(
    const struct cpictures_conversion *conversion, const cpictures_source *source,
    size_t length, bool keeps_profile) {
  return conversion->keeps_profile == keeps_profile && conversion->model == source->model && conversion->has_alpha == source->has_alpha &&
      conversion->is_inverted == source->is_inverted && conversion->profile_length == length &&
      (length == 0 || memcmp(conversion->profile, source->profile, length) == 0);
}

const cpictures_conversion *cpictures_conversion_for(
    cpictures_colours *colours, const cpictures_source *source, bool keeps_profile) {
  size_t length = source->profile_length <= maximum_profile ? source->profile_length : 0;
  for (size_t index = 0; index < kept_conversions; index++) {
    if (is_for(&colours->conversions[index], source, length, keeps_profile)) {
      return &colours->conversions[index];
    }
  }
  struct cpictures_conversion *conversion = &colours->conversions[colours->next];
  colours->next = (colours->next + 1) % kept_conversions;
  forget(conversion);
  conversion->model = source->model;
  conversion->has_alpha = source->has_alpha;
  conversion->is_inverted = source->is_inverted;
  conversion->keeps_profile = keeps_profile;
  if (length == 0) return conversion;
  conversion->profile = malloc(length);
  if (!conversion->profile) return conversion;
  memcpy(conversion->profile, source->profile, length);
  conversion->profile_length = length;
  conversion->transform = make_transform(colours, conversion);
  // A result is RGB, which only a profile of RGB fits.
  conversion->has_profile =
      keeps_profile && conversion->transform && conversion->model == CPICTURES_RGB;
  if (conversion->has_profile || (conversion->transform && changes_nothing(conversion))) {
    cmsDeleteTransform(conversion->transform);
    conversion->transform = NULL;
  }
  return conversion;
}

cpictures_profile cpictures_conversion_profile(const cpictures_conversion *conversion) {
  if (!conversion->has_profile) return (cpictures_profile){NULL, 0};
  return (cpictures_profile){conversion->profile, conversion->profile_length};
}

/// Returns the light that ink leaves; used without a CMYK profile.
static uint8_t without_ink(uint8_t ink, uint8_t black, bool is_inverted) {
  int light = is_inverted ? ink : 255 - ink;
  int grey = is_inverted ? black : 255 - black;
  return (uint8_t)((light * grey + 127) / 255);
}

void cpictures_convert(
    const cpictures_conversion *conversion, const uint8_t *pixels, uint8_t *result,
    size_t count) {
  if (conversion->transform) {
    cmsDoTransform(conversion->transform, pixels, result, (cmsUInt32Number)count);
    return;
  }
  size_t stride = (size_t)cpictures_channels(conversion->model, conversion->has_alpha);
  size_t result_stride = conversion->has_alpha ? 4 : 3;
  if (conversion->model == CPICTURES_RGB) {
    memcpy(result, pixels, count * stride);
    return;
  }
  for (size_t index = 0; index < count; index++) {
    const uint8_t *pixel = pixels + index * stride;
    uint8_t *made = result + index * result_stride;
    for (size_t channel = 0; channel < 3; channel++) {
      made[channel] = conversion->model == CPICTURES_GREY
          ? pixel[0]
          : without_ink(pixel[channel], pixel[3], conversion->is_inverted);
    }
    if (conversion->has_alpha) made[3] = pixel[stride - 1];
  }
}
