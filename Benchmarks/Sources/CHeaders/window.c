#include <unistd.h>

#include "reader.h"

void window_open(struct window *window, int descriptor, uint64_t size) {
  ssize_t count = size > 0 ? pread(descriptor, window->bytes, FIRST_READ, 0) : 0;
  window->descriptor = descriptor;
  window->size = size;
  window->start = 0;
  window->count = count > 0 ? (size_t)count : 0;
}

const uint8_t *window_at(struct window *window, uint64_t offset, size_t count) {
  if (count > WINDOW || offset > window->size || count > window->size - offset) return NULL;
  if (offset < window->start || offset + count > window->start + window->count) {
    size_t wanted = count > LATER_READ ? count : LATER_READ;
    ssize_t received = pread(window->descriptor, window->bytes, wanted, (off_t)offset);
    window->start = offset;
    window->count = received > 0 ? (size_t)received : 0;
    if (window->count < count) return NULL;
  }
  return window->bytes + (offset - window->start);
}
