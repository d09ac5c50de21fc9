// The least that reading a folder's pictures costs: every file's name and stat, 8 KiB of its head,
// the header's facts, and a line of JSON for each; one thread.
//
//     header-reader DIR > facts.ndjson

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader.h"

struct output {
  size_t count;
  char bytes[1 << 16];
};

static void flush(struct output *output) {
  for (size_t done = 0; done < output->count;) {
    ssize_t written = write(STDOUT_FILENO, output->bytes + done, output->count - done);
    if (written < 0) exit(1);
    done += (size_t)written;
  }
  output->count = 0;
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

static void put_record(
    struct output *output, const char *folder, const char *name, const struct stat *status,
    const struct facts *facts) {
  // A byte becomes six at most, and what is not a name is short.
  if (output->count + 6 * (strlen(folder) + strlen(name)) + 1024 > sizeof output->bytes) {
    flush(output);
  }
  PUT(output, "{\"path\":\"");
  put_escaped(output, folder);
  PUT(output, "/");
  put_escaped(output, name);
  PUT(output, "\",\"type\":\"");
  put(output, facts->type, strlen(facts->type));
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
  PUT(output, "}\n");
}

void facts_read(struct facts *facts, struct window *window) {
  memset(facts, 0, sizeof *facts);
  facts->type = "unknown";
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

static void read_file(
    struct output *output, struct window *window, int folder, const char *path, const char *name) {
  int descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status;
  if (fstat(descriptor, &status) == 0) {
    struct facts facts;
    window_open(window, descriptor, (uint64_t)status.st_size);
    facts_read(&facts, window);
    put_record(output, path, name, &status, &facts);
  }
  close(descriptor);
}

// Reads the files of a folder, then what is below it. Takes over `descriptor`.
static void read_folder(
    struct output *output, struct window *window, int descriptor, const char *path) {
  DIR *folder = fdopendir(descriptor);
  if (folder == NULL) {
    close(descriptor);
    return;
  }
  char **children = NULL;
  size_t count = 0;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    if (entry->d_type == DT_REG) {
      read_file(output, window, descriptor, path, entry->d_name);
    } else if (entry->d_type == DT_DIR) {
      char **grown = realloc(children, (count + 1) * sizeof *children);
      char *child = strdup(entry->d_name);
      if (grown == NULL || child == NULL) exit(1);
      children = grown;
      children[count++] = child;
    }
  }
  for (size_t index = 0; index < count; index++) {
    char below[4096];
    int child = openat(descriptor, children[index], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    snprintf(below, sizeof below, "%s/%s", path, children[index]);
    if (child >= 0) read_folder(output, window, child, below);
    free(children[index]);
  }
  free(children);
  closedir(folder);
}

int main(int count, char **arguments) {
  static struct output output;
  static struct window window;
  int descriptor = count == 2 ? open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (descriptor < 0) {
    fprintf(stderr, "usage: header-reader DIR\n");
    return 64;
  }
  read_folder(&output, &window, descriptor, arguments[1]);
  flush(&output);
  return 0;
}
