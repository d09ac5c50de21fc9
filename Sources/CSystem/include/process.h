#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Starting programs, and sending them bytes and open files; what Swift can't import or can't do
// without a race.

/// Opens a program as it is to be started, for reading where it may be read; it is closed on exec.
///
/// Returns -1 and sets `errno` if the system refuses, or a link stands in its place.
int csystem_open_program(const char *path);

/// Starts a program in a process group of its own.
///
/// `descriptors[n]` becomes its descriptor n, -1 stands for /dev/null, and it gets no others. Its
/// signal mask is empty and all signals have their default action. Returns 0, or an errno.
int csystem_spawn(
    const char *path, char *const *arguments, char *const *environment, const int *descriptors,
    size_t descriptor_count, pid_t *process);

/// Bounds a process that has been started: bytes of memory, of any file it writes, and seconds of
/// processor time.
///
/// Does nothing where the system can't bound another process. Returns 0, or an errno.
int csystem_bound_process(pid_t process, uint64_t memory, uint64_t file_size, uint64_t seconds);

/// How long the threads of a process ran, and how long those that still run were ready and had to
/// wait for a processor, in nanoseconds. Returns 0, or -1 where the system does not tell.
int csystem_process_usage(pid_t process, int64_t *used, int64_t *waited);

/// A pipe: where to read, and where to write; both are closed on exec. Returns 0, or an errno.
int csystem_pipe(int ends[2]);

/// Two connected sockets for a stream of bytes; both are closed on exec. Returns 0, or an errno.
int csystem_socket_pair(int ends[2]);

/// The most open files that go with one message.
enum { CSYSTEM_DESCRIPTOR_LIMIT = 4 };

/// Sends bytes to a socket, and at most CSYSTEM_DESCRIPTOR_LIMIT open files with the first of them.
///
/// Raises no SIGPIPE. Returns how many bytes were sent, or a negative errno.
long csystem_send(
    int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count);

/// Receives at most `capacity` bytes, and the open files that came with them.
///
/// `descriptors` has room for CSYSTEM_DESCRIPTOR_LIMIT; they are the caller's to close and are closed
/// on exec. Returns how many bytes came, 0 at the end of the stream, or a negative errno, which is
/// EMSGSIZE when more files came than there is room for; then none is left open.
long csystem_receive(
    int socket, void *bytes, size_t capacity, int *descriptors, size_t *descriptor_count);
