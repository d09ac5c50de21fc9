// Files that threads share among them, and what they say of them in the order of the list.
#ifndef FILES_H
#define FILES_H

#include "file_list.h"
#include "output.h"
#include "reader.h"

// Adds to the output what is to be said of a file. Each thread has a window of its own.
typedef void file_work(
    struct output *output, struct window *window, const struct file_list *list, size_t index);

// Opens a file, reads its header and adds its record, filled up with blanks to so many bytes.
void put_file(
    struct output *output, struct window *window, const struct file_list *list, size_t index,
    size_t width);

// Runs the work for each file in so many threads, and prints what all of them said.
void files_print(const struct file_list *list, int threads, file_work *work);

#endif
