// Files that threads share among them, and what they say of them in the order of the list.
#ifndef FILES_H
#define FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "file_list.h"
#include "output.h"
#include "reader.h"

// What the user asks for with `-j THREADS` and `-w WIDTH`: one thread and no width unless they say so.
struct file_options {
  int threads;
  size_t width;
};

// Reads the options, and the files of the folder that is the first of so many words behind them. False
// when they are others, or the folder can't be read.
bool files_read_options(
    int count, char **arguments, int words, struct file_options *options, struct file_list *list);

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
