#include "kept.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "packed.h"

// The files of 64 neighbouring inode numbers are one row, and each thread keeps so many rows.
enum { RANGE_BITS = 6, ROWS = 64, ROW = (1 << RANGE_BITS) * (int)sizeof(struct entry) };

struct row {
  uint64_t range;
  size_t count;
  char bytes[ROW];
};

static _Thread_local sqlite3_stmt *selection;
static _Thread_local struct row *rows;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *notes;
static size_t note_count, note_room;

static void check(sqlite3 *database, int result) {
  if (result == SQLITE_OK || result == SQLITE_DONE) return;
  fprintf(stderr, "%s\n", sqlite3_errmsg(database));
  exit(1);
}

static void run(sqlite3 *database, const char *statements) {
  check(database, sqlite3_exec(database, statements, NULL, NULL, NULL));
}

static sqlite3 *open_database(const char *path) {
  sqlite3 *database;
  check(NULL, sqlite3_open(path, &database));
  // The first that opens it makes what all share.
  sqlite3_busy_timeout(database, 10000);
  run(database, "PRAGMA synchronous = off");
  return database;
}

void kept_begin(const char *path) {
  sqlite3 *database = open_database(path);
  run(database,
      "PRAGMA page_size = 16384; PRAGMA journal_mode = wal;"
      "CREATE TABLE IF NOT EXISTS page (range INTEGER PRIMARY KEY, entries BLOB NOT NULL)");
  check(database, sqlite3_close(database));
}

static const struct row *find_row(const char *path, uint64_t range) {
  if (rows == NULL) {
    sqlite3 *database = open_database(path);
    rows = calloc(ROWS, sizeof *rows);
    if (rows == NULL) exit(1);
    // One look at the database for all that is asked.
    run(database, "BEGIN");
    check(database, sqlite3_prepare_v2(
        database, "SELECT entries FROM page WHERE range = ?", -1, &selection, NULL));
  }
  struct row *row = &rows[range % ROWS];
  if (row->range == range) return row;
  row->range = range;
  row->count = 0;
  sqlite3_bind_int64(selection, 1, (sqlite3_int64)range);
  if (sqlite3_step(selection) == SQLITE_ROW) {
    const void *bytes = sqlite3_column_blob(selection, 0);
    int count = sqlite3_column_bytes(selection, 0);
    if (count > ROW) exit(1);
    memcpy(row->bytes, bytes, (size_t)count);
    row->count = (size_t)count;
  }
  sqlite3_reset(selection);
  return row;
}

bool kept_find(const char *path, const struct stat *status, struct facts *facts) {
  struct entry wanted;
  entry_begin(&wanted, status);
  const struct row *row = find_row(path, wanted.inode >> RANGE_BITS);
  for (size_t place = 0; place < row->count;) {
    const struct entry *entry = (const void *)(row->bytes + place);
    place += entry_length(entry);
    if (memcmp(entry, &wanted, offsetof(struct entry, width)) != 0) continue;
    entry_unpack(entry, facts);
    return true;
  }
  return false;
}

void kept_note(const struct stat *status, const struct facts *facts) {
  struct entry entry;
  entry_begin(&entry, status);
  entry_pack(&entry, facts);
  pthread_mutex_lock(&lock);
  if (note_count == note_room) {
    note_room = note_room == 0 ? 1024 : 2 * note_room;
    notes = realloc(notes, note_room * sizeof *notes);
    if (notes == NULL) exit(1);
  }
  notes[note_count++] = entry;
  pthread_mutex_unlock(&lock);
}

static int order(const void *left, const void *right) {
  const struct entry *a = left, *b = right;
  return (a->inode > b->inode) - (a->inode < b->inode);
}

void kept_save(const char *path) {
  if (note_count == 0) return;
  qsort(notes, note_count, sizeof *notes, order);
  sqlite3 *database = open_database(path);
  sqlite3_stmt *insertion;
  run(database, "BEGIN IMMEDIATE");
  check(database, sqlite3_prepare_v2(
      database, "INSERT OR REPLACE INTO page VALUES (?, ?)", -1, &insertion, NULL));
  for (size_t next = 0; next < note_count;) {
    char bytes[ROW];
    size_t count = 0;
    uint64_t range = notes[next].inode >> RANGE_BITS;
    for (; next < note_count && notes[next].inode >> RANGE_BITS == range; next++) {
      // Links to one file are one entry.
      if (next > 0 && notes[next].inode == notes[next - 1].inode) continue;
      size_t length = entry_length(&notes[next]);
      memcpy(bytes + count, &notes[next], length);
      count += length;
    }
    sqlite3_bind_int64(insertion, 1, (sqlite3_int64)range);
    sqlite3_bind_blob(insertion, 2, bytes, (int)count, SQLITE_STATIC);
    check(database, sqlite3_step(insertion));
    sqlite3_reset(insertion);
  }
  sqlite3_finalize(insertion);
  run(database, "COMMIT");
  check(database, sqlite3_close(database));
}
