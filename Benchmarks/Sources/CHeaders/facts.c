#include <string.h>

#include "reader.h"

void facts_read(struct facts *facts, struct window *window) {
  memset(facts, 0, sizeof *facts);
  facts->type = UNKNOWN;
  facts->orientation = 1;
  const uint8_t *p = window_at(window, 0, 12);
  if (p == NULL) return;
  if (p[0] == 0xFF && p[1] == 0xD8) read_jpeg(facts, window);
  else if (memcmp(p, "\x89PNG\r\n\x1A\n", 8) == 0) read_png(facts, window);
  else if (memcmp(p, "GIF8", 4) == 0) read_gif(facts, window);
  else if (memcmp(p, "RIFF", 4) == 0 && memcmp(p + 8, "WEBP", 4) == 0) read_webp(facts, window);
  else if (memcmp(p + 4, "ftyp", 4) == 0) read_iso(facts, window);
  else if (memcmp(p, "II*\0", 4) == 0 || memcmp(p, "MM\0*", 4) == 0) read_tiff(facts, window);
}
