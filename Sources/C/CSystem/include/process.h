#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Starting programs, and sending bytes and open files to them: calls that Swift can't import or
// can't make without a race.

/// Opens a program that will be started, for reading where that is permitted; it is closed on exec.
///
/// Returns -1 and sets `errno` if the system refuses, or the path is a link.
int csystem_open_program(const char *path);

/// Starts a program in a process group of its own.
///
/// `descriptors[n]` becomes its descriptor n, -1 represents /dev/null, and it gets no others. Its
/// signal mask is empty and all signals have their default action. Returns 0, or an errno.
int csystem_spawn(
    const char *path, char *const *arguments, char *const *environment, const int *descriptors,
    size_t descriptor_count, pid_t *process);

/// Limits a running process: bytes of memory, of any file that it writes, and seconds of processor
/// time.
///
/// Does nothing where the system can't limit another process. Returns 0, or an errno.
int csystem_bound_process(pid_t process, uint64_t memory, uint64_t file_size, uint64_t seconds);

/// Writes the time that the threads of a process ran, and the time that its present threads were
/// ready and had to wait for a processor, in nanoseconds. Returns 0, or -1 where the system does
/// not report it.
int csystem_process_usage(pid_t process, int64_t *used, int64_t *waited);

/// Makes a pipe, with the end to read first and the end to write second; both are closed on exec.
/// Returns 0, or an errno.
int csystem_pipe(int ends[2]);

/// Makes two connected sockets for a stream of bytes; both are closed on exec. Returns 0, or an
/// errno.
int csystem_socket_pair(int ends[2]);

/// The most open files that one message can carry.
enum { CSYSTEM_DESCRIPTOR_LIMIT = 4 };

/// Sends bytes to a socket, and at most CSYSTEM_DESCRIPTOR_LIMIT open files with the first of them.
///
/// Raises no SIGPIPE. Returns the number of bytes sent, or a negative errno.
long csystem_send(
    int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count);

/// Receives at most `capacity` bytes, and the open files that came with them.
///
/// `descriptors` has room for CSYSTEM_DESCRIPTOR_LIMIT; the caller has to close them, and they are
/// closed on exec. Returns the number of bytes, 0 at the end of the stream, or a negative errno,
/// which is EMSGSIZE when there were more files than room; then none is left open.
long csystem_receive(
    int socket, void *bytes, size_t capacity, int *descriptors, size_t *descriptor_count);
