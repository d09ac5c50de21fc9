// The least that finding exact duplicates costs: files of one size, of which the first and last
// 4 KiB agree, compared byte by byte. Prints the paths of each group, the groups apart by an empty
// line.
//
//     byte-compare DIR [-j THREADS]

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "candidates.h"

int main(int count, char **arguments) {
  static struct file_list list;
  int threads = count == 4 && strcmp(arguments[2], "-j") == 0 ? atoi(arguments[3]) : count == 2;
  if (threads < 1 || file_list_read(&list, arguments[1]) != 0) {
    fprintf(stderr, "usage: byte-compare DIR [-j THREADS]\n");
    return 64;
  }
  struct candidates candidates = {.list = &list};
  candidates_find(&candidates, threads);
  for (size_t start = 0, equal; start < candidates.count; start += equal) {
    equal = candidates_equal(&candidates, start);
    for (size_t index = start; index < start + equal; index++) {
      size_t file = candidates.items[index].file;
      printf("%s/%s\n", file_folder(&list, file)->path, file_name(&list, file));
    }
    putchar('\n');
  }
  return 0;
}
