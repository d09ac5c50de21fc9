#pragma once

#include <sqlite3.h>

/// The name of a file system for SQLite that opens databases and their logs for reading only, with
/// the locks of the system's own.
#define CSQLITE_READ_ONLY "shotflow-read-only"

/// The same without locks, for files that nobody else has open.
#define CSQLITE_READ_ONLY_UNLOCKED "shotflow-read-only-unlocked"

/// Makes both names known to SQLite. Safe from any thread, any number of times. Returns SQLITE_OK,
/// or what SQLite answered.
int csqlite_register(void);

/// Makes a connection safe for a database that a stranger may have made: views and triggers are off,
/// what its schema calls can do no harm, and no value takes more than `longest` bytes. Returns
/// SQLITE_OK, or what SQLite answered.
int csqlite_distrust(sqlite3 *connection, int longest);

/// Binds a text that SQLite copies; Swift can't name SQLITE_TRANSIENT. No bytes at all are an empty
/// text.
int csqlite_bind_text(sqlite3_stmt *statement, int place, const unsigned char *text, int count);

/// Binds bytes that SQLite copies.
int csqlite_bind_blob(sqlite3_stmt *statement, int place, const unsigned char *bytes, int count);
