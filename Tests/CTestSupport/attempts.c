#define _GNU_SOURCE

#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#endif

static int outcome(long result) { return result < 0 ? errno : 0; }

static int outcome_of_child(pid_t child) {
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return outcome(child);
}

static int attempt_to_run(void) {
  char *arguments[] = {"true", NULL};
  char *environment[] = {NULL};
  return outcome(execve("/bin/true", arguments, environment));
}

static int attempt_to_protect(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return -1;
  int problem = outcome(mprotect(memory, 4096, PROT_READ | PROT_EXEC));
  munmap(memory, 4096);
  return problem;
}

static int attempt_to_set_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  return outcome(setrlimit(RLIMIT_NOFILE, &limit));
}

int ctest_attempt(const char *name) {
  struct stat facts;
  char link[16];
  if (strcmp(name, "open") == 0) return outcome(open("/etc/passwd", O_RDONLY));
  if (strcmp(name, "openat") == 0) return outcome(openat(AT_FDCWD, ".", O_RDONLY));
  if (strcmp(name, "stat") == 0) return outcome(stat("/etc/passwd", &facts));
  if (strcmp(name, "readlink") == 0) {
    return outcome(readlink("/proc/self/exe", link, sizeof link));
  }
  if (strcmp(name, "unlink") == 0) return outcome(unlink("/tmp/shotflow-no-such-file"));
  if (strcmp(name, "socket") == 0) return outcome(socket(AF_INET, SOCK_STREAM, 0));
  if (strcmp(name, "unix-socket") == 0) return outcome(socket(AF_UNIX, SOCK_STREAM, 0));
  if (strcmp(name, "execve") == 0) return attempt_to_run();
  if (strcmp(name, "fork") == 0) return outcome_of_child(fork());
  if (strcmp(name, "kill") == 0) return outcome(kill(getppid(), 0));
  if (strcmp(name, "executable-memory") == 0) {
    void *memory =
        mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? errno : 0;
  }
  if (strcmp(name, "protect-executable") == 0) return attempt_to_protect();
  if (strcmp(name, "limit") == 0) return attempt_to_set_limit();
  if (strcmp(name, "ioctl") == 0) {
    int count;
    return outcome(ioctl(1, FIONREAD, &count));
  }
#if defined(__linux__)
  if (strcmp(name, "signal-thread") == 0) {
    return outcome(syscall(SYS_tgkill, getppid(), getppid(), 0));
  }
  if (strcmp(name, "dumpable") == 0) return outcome(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
  if (strcmp(name, "personality") == 0) return outcome(personality(0xFFFFFFFF));
  if (strcmp(name, "namespace") == 0) return outcome(unshare(CLONE_NEWUSER));
  if (strcmp(name, "ptrace") == 0) return outcome(ptrace(PTRACE_TRACEME, 0, NULL, NULL));
  if (strcmp(name, "bpf") == 0) return outcome(syscall(SYS_bpf, 0, NULL, 0));
  if (strcmp(name, "io-uring") == 0) return outcome(syscall(SYS_io_uring_setup, 1, NULL));
  if (strcmp(name, "userfaultfd") == 0) return outcome(syscall(SYS_userfaultfd, 0));
  if (strcmp(name, "memfd") == 0) return outcome(memfd_create("x", 0));
  if (strcmp(name, "process-memory") == 0) {
    char byte;
    struct iovec here = {&byte, 1};
    return outcome(process_vm_readv(getppid(), &here, 1, &here, 1, 0));
  }
#endif
  return -1;
}

int ctest_pass(const int ends[2], int file) {
  char byte = 0;
  struct iovec content = {&byte, 1};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct msghdr message = {0};
  message.msg_iov = &content;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &file, sizeof file);
  if (sendmsg(ends[0], &message, 0) != 1) return -1;
  message.msg_controllen = sizeof control.bytes;
  if (recvmsg(ends[1], &message, 0) != 1 || !(header = CMSG_FIRSTHDR(&message))) return -1;
  int passed;
  memcpy(&passed, CMSG_DATA(header), sizeof passed);
  return read(passed, &byte, 1) == 1 ? (unsigned char)byte : -1;
}
