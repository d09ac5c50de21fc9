#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Starting programs, and sending them bytes and open files, which Swift can't do without races.

/// Opens a program that will be started, for reading if permitted, and closed on exec. Returns -1
/// and sets `errno` if the system refuses, or the path is a link.
int csystem_open_program(const char *path);

/// Starts a program in a process group of its own; returns 0, or an errno. `descriptors[n]` becomes
/// its descriptor n, -1 represents /dev/null, and it gets no others. Its signal mask is empty and
/// all signals have their default action.
int csystem_spawn(
    const char *path, char *const *arguments, char *const *environment, const int *descriptors,
    size_t descriptor_count, pid_t *process);

/// Limits a running process, and what it starts from then on, where the system can: bytes of any file
/// that it writes, and seconds of processor time. Returns 0, or an errno.
int csystem_bound_process(pid_t process, uint64_t file_size, uint64_t seconds);

/// Writes the nanoseconds that the threads of a process ran, and that its present threads were
/// ready and had to wait for a processor, with those of the processes that it started, and those
/// started, for so many generations. Returns 0, or -1 where the system does not report it.
int csystem_process_usage(pid_t process, int generations, int64_t *used, int64_t *waited);

/// Makes a pipe, with the end to read first, and both closed on exec. Returns 0, or an errno.
int csystem_pipe(int ends[2]);

/// Makes two connected stream sockets, both closed on exec. Returns 0, or an errno.
int csystem_socket_pair(int ends[2]);

/// The findings about the process at the other end of a connection.
typedef enum {
  /// The system doesn't say, or it is no process of this computer.
  CSYSTEM_PEER_UNKNOWN = 0,
  CSYSTEM_PEER_KNOWN = 1,
  /// No process has that end open any more.
  CSYSTEM_PEER_GONE = 2,
} csystem_peer;

/// Writes the user whose process opened the other end of a TCP connection over IPv4, where the
/// system says so (sock_diag(7)).
csystem_peer csystem_local_peer(int connection, uid_t *user);

/// The most open files that one message can carry.
enum { CSYSTEM_DESCRIPTOR_LIMIT = 4 };

/// Sends bytes to a socket, and at most CSYSTEM_DESCRIPTOR_LIMIT open files with the first of them,
/// without SIGPIPE. Returns the number of bytes sent, or a negative errno.
long csystem_send(
    int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count);

/// Receives at most `capacity` bytes, and the open files that came with them, closed on exec, which
/// the caller has to close; `descriptors` has room for CSYSTEM_DESCRIPTOR_LIMIT. Returns the number
/// of bytes, 0 at the end of the stream, or a negative errno: EMSGSIZE, with no file left open, for
/// more files.
long csystem_receive(
    int socket, void *bytes, size_t capacity, int *descriptors, size_t *descriptor_count);
