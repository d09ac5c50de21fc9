#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vips.h"

#if defined(__APPLE__)
static const char *const library_name = "libvips.42.dylib";
static const char *const remedy = "install vips with Homebrew";
#define MODULE_ENDING ".dylib"
#else
static const char *const library_name = "libvips.so.42";
static const char *const remedy = "install the package libvips42";
#define MODULE_ENDING ".so"
#endif

static void discard_message(const char *domain, int level, const char *message, void *context) {
  (void)domain;
  (void)level;
  (void)message;
  (void)context;
}

static const char *find_functions(void *library, cpictures_vips *vips) {
#define FUNCTION(name) {#name, (void **)&vips->name}
  const struct {
    const char *name;
    void **place;
  } functions[] = {
      FUNCTION(g_object_unref),
      FUNCTION(g_free),
      FUNCTION(vips_init),
      FUNCTION(vips_version),
      FUNCTION(vips_version_string),
      FUNCTION(vips_concurrency_set),
      FUNCTION(vips_cache_set_max),
      FUNCTION(vips_vector_set_enabled),
      FUNCTION(vips_block_untrusted_set),
      FUNCTION(vips_operation_block_set),
      FUNCTION(vips_error_buffer),
      FUNCTION(vips_error_clear),
      FUNCTION(vips_source_new_from_memory),
      FUNCTION(vips_gifload_source),
      FUNCTION(vips_webpload_source),
      FUNCTION(vips_tiffload_source),
      FUNCTION(vips_ppmload_source),
      FUNCTION(vips_radload_source),
      FUNCTION(vips_jp2kload_source),
      FUNCTION(vips_jxlload_source),
      FUNCTION(vips_svgload_source),
      FUNCTION(vips_image_get_width),
      FUNCTION(vips_image_get_height),
      FUNCTION(vips_image_get_bands),
      FUNCTION(vips_image_get_format),
      FUNCTION(vips_image_get_coding),
      FUNCTION(vips_image_get_interpretation),
      FUNCTION(vips_image_get_typeof),
      FUNCTION(vips_image_get_blob),
      FUNCTION(vips_image_set_blob_copy),
      FUNCTION(vips_rad2float),
      FUNCTION(vips_colourspace),
      FUNCTION(vips_linear1),
      FUNCTION(vips_cast),
      FUNCTION(vips_msb),
      FUNCTION(vips_region_new),
      FUNCTION(vips_region_fetch),
      FUNCTION(vips_image_new_from_memory),
      FUNCTION(vips_webpsave_buffer),
  };
#undef FUNCTION
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    *functions[index].place = dlsym(library, functions[index].name);
    if (!*functions[index].place) return functions[index].name;
  }
  return NULL;
}

/// Opens the only module that is needed: a loader may be a library beside libvips, in a folder of
/// its own. If it is missing, so is the loader, which is reported when it is needed.
static void open_jpegxl(const cpictures_vips *vips) {
  Dl_info place;
  if (!dladdr((const void *)vips->vips_init, &place) || !place.dli_fname) return;
  char real[PATH_MAX], path[PATH_MAX + 64];
  if (!realpath(place.dli_fname, real)) return;
  char *name = strrchr(real, '/');
  if (!name) return;
  *name = '\0';
  snprintf(
      path, sizeof path, "%s/vips-modules-%d.%d/vips-jxl" MODULE_ENDING, real,
      vips->vips_version(0), vips->vips_version(1));
  void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!module) return;
  // As GModule does, so that the loader registers itself.
  const char *(*start)(void *) = NULL;
  *(void **)&start = dlsym(module, "g_module_check_init");
  if (start) start(module);
}

cpictures_vips *cpictures_vips_open(bool with_jpegxl, cpictures_problem *problem) {
  cpictures_vips *vips = calloc(1, sizeof *vips);
  if (!vips) {
    cpictures_fail(problem, CPICTURES_OUT_OF_MEMORY, "no memory for libvips");
    return NULL;
  }
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    cpictures_fail(
        problem, CPICTURES_MISSING_LIBRARY, "this format needs libvips; %s", remedy);
    free(vips);
    return NULL;
  }
  const char *missing = find_functions(library, vips);
  // libvips has modules with further loaders; none of them is needed.
  setenv("VIPSHOME", "/nonexistent", 1);
  // libvips must not create a temporary file for a large picture.
  setenv("VIPS_DISC_THRESHOLD", "16g", 1);
  if (missing || vips->vips_init("shotflow-decode") != 0) {
    cpictures_fail(
        problem, CPICTURES_MISSING_LIBRARY, "the installed libvips can't be used: %s; %s",
        missing ? missing : "it does not start", remedy);
    free(vips);
    return NULL;
  }
  void *(*set_log)(void (*log)(const char *, int, const char *, void *), void *) = NULL;
  *(void **)&set_log = dlsym(library, "g_log_set_default_handler");
  if (set_log) set_log(discard_message, NULL);
  vips->vips_concurrency_set(1);
  vips->vips_cache_set_max(0);
  // The compiler for vector code would need executable memory, which the jail refuses.
  vips->vips_vector_set_enabled(0);
  if (with_jpegxl) open_jpegxl(vips);
  vips->vips_block_untrusted_set(1);
  // These five are untrusted too, but the jail confines them, and users have such files.
  static const char *const wanted[] = {
      "VipsForeignLoadPpmSource", "VipsForeignLoadRadSource", "VipsForeignLoadJp2kSource",
      "VipsForeignLoadJxlSource", "VipsForeignLoadSvgSource",
  };
  for (size_t index = 0; index < sizeof wanted / sizeof wanted[0]; index++) {
    vips->vips_operation_block_set(wanted[index], 0);
  }
  return vips;
}

/// Messages of libvips and its libraries about an intact file of an unsupported kind.
static const char *const unsupported[] = {
    "nsupported", "not supported", "not implemented", "not configured", "class \"",
    "not a whole number of bytes", "samples out of range", "bad magic number",
};

/// Returns the place of such a message in a text; NULL without one.
static const char *find_unsupported(const char *text) {
  for (size_t place = 0; place < sizeof unsupported / sizeof *unsupported; place++) {
    const char *found = strstr(text, unsupported[place]);
    if (found) return found;
  }
  return NULL;
}

const char *cpictures_vips_release(const cpictures_vips *vips) {
  return vips->vips_version_string();
}

bool cpictures_vips_fail(
    const cpictures_vips *vips, cpictures_status status, const char *what,
    cpictures_problem *problem) {
  // Each level adds a line; the last is the most specific, except for an unsupported kind.
  const char *text = vips->vips_error_buffer();
  size_t length = strlen(text);
  while (length > 0 && text[length - 1] == '\n') length--;
  const char *kind = find_unsupported(text);
  if (kind) {
    status = CPICTURES_UNSUPPORTED;
    length = (size_t)(kind - text) + strcspn(kind, "\n");
  }
  size_t start = length;
  while (start > 0 && text[start - 1] != '\n') start--;
  length -= start;
  if (length > 160) length = 160;
  static const char silence[] = "the library says no more";
  const char *reason = length > 0 ? text + start : silence;
  if (length == 0) length = sizeof silence - 1;
  if (strstr(text, "out of memory")) status = CPICTURES_OUT_OF_MEMORY;
  cpictures_fail(
      problem, status, "%s%s: %.*s", status == CPICTURES_DAMAGED ? "damaged " : "", what,
      (int)length, reason);
  vips->vips_error_clear();
  return false;
}
