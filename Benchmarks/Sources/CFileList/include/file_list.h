// The regular files below a folder, hidden ones left out: what threads share among them.
#ifndef FILE_LIST_H
#define FILE_LIST_H

#include <stddef.h>
#include <stdint.h>

struct folder {
  // Open as long as the list is.
  int descriptor;
  char *path;
};

struct file {
  uint32_t folder;
  // Where the name begins among the names.
  uint32_t name;
};

struct file_list {
  struct file *files;
  size_t count;
  struct folder *folders;
  size_t folder_count;
  char *names;
  size_t name_bytes;
};

// Reads all names below a folder; 0, or -1 when the folder can't be opened. Exits without memory.
int file_list_read(struct file_list *list, const char *path);

static inline const char *file_name(const struct file_list *list, size_t index) {
  return list->names + list->files[index].name;
}

static inline const struct folder *file_folder(const struct file_list *list, size_t index) {
  return &list->folders[list->files[index].folder];
}

// Runs a function in so many threads, of which the caller's is one, and waits for all.
void in_threads(int count, void (*work)(void *context), void *context);

#endif
