// The least that reading a folder's pictures costs: every file's name and stat, 8 KiB of its head,
// the header's facts, and a line of JSON for each, in the order of the folder.
//
//     header-reader DIR [-j THREADS] > facts.ndjson

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_list.h"
#include "output.h"
#include "reader.h"

// So many files a thread takes at once.
enum { CHUNK = 64 };

struct reading {
  struct file_list list;
  // One for each chunk.
  struct output *outputs;
  size_t chunks;
  atomic_size_t next;
};

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
    struct output *output, struct window *window, const struct folder *folder, const char *name) {
  int descriptor = openat(folder->descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status;
  if (fstat(descriptor, &status) == 0) {
    struct facts facts;
    window_open(window, descriptor, (uint64_t)status.st_size);
    facts_read(&facts, window);
    put_record(output, folder->path, name, &status, &facts);
  }
  close(descriptor);
}

static void read_chunks(void *context) {
  struct reading *reading = context;
  const struct file_list *list = &reading->list;
  struct window *window = malloc(sizeof *window);
  if (window == NULL) exit(1);
  for (size_t chunk; (chunk = atomic_fetch_add(&reading->next, 1)) < reading->chunks;) {
    size_t end = (chunk + 1) * CHUNK < list->count ? (chunk + 1) * CHUNK : list->count;
    for (size_t index = chunk * CHUNK; index < end; index++) {
      read_file(
          &reading->outputs[chunk], window, file_folder(list, index), file_name(list, index));
    }
  }
  free(window);
}

static void print(const struct output *output) {
  for (size_t done = 0; done < output->count;) {
    ssize_t written = write(STDOUT_FILENO, output->bytes + done, output->count - done);
    if (written < 0) exit(1);
    done += (size_t)written;
  }
}

int main(int count, char **arguments) {
  static struct reading reading;
  int threads = count == 4 && strcmp(arguments[2], "-j") == 0 ? atoi(arguments[3]) : count == 2;
  if (threads < 1 || file_list_read(&reading.list, arguments[1]) != 0) {
    fprintf(stderr, "usage: header-reader DIR [-j THREADS]\n");
    return 64;
  }
  reading.chunks = (reading.list.count + CHUNK - 1) / CHUNK;
  reading.outputs = calloc(reading.chunks + 1, sizeof *reading.outputs);
  if (reading.outputs == NULL) return 1;
  in_threads(threads, read_chunks, &reading);
  for (size_t chunk = 0; chunk < reading.chunks; chunk++) print(&reading.outputs[chunk]);
  return 0;
}
