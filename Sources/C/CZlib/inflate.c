#include "CZlib.h"

#include <limits.h>
#include <zlib.h>

static uInt clamped(size_t count) { return count < UINT_MAX ? (uInt)count : UINT_MAX; }

size_t czlib_inflate(const void *source, size_t source_count, void *target, size_t target_count) {
  z_stream stream = {
      .next_in = (z_const Bytef *)source,
      .avail_in = clamped(source_count),
      .next_out = target,
      .avail_out = clamped(target_count),
  };
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return 0;
  inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  return stream.total_out;
}
