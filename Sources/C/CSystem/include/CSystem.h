#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "bus.h"
#include "process.h"
#include "records.h"
#include "scan.h"
#include "start.h"

/// The kind in a directory entry, without a stat.
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
/// Writes statfs(2)'s f_type, one of <linux/magic.h>, of the file system that `path` is on. Returns
/// 0, or an errno. Swift's Glibc module lacks statfs.
int csystem_filesystem_type(const char *path, uint32_t *type);
#endif

/// Copies up to `count` bytes from `offset` of one file to the current end of another; the file
/// system shares or moves them where it can. Returns the number of copied bytes, 0 at the end of
/// the file, or a negative errno.
long csystem_copy(int input, int output, int64_t offset, size_t count);

/// Lets the system begin to write a file's content to its disk, where it can be asked for that.
void csystem_begin_flush(int file);

/// Finds the next range of a file with data, from `offset` on; the bytes before it are a hole,
/// which reads as zeros. The range is the rest of the file where the file system supports no holes.
/// Returns false at the end of the file, or after its last data.
bool csystem_next_data(int file, int64_t offset, int64_t size, int64_t *start, int64_t *end);

/// Reads up to `count` bytes of a file from `offset` on, with as many calls as the system needs;
/// fewer only at the file's end. Returns their number, or -1 and errno.
long csystem_read_at(int file, void *bytes, size_t count, int64_t offset);

/// Opens a file or folder, and tries again after a signal, which interrupts file systems in user
/// space and networks. Returns -1 and errno when it can't.
int csystem_open_at(int directory, const char *name, int flags);

/// Opens a path below a directory through real folders alone: no name is a link, and none leads out
/// of the directory. Returns -1 and errno when it can't.
int csystem_open_below(int directory, const char *path, int flags);

/// Does the same as csystem_open_below by opening each name in turn, for kernels without
/// openat2(2); takes no name that leads up.
int csystem_walk_below(int directory, const char *path, int flags);

/// Returns true if the bytes `wanted` occur in `text`; no bytes occur in any.
bool csystem_contains(const void *text, size_t text_count, const void *wanted, size_t wanted_count);

/// A thread; owned by its creator, until it is joined.
typedef struct csystem_thread csystem_thread;

/// Starts a thread with a stack of that size. Returns NULL when the system has no thread left.
csystem_thread *csystem_thread_start(size_t stack_size, void (*run)(void *), void *context);

/// Waits for the end of a thread and releases it.
void csystem_thread_join(csystem_thread *thread);

/// Returns the number of blocks of 512 bytes that the system read from disks for this thread; for
/// all threads, in the system's own blocks, where it does not count for each.
long csystem_blocks_read(void);

/// Copies the extended attributes that users may set from one file to another, as far as its file
/// system supports them. Returns 0, or -1 and errno.
int csystem_copy_attributes(int from, int to);

/// Renames a file, from one directory into another or within one, unless the new name exists.
/// Returns 0, or -1 and errno: EEXIST for an existing name, EXDEV for another file system.
int csystem_move_new(int from_directory, const char *from, int to_directory, const char *to);

/// Renames a file within a directory, unless the new name exists. Returns 0, or -1 and errno, which
/// is EEXIST for an existing name.
int csystem_rename_new(int directory, const char *from, const char *to);

/// Makes an empty file without a name in a directory, open for reading and writing, for
/// csystem_name_file. Returns -1 and errno, which is ENOTSUP where such files are not supported.
int csystem_unnamed_file_in(int directory, mode_t mode);

/// Gives a file of csystem_unnamed_file_in a name in the same directory. Returns 0, or -1 and
/// errno, which is EEXIST for an existing name.
int csystem_name_file(int file, int directory, const char *name);

/// Makes an empty file without a name, open for reading and writing; it is removed when it is
/// closed. Returns -1 and errno when the system can't.
int csystem_nameless_file(void);

/// Makes the content of a csystem_nameless_file immutable for all processes, where the system can.
/// Returns 0, or -1 and errno, which is EBUSY while another process can write through memory.
int csystem_seal_file(int file);

/// The answer to whether any process has a file open for writing.
typedef enum {
  CSYSTEM_WRITERS_NONE = 0,
  CSYSTEM_WRITERS_SOME = 1,
  /// The file system does not report it, or the file is another user's.
  CSYSTEM_WRITERS_UNKNOWN = 2,
} csystem_writers;

/// Finds out whether a file that is open for reading has writers: it takes a lease, which the
/// system only grants without writers (fcntl(2), F_SETLEASE), and returns it at once.
csystem_writers csystem_has_writers(int file);

/// Makes a descriptor, closed on exec, that is readable once 8 bytes were written to it, until 8 are
/// read, which does not block (eventfd(2)). Returns -1 and sets `errno` if the system refuses.
int csystem_bell(void);

/// Makes a descriptor, closed on exec, that is readable while one of two is. Returns -1 and sets
/// `errno` if the system refuses.
int csystem_either(int one, int other);

/// Waits until the renamings into or out of a folder that have begun are reported by inotify: Linux
/// keeps the folder locked until then, and reading it takes that lock (renameat(2), getdents(2)).
void csystem_await_renames(int folder);

// Returns the ID of an open file's or folder's mount (STATX_MNT_ID, Linux 5.8); 0 if unknown.
uint64_t csystem_mount(int file);
