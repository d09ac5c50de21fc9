#include "file_list.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Room for one element more. `*elements` grows to the powers of two.
static void *grown(void *elements, size_t count, size_t more, size_t size) {
  size_t room = 64;
  while (room < count) room *= 2;
  if (elements != NULL && count + more <= room) return elements;
  while (room < count + more) room *= 2;
  elements = realloc(elements, room * size);
  if (elements == NULL) exit(1);
  return elements;
}

static void add_file(struct file_list *list, uint32_t folder, const char *name) {
  size_t length = strlen(name) + 1;
  list->names = grown(list->names, list->name_bytes, length, 1);
  list->files = grown(list->files, list->count, 1, sizeof *list->files);
  list->files[list->count++] = (struct file){folder, (uint32_t)list->name_bytes};
  memcpy(list->names + list->name_bytes, name, length);
  list->name_bytes += length;
}

static void add_folder(struct file_list *list, int parent, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = parent == AT_FDCWD || slash == NULL ? path : slash + 1;
  int descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  char *kept = strdup(path);
  if (descriptor < 0 || kept == NULL) {
    free(kept);
    return;
  }
  list->folders = grown(list->folders, list->folder_count, 1, sizeof *list->folders);
  list->folders[list->folder_count++] = (struct folder){descriptor, kept};
}

static void read_folder(struct file_list *list, size_t index) {
  struct folder folder = list->folders[index];
  // The stream closes what it reads, and files are opened below the folder later.
  DIR *stream = fdopendir(dup(folder.descriptor));
  if (stream == NULL) return;
  for (const struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    if (entry->d_type == DT_REG) {
      add_file(list, (uint32_t)index, entry->d_name);
    } else if (entry->d_type == DT_DIR) {
      char path[4096];
      snprintf(path, sizeof path, "%s/%s", folder.path, entry->d_name);
      add_folder(list, folder.descriptor, path);
    }
  }
  closedir(stream);
}

int file_list_read(struct file_list *list, const char *path) {
  // Each folder stays open.
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  memset(list, 0, sizeof *list);
  add_folder(list, AT_FDCWD, path);
  for (size_t index = 0; index < list->folder_count; index++) read_folder(list, index);
  return list->folder_count > 0 ? 0 : -1;
}
