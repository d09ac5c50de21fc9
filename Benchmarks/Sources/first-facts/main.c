// The least that the records of a folder's pictures cost of which exact copies are left out: files are
// compared as byte-compare does, and the headers of the first of each content are read as header-reader
// does.
//
//     first-facts DIR [-j THREADS] [-w WIDTH] > facts.ndjson
//
// Lines are filled up with blanks to so many bytes.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "candidates.h"
#include "files.h"

static struct file_options options;
// Of each file, whether one before it has the same bytes.
static bool *is_copy;

static void read_file(
    struct output *output, struct window *window, const struct file_list *list, size_t index) {
  if (!is_copy[index]) put_file(output, window, list, index, options.width);
}

static void find_copies(const struct file_list *list, int threads) {
  struct candidates candidates = {.list = list};
  candidates_find(&candidates, threads);
  for (size_t start = 0, equal; start < candidates.count; start += equal) {
    equal = candidates_equal(&candidates, start);
    for (size_t index = start + 1; index < start + equal; index++) {
      is_copy[candidates.items[index].file] = true;
    }
  }
}

int main(int count, char **arguments) {
  static struct file_list list;
  if (!files_read_options(count, arguments, 1, &options, &list)) {
    fprintf(stderr, "usage: first-facts DIR [-j THREADS] [-w WIDTH]\n");
    return 64;
  }
  is_copy = calloc(list.count + 1, sizeof *is_copy);
  if (is_copy == NULL) return 1;
  find_copies(&list, options.threads);
  files_print(&list, options.threads, read_file);
  return 0;
}
