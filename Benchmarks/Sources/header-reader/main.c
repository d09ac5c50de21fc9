// The least that reading a folder's pictures costs: every file's name and stat, 8 KiB of its head,
// the header's facts, and a line of JSON for each, in the order of the folder.
//
//     header-reader DIR [-j THREADS] [-w WIDTH] > facts.ndjson
//
// Lines are filled up with blanks to so many bytes.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "files.h"

static size_t width;

static void read_file(
    struct output *output, struct window *window, const struct file_list *list, size_t index) {
  put_file(output, window, list, index, width);
}

int main(int count, char **arguments) {
  static struct file_list list;
  int threads = 1;
  for (int option; (option = getopt(count, arguments, "j:w:")) != -1;) {
    if (option == 'j') threads = atoi(optarg);
    else if (option == 'w') width = (size_t)atol(optarg);
    else threads = 0;
  }
  if (threads < 1 || optind != count - 1 || file_list_read(&list, arguments[optind]) != 0) {
    fprintf(stderr, "usage: header-reader DIR [-j THREADS] [-w WIDTH]\n");
    return 64;
  }
  files_print(&list, threads, read_file);
  return 0;
}
