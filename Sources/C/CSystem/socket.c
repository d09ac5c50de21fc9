#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

// The size of the send buffer; macOS gives such a socket 8 KiB, less than a request may have.
enum { BUFFER_SIZE = 256 << 10 };

typedef union {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int) * CSYSTEM_DESCRIPTOR_LIMIT)];
} control_buffer;

int csystem_pipe(int ends[2]) {
#if defined(__linux__)
  return pipe2(ends, O_CLOEXEC) < 0 ? errno : 0;
#else
  if (pipe(ends) < 0) return errno;
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int csystem_socket_pair(int ends[2]) {
#if defined(__linux__)
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return errno;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0) return errno;
#endif
  for (int index = 0; index < 2; index++) {
    int size = BUFFER_SIZE;
    // If the system refuses, a message that does not fit fails when it is sent.
    (void)setsockopt(ends[index], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
#if defined(__APPLE__)
    int yes = 1;
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    setsockopt(ends[index], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  }
  return 0;
}

long csystem_send(
    int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count) {
  if (descriptor_count > CSYSTEM_DESCRIPTOR_LIMIT) return -EMSGSIZE;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  control_buffer control;
  if (descriptor_count > 0) {
    size_t size = sizeof(int) * descriptor_count;
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
#if defined(MSG_NOSIGNAL)
  const int flags = MSG_NOSIGNAL;
#else
  const int flags = 0;
#endif
  while (1) {
    ssize_t sent = sendmsg(socket, &message, flags);
    if (sent >= 0) return sent;
    if (errno != EINTR) return -errno;
  }
}

/// Takes the open files of a message; returns false when there are more than there is room for.
static int take_descriptors(struct msghdr *message, int *descriptors, size_t *descriptor_count) {
  int fits = !(message->msg_flags & MSG_CTRUNC);
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header;
       header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof descriptor);
      if (*descriptor_count < CSYSTEM_DESCRIPTOR_LIMIT) {
        descriptors[(*descriptor_count)++] = descriptor;
      } else {
        close(descriptor);
        fits = 0;
      }
    }
  }
  return fits;
}

long csystem_receive(
    int socket, void *bytes, size_t capacity, int *descriptors, size_t *descriptor_count) {
  *descriptor_count = 0;
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  control_buffer control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
#if defined(MSG_CMSG_CLOEXEC)
  const int flags = MSG_CMSG_CLOEXEC;
#else
  const int flags = 0;
#endif
  ssize_t received;
  do {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    received = recvmsg(socket, &message, flags);
  } while (received < 0 && errno == EINTR);
  if (received < 0) return -errno;
  if (!take_descriptors(&message, descriptors, descriptor_count)) {
    while (*descriptor_count > 0) close(descriptors[--*descriptor_count]);
    return -EMSGSIZE;
  }
#if !defined(MSG_CMSG_CLOEXEC)
  for (size_t index = 0; index < *descriptor_count; index++)
    fcntl(descriptors[index], F_SETFD, FD_CLOEXEC);
#endif
  return received;
}
