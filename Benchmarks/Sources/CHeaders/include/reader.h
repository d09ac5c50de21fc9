// What a picture's or a video's header says, and where it is read.
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FIRST_READ = 8 << 10, LATER_READ = 4 << 10, WINDOW = 64 << 10 };

// The bytes of an open file that are in memory.
struct window {
  int descriptor;
  uint64_t size;
  uint64_t start;
  size_t count;
  uint8_t bytes[WINDOW];
};

enum file_type { UNKNOWN, JPEG, PNG, GIF, WEBP, TIFF, HEIF, QUICKTIME, MPEG4 };

struct facts {
  enum file_type type;
  bool is_video;
  bool is_screenshot;
  uint64_t width;
  uint64_t height;
  unsigned orientation;
  double duration;
  char date[20];
  char offset[8];
  char make[32];
  char model[48];
};

// `count` bytes at `offset`, valid until the next call; NULL where the file or the window ends.
const uint8_t *window_at(struct window *window, uint64_t offset, size_t count);
// Turns to another file and reads its start.
void window_open(struct window *window, int descriptor, uint64_t size);

// Reads what the file in the window says.
void facts_read(struct facts *facts, struct window *window);

void read_jpeg(struct facts *facts, struct window *window);
void read_png(struct facts *facts, struct window *window);
void read_gif(struct facts *facts, struct window *window);
void read_webp(struct facts *facts, struct window *window);
void read_tiff(struct facts *facts, struct window *window);
void read_iso(struct facts *facts, struct window *window);
// A TIFF block of `count` bytes, as Exif keeps it.
void read_exif(struct facts *facts, const uint8_t *block, size_t count, bool has_size);

static inline uint32_t big16(const uint8_t *p) { return (uint32_t)(p[0] << 8 | p[1]); }
static inline uint32_t big32(const uint8_t *p) { return big16(p) << 16 | big16(p + 2); }
static inline uint64_t big64(const uint8_t *p) { return (uint64_t)big32(p) << 32 | big32(p + 4); }
static inline uint32_t little16(const uint8_t *p) { return (uint32_t)(p[1] << 8 | p[0]); }
static inline uint32_t little32(const uint8_t *p) { return little16(p + 2) << 16 | little16(p); }

#endif
