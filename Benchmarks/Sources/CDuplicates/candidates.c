#include "candidates.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

static int order(const void *left, const void *right) {
  const struct candidate *a = left, *b = right;
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  if (a->key != b->key) return a->key < b->key ? -1 : 1;
  if (a->content != b->content) return a->content < b->content ? -1 : 1;
  return (a->file > b->file) - (a->file < b->file);
}

void candidates_sort(struct candidates *candidates) {
  qsort(candidates->items, candidates->count, sizeof *candidates->items, order);
}

void candidates_with_sizes(struct candidates *candidates) {
  const struct file_list *list = candidates->list;
  candidates->items = calloc(list->count + 1, sizeof *candidates->items);
  if (candidates->items == NULL) exit(1);
  candidates->count = 0;
  for (size_t index = 0; index < list->count; index++) {
    struct stat status;
    int folder = file_folder(list, index)->descriptor;
    if (fstatat(folder, file_name(list, index), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (status.st_size == 0) continue;
    candidates->items[candidates->count++] =
        (struct candidate){.size = (uint64_t)status.st_size, .file = (uint32_t)index};
  }
  candidates_sort(candidates);
}

size_t candidates_equal(const struct candidates *candidates, size_t start) {
  const struct candidate *first = &candidates->items[start];
  size_t end = start + 1;
  while (end < candidates->count && candidates->items[end].size == first->size &&
         candidates->items[end].key == first->key &&
         candidates->items[end].content == first->content) {
    end++;
  }
  return end - start;
}

void candidates_drop_single(struct candidates *candidates) {
  size_t kept = 0;
  for (size_t start = 0, count; start < candidates->count; start += count) {
    count = candidates_equal(candidates, start);
    if (count < 2) continue;
    for (size_t index = 0; index < count; index++) {
      candidates->items[kept + index] = candidates->items[start + index];
    }
    kept += count;
  }
  candidates->count = kept;
}

void candidates_find(struct candidates *candidates, int threads) {
  candidates_with_sizes(candidates);
  candidates_drop_single(candidates);
  candidates_add_keys(candidates, threads);
  candidates_drop_single(candidates);
  candidates_compare(candidates, threads);
  candidates_drop_single(candidates);
}

int candidate_open(const struct candidates *candidates, const struct candidate *item) {
  const struct file_list *list = candidates->list;
  return openat(
      file_folder(list, item->file)->descriptor, file_name(list, item->file),
      O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
}
