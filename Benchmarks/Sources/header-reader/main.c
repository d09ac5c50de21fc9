// The least that reading a folder's pictures costs: every file's name and stat, 8 KiB of its head,
// the header's facts, and a line of JSON for each, in the order of the folder.
//
//     header-reader DIR [-j THREADS] [-w WIDTH] > facts.ndjson
//
// Lines are filled up with blanks to so many bytes.

#include <stdio.h>

#include "files.h"

static struct file_options options;

static void read_file(
    struct output *output, struct window *window, const struct file_list *list, size_t index) {
  put_file(output, window, list, index, options.width);
}

int main(int count, char **arguments) {
  static struct file_list list;
  if (!files_read_options(count, arguments, 1, &options, &list)) {
    fprintf(stderr, "usage: header-reader DIR [-j THREADS] [-w WIDTH]\n");
    return 64;
  }
  files_print(&list, options.threads, read_file);
  return 0;
}
