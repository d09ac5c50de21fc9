#include "CPictures.h"

#include <libexif/exif-data.h>

typedef struct {
  void *context;
  void (*take)(void *context, const cmetadata_entry *entry);
} taker;

static void take_entry(ExifEntry *entry, void *data) {
  const taker *taker = data;
  ExifIfd directory = exif_entry_get_ifd(entry);
  if (directory >= EXIF_IFD_COUNT || !entry->data) return;
  cmetadata_entry plain = {
      .directory = (cmetadata_directory)directory,
      .tag = (uint16_t)entry->tag,
      .type = (uint16_t)entry->format,
      .count = entry->components,
      .bytes = entry->data,
      .size = entry->size,
  };
  taker->take(taker->context, &plain);
}

static void take_directory(ExifContent *directory, void *data) {
  exif_content_foreach_entry(directory, take_entry, data);
}

bool cmetadata_read_exif(const uint8_t *bytes, size_t count, void *context,
                         void (*take)(void *context, const cmetadata_entry *entry)) {
  if (count > 0xFFFE) return false;
  ExifData *data = exif_data_new();
  if (!data) return false;
  // Keep the entries as they are in the file: also those with unknown tags, and none corrected.
  exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
  exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  exif_data_load_data(data, bytes, (unsigned int)count);
  taker taker = {context, take};
  exif_data_foreach_content(data, take_directory, &taker);
  exif_data_unref(data);
  return true;
}

const char *cmetadata_exif_name(cmetadata_directory directory, uint16_t tag) {
  const char *name = exif_tag_get_name_in_ifd((ExifTag)tag, (ExifIfd)directory);
  if (name || directory == CMETADATA_GPS || directory == CMETADATA_INTEROPERABILITY) return name;
  // Raw files keep in their first directory what EXIF keeps in its own (TIFF/EP).
  return exif_tag_get_name_in_ifd((ExifTag)tag, EXIF_IFD_EXIF);
}
