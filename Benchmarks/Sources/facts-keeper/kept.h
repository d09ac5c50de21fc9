// What is known of a file, and the database that keeps it.
#ifndef KEPT_H
#define KEPT_H

#include <stdbool.h>
#include <sys/stat.h>

#include "reader.h"

// Makes the database unless it is there.
void kept_begin(const char *database);

// Looks for the facts of a file that has not changed. From any thread; each has a connection.
bool kept_find(const char *database, const struct stat *status, struct facts *facts);

// Notes what was read. From any thread.
void kept_note(const struct stat *status, const struct facts *facts);

// Writes all notes in one transaction.
void kept_save(const char *database);

#endif
