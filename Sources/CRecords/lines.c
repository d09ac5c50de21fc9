#include "CRecords.h"

size_t crecords_count(const void *bytes, size_t count, uint8_t wanted) {
  const uint8_t *byte = bytes;
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += byte[i] == wanted;
  return found;
}
