#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "process.h"
#include "scan.h"

/// What a directory entry says of itself, without a stat.
typedef enum {
  CSYSTEM_ENTRY_UNKNOWN = 0,
  CSYSTEM_ENTRY_FILE = 1,
  CSYSTEM_ENTRY_DIRECTORY = 2,
  CSYSTEM_ENTRY_LINK = 3,
  CSYSTEM_ENTRY_OTHER = 4,
} csystem_entry_kind;

/// One entry of a directory; `name` points into the buffer that was read and is NUL-terminated.
typedef struct {
  const char *name;
  size_t name_length;
  uint64_t inode;
  csystem_entry_kind kind;
} csystem_entry;

/// Called for each entry; a non-zero return ends the listing.
typedef int (*csystem_entry_visitor)(void *context, const csystem_entry *entry);

/// Lists an open directory from its start. Returns 0, or an errno.
int csystem_list(int directory, void *context, csystem_entry_visitor visit);

#if defined(__linux__)
/// Writes statfs(2)'s f_type, one of <linux/magic.h>, of the file system below `path`. Returns 0, or
/// an errno. Swift's Glibc module leaves statfs out.
int csystem_filesystem_type(const char *path, uint32_t *type);
#endif

/// Copies up to `count` bytes from `offset` of one file to the current end of another.
///
/// Lets the file system share or move the bytes where it can. Returns how many were copied, 0 at
/// the end of the file, or a negative errno.
long csystem_copy(int input, int output, int64_t offset, size_t count);

/// The next stretch of a file that holds data, from `offset` on: what lies before it is a hole, which
/// reads as zeros. All that is left where the file system knows no holes. Returns false at the end of
/// the file, or behind its last data.
bool csystem_next_data(int file, int64_t offset, int64_t size, int64_t *start, int64_t *end);

/// Reads up to `count` bytes of a file from `offset` on, in as many turns as the system needs; fewer
/// only at the file's end. Returns how many, or -1 and errno.
long csystem_read_at(int file, void *bytes, size_t count, int64_t offset);

/// Opens what is there, and tries again when a signal came in between, as file systems in user space
/// and networks let it. Returns -1 and errno when it can't.
int csystem_open_at(int directory, const char *name, int flags);

/// Whether the bytes `wanted` occur in `text`; no bytes occur in any.
bool csystem_contains(const void *text, size_t text_count, const void *wanted, size_t wanted_count);

/// A thread; owned by the one who started it, until it is joined.
typedef struct csystem_thread csystem_thread;

/// Starts a thread with a stack of that size. Returns NULL when the system has none left.
csystem_thread *csystem_thread_start(size_t stack_size, void (*run)(void *), void *context);

/// Waits for the end of a thread and lets go of it.
void csystem_thread_join(csystem_thread *thread);

/// How many blocks of 512 bytes the system read from disks for the calling thread. Where it does not
/// count for each thread, for all threads, and in blocks of its own.
long csystem_blocks_read(void);

/// Gives a file the extended attributes that users may set of another, as far as its file system has
/// room for such. Returns 0, or -1 and errno.
int csystem_copy_attributes(int from, int to);

/// Renames a file, from one directory into another or within one, unless the new name is taken.
/// Returns 0, or -1 and errno, which is EEXIST for a name that is taken and EXDEV for another file
/// system.
int csystem_move_new(int from_directory, const char *from, int to_directory, const char *to);

/// Renames a file within a directory, unless the new name is taken. Returns 0, or -1 and errno,
/// which is EEXIST for a name that is taken.
int csystem_rename_new(int directory, const char *from, const char *to);

/// Makes an empty file without a name in a directory, open for reading and writing, to be given a
/// name by csystem_name_file. Returns -1 and errno, which is ENOTSUP where there is no such thing.
int csystem_unnamed_file_in(int directory, mode_t mode);

/// Gives a file of csystem_unnamed_file_in a name in the same directory. Returns 0, or -1 and errno,
/// which is EEXIST for a name that is taken.
int csystem_name_file(int file, int directory, const char *name);

/// Makes an empty file without a name, open for reading and writing; gone once it is closed.
/// Returns -1 and errno when there is no room for one.
int csystem_nameless_file(void);

/// Keeps a file of csystem_nameless_file as it is, whoever else has it open. Returns 0, or -1 and
/// errno, which is EBUSY while another process can still write to it through memory. Does nothing
/// where the system knows no such thing.
int csystem_seal_file(int file);

/// Whether somebody has a file open for writing.
typedef enum {
  CSYSTEM_WRITERS_NONE = 0,
  CSYSTEM_WRITERS_SOME = 1,
  /// The file system does not tell, or the file is another user's.
  CSYSTEM_WRITERS_UNKNOWN = 2,
} csystem_writers;

/// Asks the system for a lease on a file that is open for reading, which it grants only where nobody
/// writes (fcntl(2), F_SETLEASE), and gives it back at once.
csystem_writers csystem_has_writers(int file);

// The number of the mount that an open file or folder belongs to (STATX_MNT_ID of statx(2), Linux 5.8); 0
// where the system does not tell.
uint64_t csystem_mount(int file);
