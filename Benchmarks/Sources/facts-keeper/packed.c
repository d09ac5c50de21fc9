#include "packed.h"

#include <stddef.h>
#include <string.h>

enum { VIDEO = 1, SCREENSHOT = 2 };

size_t entry_length(const struct entry *entry) {
  return (offsetof(struct entry, text) + entry->count + 7) & ~(size_t)7;
}

void entry_begin(struct entry *entry, const struct stat *status) {
  memset(entry, 0, sizeof *entry);
  entry->inode = status->st_ino;
  entry->size = status->st_size;
#if defined(__APPLE__)
  struct timespec modified = status->st_mtimespec, changed = status->st_ctimespec;
#else
  struct timespec modified = status->st_mtim, changed = status->st_ctim;
#endif
  entry->modified = (int64_t)modified.tv_sec * 1000000000 + modified.tv_nsec;
  entry->changed = (int64_t)changed.tv_sec * 1000000000 + changed.tv_nsec;
}

void entry_pack(struct entry *entry, const struct facts *facts) {
  entry->width = (uint32_t)facts->width;
  entry->height = (uint32_t)facts->height;
  entry->milliseconds = (uint32_t)(facts->duration * 1000);
  entry->type = (uint8_t)facts->type;
  entry->flags = (facts->is_video ? VIDEO : 0) | (facts->is_screenshot ? SCREENSHOT : 0);
  entry->orientation = (uint8_t)facts->orientation;
  const char *texts[] = {facts->date, facts->offset, facts->make, facts->model};
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
    size_t count = strlen(texts[index]) + 1;
    memcpy(entry->text + entry->count, texts[index], count);
    entry->count += (uint8_t)count;
  }
}

void entry_unpack(const struct entry *entry, struct facts *facts) {
  facts->width = entry->width;
  facts->height = entry->height;
  facts->duration = entry->milliseconds / 1000.0;
  facts->type = (enum file_type)entry->type;
  facts->is_video = (entry->flags & VIDEO) != 0;
  facts->is_screenshot = (entry->flags & SCREENSHOT) != 0;
  facts->orientation = entry->orientation;
  char *texts[] = {facts->date, facts->offset, facts->make, facts->model};
  const char *text = entry->text;
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
    size_t count = strlen(text) + 1;
    memcpy(texts[index], text, count);
    text += count;
  }
}
