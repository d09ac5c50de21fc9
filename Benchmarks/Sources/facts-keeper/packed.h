// The facts of a file and what it must still be for them to hold, in about a hundred bytes.
#ifndef PACKED_H
#define PACKED_H

#include <sys/stat.h>

#include "reader.h"

struct entry {
  uint64_t inode;
  int64_t size;
  int64_t modified;
  int64_t changed;
  uint32_t width;
  uint32_t height;
  uint32_t milliseconds;
  uint8_t type;
  uint8_t flags;
  uint8_t orientation;
  // How many bytes of text follow: date, offset, make and model, each ended by a zero.
  uint8_t count;
  char text[120];
};

// How many bytes of the entry are kept: a multiple of eight.
size_t entry_length(const struct entry *entry);
// What the file must be, without facts.
void entry_begin(struct entry *entry, const struct stat *status);
void entry_pack(struct entry *entry, const struct facts *facts);
void entry_unpack(const struct entry *entry, struct facts *facts);

#endif
