#include "files.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

// So many files a thread takes at once.
enum { CHUNK = 64 };

struct reading {
  const struct file_list *list;
  file_work *work;
  size_t chunks;
  atomic_size_t next;
  // The chunk whose turn it is to be printed.
  size_t turn;
  pthread_mutex_t lock;
  pthread_cond_t turned;
};

static void print_in_turn(struct reading *reading, size_t chunk, struct output *output) {
  pthread_mutex_lock(&reading->lock);
  while (reading->turn != chunk) pthread_cond_wait(&reading->turned, &reading->lock);
  output_print(output);
  output->count = 0;
  reading->turn++;
  pthread_cond_broadcast(&reading->turned);
  pthread_mutex_unlock(&reading->lock);
}

static void read_chunks(void *context) {
  struct reading *reading = context;
  const struct file_list *list = reading->list;
  struct output output = {0};
  struct window *window = malloc(sizeof *window);
  if (window == NULL) exit(1);
  for (size_t chunk; (chunk = atomic_fetch_add(&reading->next, 1)) < reading->chunks;) {
    size_t end = (chunk + 1) * CHUNK < list->count ? (chunk + 1) * CHUNK : list->count;
    for (size_t index = chunk * CHUNK; index < end; index++) {
      reading->work(&output, window, list, index);
    }
    print_in_turn(reading, chunk, &output);
  }
  free(output.bytes);
  free(window);
}

void files_print(const struct file_list *list, int threads, file_work *work) {
  struct reading reading = {
      .list = list,
      .work = work,
      .chunks = (list->count + CHUNK - 1) / CHUNK,
      .lock = PTHREAD_MUTEX_INITIALIZER,
      .turned = PTHREAD_COND_INITIALIZER,
  };
  in_threads(threads, read_chunks, &reading);
}

void put_file(
    struct output *output, struct window *window, const struct file_list *list, size_t index,
    size_t width) {
  const struct folder *folder = file_folder(list, index);
  const char *name = file_name(list, index);
  int descriptor = openat(folder->descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status;
  if (fstat(descriptor, &status) == 0) {
    struct facts facts;
    window_open(window, descriptor, (uint64_t)status.st_size);
    facts_read(&facts, window);
    put_record(output, folder->path, name, &status, &facts, width);
  }
  close(descriptor);
}

bool files_read_options(
    int count, char **arguments, int words, struct file_options *options, struct file_list *list) {
  *options = (struct file_options){.threads = 1};
  for (int option; (option = getopt(count, arguments, "j:w:")) != -1;) {
    if (option == 'j') options->threads = atoi(optarg);
    else if (option == 'w') options->width = (size_t)atol(optarg);
    else return false;
  }
  return options->threads > 0 && optind == count - words &&
         file_list_read(list, arguments[optind]) == 0;
}
