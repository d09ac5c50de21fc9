#include "CSystem.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>

typedef struct {
  struct nlmsghdr head;
  struct inet_diag_req_v2 body;
} peer_request;

typedef union {
  struct nlmsghdr head;
  char bytes[4096];
} peer_answer;

/// Asks the kernel for the socket at the other end; returns false if it doesn't answer.
static bool look_up(const peer_request *request, peer_answer *answer) {
  int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (netlink < 0) return false;
  ssize_t count = -1;
  if (send(netlink, request, sizeof *request, 0) == sizeof *request) {
    do count = recv(netlink, answer, sizeof *answer, 0);
    while (count < 0 && errno == EINTR);
  }
  close(netlink);
  return count >= (ssize_t)NLMSG_HDRLEN && answer->head.nlmsg_len <= (size_t)count;
}

csystem_peer csystem_local_peer(int connection, uid_t *user) {
  struct sockaddr_in own = {0};
  struct sockaddr_in other = {0};
  socklen_t own_size = sizeof own;
  socklen_t other_size = sizeof other;
  if (getsockname(connection, (struct sockaddr *)&own, &own_size) < 0 ||
      getpeername(connection, (struct sockaddr *)&other, &other_size) < 0)
    return CSYSTEM_PEER_GONE;
  // Its own address is our peer's, and the other way around.
  peer_request request = {
      .head =
          {
              .nlmsg_len = sizeof request,
              .nlmsg_type = SOCK_DIAG_BY_FAMILY,
              .nlmsg_flags = NLM_F_REQUEST,
          },
      .body =
          {
              .sdiag_family = AF_INET,
              .sdiag_protocol = IPPROTO_TCP,
              .idiag_states = UINT32_MAX,
              .id =
                  {
                      .idiag_sport = other.sin_port,
                      .idiag_dport = own.sin_port,
                      .idiag_src = {other.sin_addr.s_addr},
                      .idiag_dst = {own.sin_addr.s_addr},
                      .idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE},
                  },
          },
  };
  peer_answer answer;
  if (!look_up(&request, &answer)) return CSYSTEM_PEER_UNKNOWN;
  if (answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY) return CSYSTEM_PEER_UNKNOWN;
  if (answer.head.nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg)))
    return CSYSTEM_PEER_UNKNOWN;
  struct inet_diag_msg socket;
  memcpy(&socket, NLMSG_DATA(&answer.head), sizeof socket);
  // The kernel forgets the owner of a socket that no process has open any more.
  if (socket.idiag_inode == 0) return CSYSTEM_PEER_GONE;
  *user = socket.idiag_uid;
  return CSYSTEM_PEER_KNOWN;
}
#else
csystem_peer csystem_local_peer(int connection, uid_t *user) {
  (void)connection;
  (void)user;
  return CSYSTEM_PEER_UNKNOWN;
}
#endif
