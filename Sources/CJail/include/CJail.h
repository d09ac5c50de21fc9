#pragma once

#include <stdbool.h>

/// How much a process may still use once its jail is closed.
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

/// What was given up.
typedef struct {
  /// Whether no program that it started could do more than itself.
  bool has_no_new_privileges;
  /// The version of Landlock that refuses files and, from 4 on, TCP; 0 where the kernel has none.
  int landlock;
  /// Whether only listed system calls are answered, in all threads; the others fail with EPERM.
  bool has_filter;
  /// Whether all limits were set.
  bool has_limits;
} cjail_report;

/// Gives up all that decoding does not need: files, sockets, programs, other processes.
///
/// Nothing gives it back. To be called by the first thread, after all libraries are loaded: Landlock
/// and the limits hold for it and those that it starts, the list of system calls for those that a
/// library has started already, too. Descriptors that are open, and such as come over an open
/// socket, can still be used. What the system does not have is left out, and reported.
cjail_report cjail_close(const cjail_limits *limits);

/// Lets the process be killed when the thread that started it ends, whatever it is doing.
///
/// Returns false where there is no such thing, and when the parent has ended already.
bool cjail_end_with_parent(void);

/// What a program that a rule starts may do besides reading and computing.
typedef struct {
  /// Whether it may write wherever the person may.
  bool may_write;
  /// Whether it may make sockets.
  bool may_use_network;
  /// The one folder that it may write to when it may not write elsewhere.
  const char *folder;
  /// The newest version of Landlock that is used; 0 for the system's.
  int newest_landlock;
} cjail_rights;

/// How closing a program in went.
typedef enum {
  cjail_is_closed,
  /// The system can't keep a process from writing.
  cjail_cannot_stop_writing,
  /// The system can't keep a process from using the network.
  cjail_cannot_stop_network,
} cjail_outcome;

/// Gives up what a program that a rule starts may not do; to be called right before it is executed.
///
/// Without the right to write: only below the folder and to /dev/null, and no file's mode, owner,
/// times and attributes can be changed, not even there. Without the right to use the network: no
/// sockets but pairs without an address. With any rights: only the calls of `program-calls.def`, which
/// reach no process but the program's own. Nothing gives it back. On any outcome but
/// ``cjail_is_closed`` the program must not be started.
cjail_outcome cjail_close_program(const cjail_rights *rights);
