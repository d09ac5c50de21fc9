#pragma once

// libexif and expat for Swift: plain structs, and functions that call back during the call.
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

typedef enum CMETADATA_CLOSED cmetadata_xml_result : int32_t {
  CMETADATA_XML_WHOLE CMETADATA_CASE(whole),
  CMETADATA_XML_BROKEN CMETADATA_CASE(broken),
  // A document type, which could define entities, was found.
  CMETADATA_XML_DOCTYPE CMETADATA_CASE(documentType),
  // A handler stopped the parser.
  CMETADATA_XML_STOPPED CMETADATA_CASE(stopped),
  CMETADATA_XML_NO_MEMORY CMETADATA_CASE(outOfMemory),
} cmetadata_xml_result;

// Callbacks for the content of a document. Names are `namespace FF local FF prefix`, separated by
// form feeds, which XML can't contain; shorter without a prefix or a namespace.
typedef struct {
  void *context;
  // `attributes` holds names and values alternately, then null. Returning false stops the parser.
  bool (*begin)(void *context, const char *name, const char *const *attributes);
  void (*end)(void *context);
  void (*text)(void *context, const char *bytes, size_t count);
} cmetadata_xml_handlers;

cmetadata_xml_result cmetadata_read_xml(const char *bytes, size_t count,
                                        const cmetadata_xml_handlers *handlers);
