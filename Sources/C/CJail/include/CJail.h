#pragma once

#include <stdbool.h>

/// The resource limits of a process that decodes files.
typedef struct {
  /// Address space, in bytes.
  unsigned long long address_space;
  /// Private memory that can be written, in bytes.
  unsigned long long memory;
  /// The largest file that it can write, in bytes.
  unsigned long long file_size;
  /// The highest number of a descriptor, plus one.
  unsigned long long descriptors;
} cjail_limits;

/// The restrictions that took effect.
typedef struct {
  /// True if programs that it starts can't gain privileges.
  bool has_no_new_privileges;
  /// The version of Landlock that refuses files and, from 4 on, TCP; 0 if the kernel has none.
  int landlock;
  /// True if only listed system calls are allowed, in all threads; the others fail with EPERM.
  bool has_filter;
  /// True if all limits were set, and all capabilities given up.
  bool has_limits;
} cjail_report;

/// Gives up all rights that decoding does not need: to files, sockets, programs and other
/// processes. It can't be undone. Call it in the first thread, after all libraries are loaded:
/// Landlock and the limits apply to that thread and those that it starts, the list of system calls
/// also to threads that a library has started. Open descriptors, and those received over an open
/// socket, can still be used. A restriction that the system lacks is left out, and reported.
cjail_report cjail_close(const cjail_limits *limits);

/// Lets the kernel kill the process when the thread that started it ends; returns false if the
/// system can't do so, or the parent has ended already.
bool cjail_end_with_parent(void);

/// The permissions of a program that a rule starts, besides reading and computing.
typedef struct {
  /// True if it may change files wherever the user may; not /proc, /sys and devices.
  bool may_write;
  /// True if it may create sockets.
  bool may_use_network;
  /// The only folder that it may write to if it may not write elsewhere.
  const char *folder;
  /// The newest version of Landlock to use; 0 for the system's.
  int newest_landlock;
} cjail_rights;

/// The results of ``cjail_close_program``.
typedef enum {
  cjail_is_closed,
  /// The system can't keep a process from writing.
  cjail_cannot_stop_writing,
  /// The system can't keep a process from using the network.
  cjail_cannot_stop_network,
} cjail_outcome;

/// Gives up everything that a program of a rule may not do; call it right before executing the
/// program, which must not be started unless the result is ``cjail_is_closed``. It can't be undone.
///
/// Without the right to write, it can write only below the folder and to /dev/null, and can't
/// change any file's mode, owner, times and attributes. Without the right to use the network, it
/// can create no sockets except pairs without an address. With the right to write it can,
/// where the kernel has Landlock, open for writing no file that the kernel makes up, wherever that is
/// mounted, and no device but null, zero, full, random and urandom. In any case it can use only the calls of
/// `program-calls.def`, which reach no process but the program's own.
cjail_outcome cjail_close_program(const cjail_rights *rights);

/// Confines the signals of this process, and of all that it starts, to these; false where the
/// kernel can't. A program that is started later and closed in by ``cjail_close_program(_:)``
/// reaches only itself and what it starts, and this process can signal them.
bool cjail_keep_signals(void);

/// Gives up all capabilities, for good where possible; false where the kernel refuses. With the
/// rights of a program, root keeps access to others' files: reading and, if it may write, changing.
bool cjail_drop_capabilities(const cjail_rights *rights);
