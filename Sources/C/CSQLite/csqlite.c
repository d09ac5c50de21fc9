#include "CSQLite.h"

#include "index.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

// A read-only SQLite connection still opens the write-ahead log for writing, creates a missing one,
// and may remove it when it closes. Here every file is opened for reading, so that none can do so.

typedef struct {
  sqlite3_vfs vfs;
  sqlite3_vfs *system;
} derived_vfs;

static derived_vfs locked = {0}, unlocked = {0}, bounded = {0};
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int outcome = SQLITE_ERROR;

static int open_for_reading(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                            int *opened) {
  sqlite3_vfs *system = ((derived_vfs *)vfs)->system;
  // A file without a name is temporary, and elsewhere.
  if (name == NULL) return temporary_open(vfs, system, file, flags, opened);
  flags &= ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_DELETEONCLOSE |
             SQLITE_OPEN_EXCLUSIVE);
  return system->xOpen(vfs, name, file, flags | SQLITE_OPEN_READONLY, opened);
}

static int open_bounded(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                        int *opened) {
  sqlite3_vfs *system = ((derived_vfs *)vfs)->system;
  if (name == NULL) return temporary_open(vfs, system, file, flags, opened);
  return system->xOpen(vfs, name, file, flags, opened);
}

static int refuse_to_delete(sqlite3_vfs *vfs, const char *name, int sync) {
  (void)vfs, (void)name, (void)sync;
  return SQLITE_READONLY;
}

static int add(derived_vfs *made, const char *name, const char *system) {
  sqlite3_vfs *found = sqlite3_vfs_find(system);
  if (found == NULL) return SQLITE_NOTFOUND;
  made->vfs = *found;
  made->vfs.pNext = NULL;
  made->vfs.zName = name;
  made->vfs.szOsFile += temporary_room();
  made->vfs.xOpen = open_bounded;
  made->system = found;
  if (made != &bounded) {
    made->vfs.xOpen = open_for_reading;
    made->vfs.xDelete = refuse_to_delete;
  }
  return sqlite3_vfs_register(&made->vfs, 0);
}

// SQLite gives a file that root opens beside a database to the database's owner, even if it has
// that owner, which changes its change time. Files opened for reading are left alone.
static int change_owner(int descriptor, uid_t user, gid_t group) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY) return 0;
  return fchown(descriptor, user, group);
}

// Opens a pipe without waiting for its other end: SQLite fails to read it.
static int open_at_once(const char *path, int flags, int mode) {
  int descriptor = open(path, flags | O_NONBLOCK, mode);
  // A file may have a lease, which another program gives up when it is waited for.
  if (descriptor < 0 && errno == EWOULDBLOCK) descriptor = open(path, flags, mode);
  return descriptor;
}

static void add_all(void) {
  outcome = sqlite3_initialize();
  sqlite3_vfs *system = sqlite3_vfs_find("unix");
  // Reading works without these replacements, too.
  if (system != NULL && system->iVersion >= 3 && system->xSetSystemCall != NULL) {
    system->xSetSystemCall(system, "fchown", (sqlite3_syscall_ptr)change_owner);
    system->xSetSystemCall(system, "open", (sqlite3_syscall_ptr)open_at_once);
    system->xSetSystemCall(system, "mmap", (sqlite3_syscall_ptr)index_map);
    system->xSetSystemCall(system, "munmap", (sqlite3_syscall_ptr)index_unmap);
  }
  if (outcome == SQLITE_OK) outcome = add(&locked, CSQLITE_READ_ONLY, "unix");
  if (outcome == SQLITE_OK) outcome = add(&unlocked, CSQLITE_READ_ONLY_UNLOCKED, "unix-none");
  if (outcome == SQLITE_OK) outcome = add(&bounded, CSQLITE_BOUNDED, "unix");
}

int csqlite_register(void) {
  pthread_once(&once, add_all);
  return outcome;
}

int csqlite_guard(sqlite3 *connection) {
  const struct {
    int option, value;
  } settings[] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},
      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
      {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
  };
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    int code = sqlite3_db_config(connection, settings[i].option, settings[i].value, NULL);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

int csqlite_distrust(sqlite3 *connection, int longest) {
  int code = csqlite_guard(connection);
  if (code != SQLITE_OK) return code;
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, longest);
  sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
  return SQLITE_OK;
}

int csqlite_system_error(sqlite3 *connection) {
  int error = sqlite3_system_errno(connection);
  if (error != 0 || sqlite3_extended_errcode(connection) != SQLITE_IOERR_WRITE) return error;
  // Of a write that fails at the end of a transaction only the file that was written to knows.
  const int files[] = {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER};
  for (size_t i = 0; i < sizeof files / sizeof *files && error == 0; i++) {
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(connection, NULL, files[i], &file) != SQLITE_OK) continue;
    if (file == NULL || file->pMethods == NULL) continue;
    file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  return error;
}

int csqlite_bind_text(sqlite3_stmt *statement, int place, const unsigned char *text, int count) {
  const char *bytes = text == NULL ? "" : (const char *)text;
  return sqlite3_bind_text(statement, place, bytes, count, SQLITE_TRANSIENT);
}

// Any other program's pointer has another type.
static const char object_type[] = "shotflow object";

int csqlite_bind_object(sqlite3_stmt *statement, int place, void *object, void (*release)(void *)) {
  return sqlite3_bind_pointer(statement, place, object, object_type, release);
}

void *csqlite_object(sqlite3_value *value) { return sqlite3_value_pointer(value, object_type); }
