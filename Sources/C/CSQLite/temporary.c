#include "temporary.h"

#include <stdatomic.h>
#include <stddef.h>

/// A temporary file of SQLite, behind which the system's own follows in memory.
typedef struct {
  sqlite3_file file;
  sqlite3_int64 size;
} temporary_file;

enum { most_bytes = 512 << 20 };

/// The bytes of all temporary files of this process.
static _Atomic sqlite3_int64 total = 0;

static sqlite3_file *system_file(sqlite3_file *file) {
  return (sqlite3_file *)((temporary_file *)file + 1);
}

#define SYSTEM(file, call, ...) \
  (system_file(file)->pMethods->call(system_file(file), ##__VA_ARGS__))

/// Counts the file with another size; false if that is too much.
static int resize(sqlite3_file *file, sqlite3_int64 size) {
  temporary_file *temporary = (temporary_file *)file;
  sqlite3_int64 growth = size - temporary->size;
  if (atomic_fetch_add(&total, growth) + growth > most_bytes && growth > 0) {
    atomic_fetch_sub(&total, growth);
    return 0;
  }
  temporary->size = size;
  return 1;
}

static int close_file(sqlite3_file *file) {
  resize(file, 0);
  return system_file(file)->pMethods->xClose(system_file(file));
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return SYSTEM(file, xRead, bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_int64 end = offset + count;
  if (end > ((temporary_file *)file)->size && !resize(file, end)) return SQLITE_FULL;
  return SYSTEM(file, xWrite, bytes, count, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  int code = SYSTEM(file, xTruncate, size);
  if (code == SQLITE_OK && size < ((temporary_file *)file)->size) resize(file, size);
  return code;
}

static int sync_file(sqlite3_file *file, int flags) { return SYSTEM(file, xSync, flags); }

static int tell_size(sqlite3_file *file, sqlite3_int64 *size) {
  return SYSTEM(file, xFileSize, size);
}

static int lock_file(sqlite3_file *file, int lock) { return SYSTEM(file, xLock, lock); }

static int unlock_file(sqlite3_file *file, int lock) { return SYSTEM(file, xUnlock, lock); }

static int tell_lock(sqlite3_file *file, int *is_locked) {
  return SYSTEM(file, xCheckReservedLock, is_locked);
}

static int control_file(sqlite3_file *file, int request, void *argument) {
  // Both would make the file larger.
  if (request == SQLITE_FCNTL_SIZE_HINT || request == SQLITE_FCNTL_CHUNK_SIZE)
    return SQLITE_NOTFOUND;
  return SYSTEM(file, xFileControl, request, argument);
}

static int tell_sector(sqlite3_file *file) {
  return system_file(file)->pMethods->xSectorSize(system_file(file));
}

static int tell_traits(sqlite3_file *file) {
  return system_file(file)->pMethods->xDeviceCharacteristics(system_file(file));
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = tell_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = tell_lock,
    .xFileControl = control_file,
    .xSectorSize = tell_sector,
    .xDeviceCharacteristics = tell_traits,
};

int temporary_room(void) { return (int)sizeof(temporary_file); }

int temporary_open(
    sqlite3_vfs *vfs, sqlite3_vfs *system, sqlite3_file *file, int flags, int *opened) {
  temporary_file *temporary = (temporary_file *)file;
  *temporary = (temporary_file){0};
  int code = system->xOpen(vfs, NULL, system_file(file), flags, opened);
  if (code == SQLITE_OK) temporary->file.pMethods = &methods;
  return code;
}
