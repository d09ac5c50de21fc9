// The least that knowing a folder's pictures from one run to the next costs: the first run reads
// headers and keeps the facts in a database; the next asks for every file's status, opens none that
// has not changed, and finds its facts. Both write a line of JSON for each.
//
//     facts-keeper DIR DATABASE [-j THREADS] [-w WIDTH] > facts.ndjson
//
// Lines are filled up with blanks to so many bytes.

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "kept.h"

static struct file_options options;
static const char *database;

static void read_file(
    struct output *output, struct window *window, const struct file_list *list, size_t index) {
  const struct folder *folder = file_folder(list, index);
  const char *name = file_name(list, index);
  struct facts facts;
  struct stat status;
  if (fstatat(folder->descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return;
  if (!kept_find(database, &status, &facts)) {
    int descriptor = openat(folder->descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0) return;
    window_open(window, descriptor, (uint64_t)status.st_size);
    facts_read(&facts, window);
    close(descriptor);
    kept_note(&status, &facts);
  }
  put_record(output, folder->path, name, &status, &facts, options.width);
}

int main(int count, char **arguments) {
  static struct file_list list;
  if (!files_read_options(count, arguments, 2, &options, &list)) {
    fprintf(stderr, "usage: facts-keeper DIR DATABASE [-j THREADS] [-w WIDTH]\n");
    return 64;
  }
  database = arguments[optind + 1];
  kept_begin(database);
  files_print(&list, options.threads, read_file);
  kept_save(database);
  return 0;
}
