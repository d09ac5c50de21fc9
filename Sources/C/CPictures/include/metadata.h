#pragma once

// libexif for Swift: plain structs, and functions that call back during the call.
// Pointers that are passed to a callback are valid until it returns.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CMETADATA_CLOSED __attribute__((enum_extensibility(closed)))
#define CMETADATA_CASE(name) __attribute__((swift_name(#name)))

// The directories of EXIF, with libexif's numbers.
typedef enum CMETADATA_CLOSED cmetadata_directory : int32_t {
  CMETADATA_MAIN CMETADATA_CASE(main) = 0,
  CMETADATA_THUMBNAIL CMETADATA_CASE(thumbnail) = 1,
  CMETADATA_EXIF CMETADATA_CASE(exif) = 2,
  CMETADATA_GPS CMETADATA_CASE(gps) = 3,
  CMETADATA_INTEROPERABILITY CMETADATA_CASE(interoperability) = 4,
} cmetadata_directory;

// One entry: `count` values of the TIFF type `type`, in the block's byte order.
typedef struct {
  cmetadata_directory directory;
  uint16_t tag;
  uint16_t type;
  size_t count;
  const uint8_t *bytes;
  size_t size;
} cmetadata_entry;

// Reads a block that begins with `Exif`, two zeros and a TIFF header, of at most 65,534 bytes;
// `take` gets the entries, directory by directory. Returns false when libexif can't read the block.
bool cmetadata_read_exif(const uint8_t *bytes, size_t count, void *context,
                         void (*take)(void *context, const cmetadata_entry *entry));

// Returns EXIF's name of a tag in a directory; null when libexif does not know it. Valid for ever.
const char *cmetadata_exif_name(cmetadata_directory directory, uint16_t tag);
