#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const type_names[] = {
    [UNKNOWN] = "unknown", [JPEG] = "jpeg", [PNG] = "png",
    [GIF] = "gif",         [WEBP] = "webp", [TIFF] = "tiff",
    [HEIF] = "heif",       [QUICKTIME] = "quicktime", [MPEG4] = "mpeg4",
};

static void reserve(struct output *output, size_t more) {
  if (output->count + more <= output->room) return;
  if (output->room == 0) output->room = 1 << 14;
  while (output->count + more > output->room) output->room *= 2;
  output->bytes = realloc(output->bytes, output->room);
  if (output->bytes == NULL) exit(1);
}

static void put(struct output *output, const char *text, size_t count) {
  memcpy(output->bytes + output->count, text, count);
  output->count += count;
}

#define PUT(output, literal) put(output, literal, sizeof literal - 1)

static void put_escaped(struct output *output, const char *text) {
  const char *start = text;
  for (; *text != 0; text++) {
    if ((uint8_t)*text >= ' ' && *text != '"' && *text != '\\') continue;
    char escape[8];
    int count = snprintf(escape, sizeof escape, "\\u%04x", (unsigned)(uint8_t)*text);
    put(output, start, (size_t)(text - start));
    put(output, escape, (size_t)count);
    start = text + 1;
  }
  put(output, start, (size_t)(text - start));
}

static void put_number(struct output *output, uint64_t number) {
  char digits[20];
  size_t start = sizeof digits;
  do {
    digits[--start] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  put(output, digits + start, sizeof digits - start);
}

void put_record(
    struct output *output, const char *folder, const char *name, const struct stat *status,
    const struct facts *facts, size_t width) {
  // A byte becomes six at most, and what is not a name is short.
  reserve(output, 6 * (strlen(folder) + strlen(name)) + 1024 + width);
  size_t start = output->count;
  PUT(output, "{\"path\":\"");
  put_escaped(output, folder);
  PUT(output, "/");
  put_escaped(output, name);
  PUT(output, "\",\"type\":\"");
  put(output, type_names[facts->type], strlen(type_names[facts->type]));
  PUT(output, "\",\"pixelWidth\":");
  put_number(output, facts->width);
  PUT(output, ",\"pixelHeight\":");
  put_number(output, facts->height);
  PUT(output, ",\"fileSize\":");
  put_number(output, (uint64_t)status->st_size);
  PUT(output, ",\"modified\":");
  put_number(output, (uint64_t)status->st_mtime);
  PUT(output, ",\"orientation\":");
  put_number(output, facts->orientation);
  if (facts->is_video) {
    PUT(output, ",\"milliseconds\":");
    put_number(output, (uint64_t)(facts->duration * 1000));
  }
  if (facts->is_screenshot) PUT(output, ",\"screenshot\":true");
  if (facts->date[0] != 0) {
    PUT(output, ",\"date\":\"");
    put_escaped(output, facts->date);
    put_escaped(output, facts->offset);
    PUT(output, "\"");
  }
  if (facts->model[0] != 0) {
    PUT(output, ",\"make\":\"");
    put_escaped(output, facts->make);
    PUT(output, "\",\"model\":\"");
    put_escaped(output, facts->model);
    PUT(output, "\"");
  }
  size_t length = output->count - start + 2;
  if (length < width) {
    memset(output->bytes + output->count, ' ', width - length);
    output->count += width - length;
  }
  PUT(output, "}\n");
}

void output_print(const struct output *output) {
  for (size_t done = 0; done < output->count;) {
    ssize_t written = write(STDOUT_FILENO, output->bytes + done, output->count - done);
    if (written < 0) exit(1);
    done += (size_t)written;
  }
}
