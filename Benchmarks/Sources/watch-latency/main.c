// How long a program that watches a folder takes from the end of a file to its line.
//
//     watch-latency DIR COUNT PROGRAM ARGUMENT…
//
// Starts the program, writes COUNT pictures of 100 KB into the folder one after the other, waits for the
// first byte of a line for each, and prints the median in microseconds.

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { picture_size = 100 << 10, header_size = 41 };
enum { start_time = 1500 * 1000, pause_time = 20 * 1000 };

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

// A PNG with all its parts, as a file that lacks some counts as being written.
static unsigned char picture[picture_size] = {
  0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R',
  0, 0, 4, 0, 0, 0, 3, 0, 8, 2, 0, 0, 0, 0x35, 0xD8, 0x82, 0x5A,
  0, 1, 0x8F, 0xC7, 'I', 'D', 'A', 'T',
  [picture_size - 12] = 0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82,
};

static double once(const char *folder, int number, int lines) {
  char path[4096];
  snprintf(path, sizeof path, "%s/shot-%06d.png", folder, number);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) fail(path);
  memcpy(picture + header_size, &number, sizeof number);
  if (write(file, picture, sizeof picture) != sizeof picture) fail(path);
  double start = now();
  close(file);
  struct pollfd ready = {.fd = lines, .events = POLLIN};
  if (poll(&ready, 1, 10000) != 1) {
    fprintf(stderr, "no line for %s\n", path);
    exit(1);
  }
  double time = now() - start;
  char text[1 << 16];
  ssize_t count;
  do {
    count = read(lines, text, sizeof text);
    if (count <= 0) fail("read");
  } while (text[count - 1] != '\n');
  return time;
}

int main(int count, char **arguments) {
  if (count < 4) {
    fprintf(stderr, "usage: watch-latency DIR COUNT PROGRAM ARGUMENT...\n");
    return 64;
  }
  int files = atoi(arguments[2]);
  int ends[2];
  if (pipe(ends) != 0) fail("pipe");
  pid_t program = fork();
  if (program < 0) fail("fork");
  if (program == 0) {
    setpgid(0, 0);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execv(arguments[3], arguments + 3);
    fail(arguments[3]);
  }
  setpgid(program, program);
  close(ends[1]);
  usleep(start_time);
  double *times = calloc((size_t)files, sizeof *times);
  for (int number = 0; number < files; number++) {
    times[number] = once(arguments[1], number, ends[0]);
    usleep(pause_time);
  }
  kill(-program, SIGTERM);
  while (waitpid(program, NULL, 0) < 0 && errno == EINTR) {}
  qsort(times, (size_t)files, sizeof *times, compare);
  printf("%.1f\n", times[files / 2]);
  return 0;
}
