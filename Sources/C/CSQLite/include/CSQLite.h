#pragma once

#include <sqlite3.h>

/// The name of a VFS of SQLite that opens databases and their logs only for reading, with the locks
/// of the system's own VFS.
#define CSQLITE_READ_ONLY "shotflow-read-only"

/// The name of such a VFS without locks, for files that no other process has open.
#define CSQLITE_READ_ONLY_UNLOCKED "shotflow-read-only-unlocked"

/// The name of a VFS of SQLite for databases that a stranger's statements make.
#define CSQLITE_BOUNDED "shotflow-bounded"

/// Registers these file systems with SQLite. Temporary files of all of them together take 512 MiB
/// at most; beyond that statements fail with SQLITE_FULL. Safe from any thread, any number of times.
/// Returns SQLITE_OK, or SQLite's error.
int csqlite_register(void);

/// Keeps what is in a database from acting: views and triggers are off, functions in its schema can
/// do no harm, and its schema can't be written to as a table. Returns SQLITE_OK, or SQLite's error.
int csqlite_guard(sqlite3 *connection);

/// Makes a connection safe for a database from an untrusted source: it is guarded, and no value
/// takes more than `longest` bytes. Returns SQLITE_OK, or SQLite's error.
int csqlite_distrust(sqlite3 *connection, int longest);

/// Returns the system's number for the error that a connection has just met, or 0 if it has none.
int csqlite_system_error(sqlite3 *connection);

/// Binds a text that SQLite copies, as Swift can't name SQLITE_TRANSIENT; null is an empty text.
int csqlite_bind_text(sqlite3_stmt *statement, int place, const unsigned char *text, int count);

/// Binds an object that only functions of this program get, and that SQLite passes to `release` when it
/// is bound no longer.
int csqlite_bind_object(sqlite3_stmt *statement, int place, void *object, void (*release)(void *));

/// Returns a bound object; null for any other value.
void *csqlite_object(sqlite3_value *value);

/// Confines the statements that a connection prepares from now on to reading tables and to a list of
/// functions that can do no harm. Returns SQLITE_OK, or SQLite's error.
int csqlite_confine(sqlite3 *connection);

/// Bounds what a step of a stranger's statement takes: values have 16 MiB at most, and `like`,
/// `glob`, `instr`, `replace`, `trim` and `printf` refuse what would take a time that grows with the
/// product of two lengths, or with a number. Returns SQLITE_OK, or SQLite's error.
int csqlite_bound_functions(sqlite3 *connection);

/// Adds functions that return their first value if it has a type and is in a range, else NULL:
/// `as_whole(value, least, most)`, `as_number(value, least, most)` and `as_text(value)`. A text is
/// neither empty nor has a NUL.
///
/// Adds `as_moment(number, units, start)`, the moment in milliseconds since 1970 of a number of such
/// units in a second, and `setting(text, section, name)`, a value in a text like an INI file.
///
/// Adds `is_on_clock(date, zone, unit, low, high, ...)`: 1 if a date in seconds since 2001 is in one of
/// the ranges by the clock of a zone in seconds east of UTC, else 0. The unit is `minute` of the day,
/// `weekday` from 1 for Monday, or `day` of the year, 801 for August 1. It is also 1 for any date whose
/// zone is not known. Returns SQLITE_OK, or SQLite's error.
int csqlite_add_value_functions(sqlite3 *connection);

/// Returns a text, which SQLite copies, from a function in SQL; null is an empty text.
void csqlite_return_text(sqlite3_context *context, const unsigned char *text, int count);
